import { isAnnulled } from '@kazna/contract/cabinet/documents';
import { amountText, sumInWords } from '../../amounts.ts';
import { dayInDigits, dayInWords, lastDayOf, monthInWords } from '../../calendar.ts';
import { type Buyer, groundOf, untaxedText } from '../../parties-store.ts';
import { createPdf, measure, type Pdf, type Pictures, page, widthOf } from '../../pdf/create-pdf.ts';
import { drawSignature } from '../../pdf/draw-parties.ts';
import { drawStamp } from '../../pdf/draw-pictures.ts';
import { allGivenBack, annulledMark } from '../document-data.ts';
import { drawFormTable, type FormRow } from './form-table.ts';
import { dash, drawFormHeader, drawFormLine, drawInvoiceSigners, gap } from './invoice-form.ts';
import type { ActRow } from './render-act.ts';

const sideWidth = 92;

function updTitle({ number, day, amountMinor }: ActRow): string {
  const name = amountMinor < 0 ? 'Корректировка к УПД' : 'УПД';
  return `${name} № ${number} от ${dayInWords(day)}`;
}

export function renderUpd(upd: ActRow, pictures?: Pictures): Promise<Buffer> {
  const { day, revisedOn, data } = upd;
  const createdAt = new Date(`${revisedOn ?? day}T09:00:00Z`);
  const info = { title: updTitle(upd), author: data.seller.name, createdAt, pictures, layout: 'landscape' as const };
  return createPdf(info, (pdf) => draw(pdf, upd));
}

function draw(pdf: Pdf, upd: ActRow): void {
  const headEnd = drawHead(pdf, upd);
  const { data, amountMinor, vatMinor } = upd;
  const rate = data.vat === null ? 'без НДС' : `${data.vat}%`;
  const vatText = (vat: number) => (data.vat === null ? 'без НДС' : amountText(vat));
  const rows: FormRow[] = data.lines.map(({ name, unit, quantity, amountMinor: amount, vatMinor: vat }) => {
    const net = amount - vat;
    // Prices are agreed with tax: without it a unit's is rounded to kopecks, as the form has them.
    const counted = unit
      ? { name: unit, quantity: String(quantity), price: amountText(Math.round(net / quantity)) }
      : { name: 'усл. ед.', quantity: '1', price: amountText(net) };
    return { name, unit: { ...counted, net: amountText(net) }, rate, vat: vatText(vat), total: amountText(amount) };
  });
  if (isAnnulled(upd)) rows.push({ name: allGivenBack, unit: null, rate: dash, vat: dash, total: amountText(0) });
  const sums = { net: amountText(amountMinor - vatMinor), vat: vatText(vatMinor), total: amountText(amountMinor) };
  const following = measure(pdf, (sheet, top) => drawEnd(sheet, upd, top));
  drawEnd(pdf, upd, drawFormTable(pdf, rows, sums, { top: headEnd + 8, hasCodes: true, following }));
}

function drawHead(pdf: Pdf, upd: ActRow): number {
  const { number, day, revision, revisedOn, data } = upd;
  const { margin } = page;
  const count = data.lines.length;
  const header = {
    ...{ number, day, seller: data.seller, buyer: data.buyer, payments: data.payments, advances: data.advances },
    revision: revisedOn ? { number: revision, day: revisedOn } : null,
    shipment: `№ п/п ${count > 1 ? `1-${count}` : '1'} № ${number} от ${dayInDigits(day)}`,
  };
  const sideEnd = drawStatus(pdf, upd);
  const pages = pdf.bufferedPageRange().count;
  const headerEnd = drawFormHeader(pdf, header, margin + sideWidth + 10, margin);
  if (pdf.bufferedPageRange().count > pages) return headerEnd;
  const end = Math.max(sideEnd, headerEnd);
  pdf
    .lineWidth(1)
    .moveTo(margin + sideWidth + 2, margin)
    .lineTo(margin + sideWidth + 2, end)
    .stroke();
  return end;
}

/** The column at the left with the status; returns where it ends. */
function drawStatus(pdf: Pdf, { kind, amountMinor, data }: ActRow): number {
  const { margin } = page;
  const options = { width: sideWidth };
  const name =
    amountMinor < 0 ? 'Корректировка к универсальному передаточному документу' : 'Универсальный передаточный документ';
  pdf.font('bold').fontSize(9).text(name, margin, margin, options);
  pdf
    .font('regular')
    .fontSize(9)
    .text('Статус:', margin, pdf.y + 8, { width: 40 });
  const y = pdf.y - 12;
  pdf
    .lineWidth(0.8)
    .rect(margin + 42, y - 2, 18, 16)
    .stroke();
  pdf.font('bold').text(String(data.status), margin + 42, y + 1, { width: 18, align: 'center' });
  pdf.font('regular').fontSize(6.5);
  pdf.text('1 — счёт-фактура и передаточный документ (акт)', margin, y + 24, options);
  pdf.text('2 — передаточный документ (акт)', margin, pdf.y + 3, options);
  if (isAnnulled({ kind, amountMinor }))
    pdf
      .font('bold')
      .fontSize(11)
      .text(annulledMark, margin, pdf.y + 10, options);
  return pdf.y;
}

/** What stands below the table. Returns where it ends. */
function drawEnd(pdf: Pdf, upd: ActRow, top: number): number {
  const { data, amountMinor, currency } = upd;
  const { margin } = page;
  const width = widthOf(pdf);
  const words = sumInWords(Math.abs(amountMinor), currency);
  const label = amountMinor < 0 ? 'К уменьшению' : 'Сумма прописью';
  pdf
    .font('bold')
    .fontSize(8)
    .text(`${label}: ${words}`, margin, top + 6, { width });
  if (data.vatGround) pdf.font('regular').text(`${untaxedText(data.vatGround)}.`, margin, pdf.y + 2, { width });
  const y = data.status === 1 ? drawInvoiceSigners(pdf, data.seller, pdf.y + 4) : pdf.y + 6;
  pdf
    .lineWidth(1)
    .moveTo(margin, y)
    .lineTo(margin + width, y)
    .stroke();
  return drawTransfer(pdf, upd, y + 5);
}

interface Side {
  done: string;
  when: [label: string, value: string];
  notes: string;
  title: string;
  name: string;
  party: string;
  /** The first of the five that the side has. */
  mark: number;
}

const partyText = ({ name, inn, kpp }: Buyer) => `${name}, ИНН/КПП ${kpp ? `${inn}/${kpp}` : inn}`;

/** The second half of УПД, [8] to [19]: what was handed over, when, by whom and to whom. Returns where it ends. */
function drawTransfer(pdf: Pdf, { data: { seller, buyer, period } }: ActRow, top: number): number {
  const width = widthOf(pdf);
  const place = { x: page.margin, width, labelWidth: 200 };
  const basis = `${groundOf(buyer)}, услуги за ${monthInWords(period)}`;
  const lines: [string, string, string][] = [
    ['Основание передачи (сдачи) / получения (приёмки)', basis, '[8]'],
    ['Данные о транспортировке и грузе', dash, '[9]'],
  ];
  const y = lines.reduce(
    (at, [label, value, mark]) => drawFormLine(pdf, { label, values: [value], mark }, place, at),
    top,
  );
  const sides: Side[] = [
    {
      done: 'Товар (груз) передал / услуги, результаты работ, права сдал',
      when: ['Дата отгрузки, передачи (сдачи)', dayInWords(lastDayOf(period))],
      notes: 'Иные сведения об отгрузке, передаче',
      ...{ title: seller.director.title, name: seller.director.name, party: partyText(seller), mark: 10 },
    },
    {
      done: 'Товар (груз) получил / услуги, результаты работ, права принял',
      when: ['Дата получения (приёмки)', ''],
      notes: 'Иные сведения о получении, приёмке',
      ...{ title: '', name: '', party: partyText(buyer), mark: 15 },
    },
  ];
  const half = (width - gap) / 2;
  const from = y + 6;
  const ends = sides.map((side, index) => drawSide(pdf, side, page.margin + index * (half + gap), from, half));
  const end = Math.max(...ends);
  const middle = page.margin + half + gap / 2;
  pdf.lineWidth(1).moveTo(middle, from).lineTo(middle, end).stroke();
  drawStamp(pdf, { x: page.margin + half * 0.3, y: end - 20 });
  return end;
}

function drawSide(pdf: Pdf, side: Side, x: number, top: number, width: number): number {
  const { done, when, notes, title, name, party, mark } = side;
  const place = { x, width, labelWidth: 156 };
  const heading = (text: string, y: number) => {
    pdf.font('regular').fontSize(7.5).text(text, x, y, { width });
    return pdf.y;
  };
  const sign = (y: number, number: number) => {
    const cells = [
      { text: title, share: 0.36, caption: 'должность' },
      { text: '', share: 0.24, caption: 'подпись', isDirectors: title !== '' },
      { text: name, share: 0.34, caption: 'ф. и. о.' },
      { text: `[${number}]`, share: 0.06 },
    ];
    return drawSignature(pdf, cells, { x, y, width: width + 8 }, { fontSize: 7.5 });
  };
  const line = (label: string, value: string, number: number, y: number) =>
    drawFormLine(pdf, { label, values: [value], mark: `[${number}]` }, place, y) + 1;

  let y = sign(heading(done, top), mark);
  y = line(...when, mark + 1, y);
  y = line(notes, dash, mark + 2, y);
  y = sign(heading('Ответственный за правильность оформления факта хозяйственной жизни', y + 1), mark + 3);
  return line('М. П.    Наименование экономического субъекта — составителя документа', party, mark + 4, y);
}
