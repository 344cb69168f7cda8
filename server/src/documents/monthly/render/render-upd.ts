import { dayInDigits, dayInWords } from '../../day-in-words.ts';
import { createPdf, measure, type Pdf, page, widthOf } from '../../pdf/create-pdf.ts';
import { sumInWords } from '../../sum-in-words.ts';
import { amountText } from './amount.ts';
import { drawFormHeader } from './form-header.ts';
import { drawInvoiceSigners } from './form-signatures.ts';
import { drawFormTable } from './form-table.ts';
import { drawTransfer } from './form-transfer.ts';
import type { ActRow } from './render-act.ts';

const sideWidth = 92;

function updTitle({ number, day, amountMinor }: ActRow): string {
  const name = amountMinor < 0 ? 'Корректировка к УПД' : 'УПД';
  return `${name} № ${number} от ${dayInWords(day)}`;
}

export function renderUpd(upd: ActRow): Promise<Buffer> {
  const { day, revisedOn, data } = upd;
  const createdAt = new Date(`${revisedOn ?? day}T09:00:00Z`);
  const info = { title: updTitle(upd), author: data.seller.name, createdAt, layout: 'landscape' as const };
  return createPdf(info, (pdf) => draw(pdf, upd));
}

function draw(pdf: Pdf, upd: ActRow): void {
  const headEnd = drawHead(pdf, upd);
  const { data, amountMinor, vatMinor } = upd;
  const rate = data.vat === null ? 'без НДС' : `${data.vat}%`;
  const vatText = (vat: number) => (data.vat === null ? 'без НДС' : amountText(vat));
  const rows = data.lines.map(({ name, amountMinor: amount, vatMinor: vat }) => {
    const net = amountText(amount - vat);
    return { name, unit: { price: net, net }, rate, vat: vatText(vat), total: amountText(amount) };
  });
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
function drawStatus(pdf: Pdf, { amountMinor, data }: ActRow): number {
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
  const y = data.status === 1 ? drawInvoiceSigners(pdf, data.seller, pdf.y + 4) : pdf.y + 6;
  pdf
    .lineWidth(1)
    .moveTo(margin, y)
    .lineTo(margin + width, y)
    .stroke();
  return drawTransfer(pdf, upd, y + 5);
}
