import { amountText, sumInWords } from '../../amounts.ts';
import { dayInDigits, dayInWords } from '../../calendar.ts';
import { describeParty } from '../../parties-store.ts';
import { contentWidth, createPdf, measure, type Pdf, type Pictures, page } from '../../pdf/create-pdf.ts';
import { drawTwoSides } from '../../pdf/draw-parties.ts';
import { drawTable } from '../../pdf/draw-table.ts';
import type { DocumentRow, ReconciliationData } from '../document-data.ts';

type ReconciliationDocument = Extract<DocumentRow, { kind: 'reconciliation' }>;

export function renderReconciliation(document: ReconciliationDocument, pictures?: Pictures): Promise<Buffer> {
  const { number, day, data } = document;
  const title = `Акт сверки взаимных расчётов № ${number} от ${dayInWords(day)}`;
  const createdAt = new Date(`${day}T09:00:00Z`);
  return createPdf({ title, author: data.seller.name, createdAt, pictures }, (pdf) => draw(pdf, document, title));
}

const half = contentWidth / 2;
const side = [
  { title: 'Дата, документ', width: half - 2 * 66 },
  { title: 'Дебет', width: 66, align: 'right' as const },
  { title: 'Кредит', width: 66, align: 'right' as const },
];

function draw(pdf: Pdf, document: ReconciliationDocument, title: string): void {
  const { data } = document;
  const { seller, buyer, from, to } = data;
  const { margin } = page;
  const width = contentWidth;
  pdf.font('bold').fontSize(14).text(title, margin, margin, { width });
  pdf.font('regular').fontSize(9);
  const parties = `${describeParty(seller)}; ${describeParty(buyer)}`;
  pdf.text(`За период с ${dayInDigits(from)} по ${dayInDigits(to)}. Стороны: ${parties}.`, margin, pdf.y + 6, {
    width,
  });
  const top = pdf.y + 10;
  const ends = [seller, buyer].map(({ name }, index) => {
    pdf.font('bold').text(`По данным: ${name}, руб.`, margin + index * half, top, { width: half - 8 });
    return pdf.y;
  });
  const rows = rowsOf(data);
  const isBold = (index: number) => index === 0 || index >= rows.length - 2;
  const following = measure(pdf, (sheet, y) => drawEnd(sheet, document, y));
  const style = { fontSize: 7.5, headSize: 7.5, padding: 3 };
  const options = { style, isBold, following, keptRows: 3 };
  drawEnd(pdf, document, drawTable(pdf, [...side, ...side], rows, Math.max(...ends) + 4, options));
}

/** What stands below the table. Returns where it ends. */
function drawEnd(pdf: Pdf, { amountMinor, currency, data }: ReconciliationDocument, top: number): number {
  const { seller, buyer } = data;
  pdf.font('regular').fontSize(9);
  const inWords = sumInWords(Math.abs(amountMinor), currency);
  pdf.text(conclusion(data, amountMinor, inWords), page.margin, top + 10, { width: contentWidth });
  return drawTwoSides(
    pdf,
    [
      { title: 'От исполнителя', party: seller.name, signer: seller.director.title, name: seller.director.name },
      { title: 'От заказчика', party: buyer.name, signer: '', name: '' },
    ],
    pdf.y + 20,
  );
}

/** What the customer has stands in our credit; theirs is left for them to fill in. */
function rowsOf({ from, to, openingMinor, closingMinor, rows }: ReconciliationData): string[][] {
  const theirs = ['', '', ''];
  const amount = (minor: number) => (minor === 0 ? '' : amountText(minor));
  const balance = (minor: number) => (minor < 0 ? [amountText(-minor), ''] : ['', amountText(minor)]);
  const turnover = (column: 'debitMinor' | 'creditMinor') => rows.reduce((sum, row) => sum + row[column], 0);
  return [
    [`Сальдо на ${dayInDigits(from)}`, ...balance(openingMinor), `Сальдо на ${dayInDigits(from)}`, '', ''],
    ...rows.map(({ day, text, debitMinor, creditMinor }) => [
      ...[`${dayInDigits(day)} ${text.replace('№ ', '№\u00a0')}`, amount(debitMinor), amount(creditMinor), ...theirs],
    ]),
    [
      'Обороты за период',
      amountText(turnover('debitMinor')),
      amountText(turnover('creditMinor')),
      'Обороты за период',
      '',
      '',
    ],
    [`Сальдо на конец ${dayInDigits(to)}`, ...balance(closingMinor), `Сальдо на конец ${dayInDigits(to)}`, '', ''],
  ];
}

function conclusion({ to }: ReconciliationData, closingMinor: number, inWords: string): string {
  const start = `По данным исполнителя на конец ${dayInDigits(to)}`;
  if (closingMinor === 0) return `${start} задолженности нет.`;
  const creditor = closingMinor > 0 ? 'заказчика' : 'исполнителя';
  return `${start} задолженность в пользу ${creditor} составляет ${amountText(Math.abs(closingMinor))} руб. (${inWords}).`;
}
