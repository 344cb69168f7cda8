import { isAnnulled } from '@kazna/contract/cabinet/documents';
import { amountText, sumInWords } from '../../amounts.ts';
import { dayInDigits, dayInWords, monthInWords } from '../../calendar.ts';
import { describeParty, groundOf, untaxedText } from '../../parties-store.ts';
import {
  contentWidth,
  createPdf,
  drawTitleRule,
  measure,
  type Pdf,
  type Pictures,
  page,
} from '../../pdf/create-pdf.ts';
import { drawParty, drawTwoSides } from '../../pdf/draw-parties.ts';
import { drawLogo } from '../../pdf/draw-pictures.ts';
import { type Column, drawTable } from '../../pdf/draw-table.ts';
import { allGivenBack, annulledMark, type DocumentRow } from '../document-data.ts';
import { dash } from './invoice-form.ts';

export type ActRow = Extract<DocumentRow, { kind: 'act' | 'upd' }>;

/** «Акт № 2026-000001 от 31 января 2026 г.»; of what was given back, a correcting one. */
function actTitle({ number, day, amountMinor }: ActRow): string {
  return `${amountMinor < 0 ? 'Корректировочный акт' : 'Акт'} № ${number} от ${dayInWords(day)}`;
}

export function renderAct(act: ActRow, pictures?: Pictures): Promise<Buffer> {
  const { day, revisedOn, data } = act;
  const title = actTitle(act);
  const createdAt = new Date(`${revisedOn ?? day}T09:00:00Z`);
  return createPdf({ title, author: data.seller.name, createdAt, pictures, color: data.seller.color }, (pdf) =>
    draw(pdf, act, title),
  );
}

/** Letters that fit the narrow column: «усл.», «мес.». */
const shortUnit = 4;

/** The name takes what is left of the width. */
function columnsFor({ lines }: ActRow['data']): Column[] {
  const unitWidth = lines.some(({ unit = '' }) => unit.length > shortUnit) ? 76 : 40;
  return [
    { title: '№', width: 30, align: 'center' },
    { title: 'Наименование услуги', width: contentWidth - 30 - 46 - unitWidth - 2 * 88 },
    { title: 'Кол-во', width: 46, align: 'right' },
    { title: 'Ед.', width: unitWidth, align: 'center' },
    { title: 'Цена, руб.', width: 88, align: 'right' },
    { title: 'Сумма, руб.', width: 88, align: 'right' },
  ];
}

function draw(pdf: Pdf, act: ActRow, title: string): void {
  const { data, revision, revisedOn } = act;
  const { margin } = page;
  pdf.font('bold').fontSize(14).text(title, margin, drawLogo(pdf), { width: contentWidth });
  if (revisedOn) {
    pdf.font('regular').fontSize(10);
    pdf.text(`Исправление № ${revision} от ${dayInDigits(revisedOn)}`, margin, pdf.y + 2, { width: contentWidth });
  }
  if (isAnnulled(act))
    pdf
      .font('bold')
      .fontSize(12)
      .text(annulledMark, margin, pdf.y + 4, { width: contentWidth });
  let y = pdf.y + 6;
  drawTitleRule(pdf, y);
  y = drawParty(pdf, 'Исполнитель', describeParty(data.seller), y + 12);
  y = drawParty(pdf, 'Заказчик', describeParty(data.buyer), y);
  y = drawParty(pdf, 'Основание', groundOf(data.buyer), y);
  y = drawParty(pdf, 'Период', monthInWords(data.period), y);
  const rows = data.lines.map(({ name, unit, quantity, amountMinor }, index) => {
    const amount = amountText(amountMinor);
    // A month of a service is one unit, whatever number of charges made it up.
    const measured = unit
      ? [String(quantity), unit, amountText(amountMinor / quantity), amount]
      : ['1', 'усл.', amount, amount];
    return [String(index + 1), name, ...measured];
  });
  if (isAnnulled(act)) rows.push([dash, allGivenBack, dash, dash, dash, amountText(0)]);
  const following = measure(pdf, (sheet, top) => drawEnd(sheet, act, top));
  drawEnd(pdf, act, drawTable(pdf, columnsFor(data), rows, y + 8, { following }));
}

/** What stands below the table. Returns where it ends. */
function drawEnd(pdf: Pdf, act: ActRow, top: number): number {
  return drawTwoSides(pdf, sidesOf(act), drawTotals(pdf, act, top + 8) + 18);
}

function drawTotals(pdf: Pdf, { amountMinor, vatMinor, currency, data }: ActRow, top: number): number {
  const { margin } = page;
  const lines = [
    ['Итого:', amountText(amountMinor)],
    data.vat === null
      ? [untaxedText(data.vatGround), '—']
      : [`В том числе НДС ${data.vat}\u00a0%:`, amountText(vatMinor)],
  ] as const;
  let y = top;
  for (const [label, value] of lines) {
    pdf
      .font('bold')
      .fontSize(9)
      .text(label, margin, y, { width: contentWidth - 108, align: 'right' });
    pdf.text(value, margin + contentWidth - 104, y, { width: 100, align: 'right', features: ['tnum'] });
    y += 14;
  }
  const count = `Всего наименований ${data.lines.length}, на сумму ${amountText(amountMinor)} руб.`;
  pdf.font('regular').text(count, margin, y + 4, { width: contentWidth });
  const inWords = sumInWords(Math.abs(amountMinor), currency);
  const text = amountMinor < 0 ? `К уменьшению: ${inWords}` : inWords;
  pdf.font('bold').text(text, margin, pdf.y + 2, { width: contentWidth });
  pdf.font('regular').text(statementOf(amountMinor), margin, pdf.y + 10, { width: contentWidth });
  const end = pdf.y + 10;
  line(pdf, end);
  return end;
}

function statementOf(amountMinor: number): string {
  if (amountMinor === 0) return 'К оплате за этот месяц ничего нет. Стороны претензий друг к другу не имеют.';
  return amountMinor < 0
    ? 'Стоимость ранее оказанных услуг уменьшена на указанную сумму. Стороны претензий не имеют.'
    : 'Услуги оказаны полностью и в срок. Заказчик не имеет претензий по их объёму, качеству и срокам.';
}

function sidesOf({ data: { seller, buyer } }: ActRow): Parameters<typeof drawTwoSides>[1] {
  const { director } = seller;
  return [
    { title: 'Исполнитель', party: seller.name, signer: director.title, name: director.name },
    { title: 'Заказчик', party: buyer.name, signer: '', name: '' },
  ];
}

function line(pdf: Pdf, y: number): void {
  pdf
    .lineWidth(1.5)
    .moveTo(page.margin, y)
    .lineTo(page.margin + contentWidth, y)
    .stroke();
}
