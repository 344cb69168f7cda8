import { dayInDigits, dayInWords } from '../../day-in-words.ts';
import { describeParty } from '../../parties.ts';
import { contentWidth, createPdf, type Pdf, page } from '../../pdf/create-pdf.ts';
import { drawTable } from '../../pdf/draw-table.ts';
import { sumInWords } from '../../sum-in-words.ts';
import type { ReconciliationData } from '../closing-data.ts';
import type { DocumentRow } from '../document-row.ts';
import { amountText } from './amount.ts';
import { drawTwoSides, keepTogether } from './signatures.ts';

type ReconciliationDocument = Extract<DocumentRow, { kind: 'reconciliation' }>;

export function renderReconciliation(document: ReconciliationDocument): Promise<Buffer> {
  const { number, day, data } = document;
  const title = `Акт сверки взаимных расчётов № ${number} от ${dayInWords(day)}`;
  const createdAt = new Date(`${day}T09:00:00Z`);
  return createPdf({ title, author: data.seller.name, createdAt }, (pdf) => draw(pdf, document, title));
}

const half = contentWidth / 2;
const side = [
  { title: 'Дата, документ', width: half - 2 * 66 },
  { title: 'Дебет', width: 66, align: 'right' as const },
  { title: 'Кредит', width: 66, align: 'right' as const },
];

function draw(pdf: Pdf, { amountMinor, currency, data }: ReconciliationDocument, title: string): void {
  const { seller, buyer, from, to } = data;
  const { margin } = page;
  const width = contentWidth;
  pdf.font('bold').fontSize(14).text(title, margin, margin, { width });
  pdf.font('regular').fontSize(9);
  const between = `между ${describeParty(seller)} и ${describeParty(buyer)}`;
  pdf.text(`За период с ${dayInDigits(from)} по ${dayInDigits(to)} ${between}.`, margin, pdf.y + 6, { width });
  pdf.font('bold').text(`По данным: ${seller.name}, руб.`, margin, pdf.y + 10, { width: half - 8 });
  const leftEnd = pdf.y;
  pdf.text(
    `По данным: ${buyer.name}, руб.`,
    margin + half,
    leftEnd - pdf.heightOfString(`По данным: ${seller.name}, руб.`, { width: half - 8 }),
    { width: half },
  );
  const y = drawTable(pdf, [...side, ...side], rowsOf(data), Math.max(leftEnd, pdf.y) + 4, {
    style: { fontSize: 7.5, padding: 3 },
  });
  pdf.font('regular').fontSize(9);
  const owed = keepTogether(pdf, y + 10, 170);
  pdf.text(conclusion(data, amountMinor, sumInWords(Math.abs(amountMinor), currency)), margin, owed, { width });
  drawTwoSides(
    pdf,
    [
      { title: 'От исполнителя', party: seller.name, signer: seller.director.title, name: seller.director.name },
      { title: 'От заказчика', party: buyer.name, signer: 'Должность ____________________', name: '' },
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
      ...[`${dayInDigits(day)} ${text}`, amount(debitMinor), amount(creditMinor), ...theirs],
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
