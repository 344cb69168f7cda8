import { isAnnulled } from '@kazna/contract/cabinet/documents';
import { amountText } from '../../amounts.ts';
import { dayInWords } from '../../calendar.ts';
import { createPdf, measure, type Pdf, type Pictures, page } from '../../pdf/create-pdf.ts';
import { advanceName, annulledMark, type DocumentRow, transferUndone } from '../document-data.ts';
import { drawFormTable } from './form-table.ts';
import { dash, drawFormHeader, drawInvoiceSigners } from './invoice-form.ts';

type AdvanceRow = Extract<DocumentRow, { kind: 'advance_invoice' }>;

export function renderAdvanceInvoice(invoice: AdvanceRow, pictures?: Pictures): Promise<Buffer> {
  const { number, day, revisedOn, data } = invoice;
  const title = `Счёт-фактура на аванс № ${number} от ${dayInWords(day)}`;
  const createdAt = new Date(`${revisedOn ?? day}T09:00:00Z`);
  const info = { title, author: data.seller.name, createdAt, pictures, layout: 'landscape' as const };
  return createPdf(info, (pdf) => draw(pdf, invoice));
}

function draw(pdf: Pdf, invoice: AdvanceRow): void {
  const { number, day, revision, revisedOn, data, amountMinor, vatMinor } = invoice;
  const { seller, buyer, payment, vat } = data;
  const header = {
    ...{ number, day, seller, buyer, advances: [], shipment: null, payments: payment ? [payment] : [] },
    revision: revisedOn ? { number: revision, day: revisedOn } : null,
  };
  let end = drawFormHeader(pdf, header, page.margin, page.margin);
  if (isAnnulled(invoice)) {
    pdf
      .font('bold')
      .fontSize(11)
      .text(annulledMark, page.margin, end + 6);
    end = pdf.y;
  }
  const sums = { net: dash, vat: amountText(vatMinor), total: amountText(amountMinor) };
  const row = {
    ...{ name: isAnnulled(invoice) ? transferUndone : advanceName, unit: null },
    ...{ rate: `${vat}/${100 + (vat ?? 0)}`, vat: sums.vat, total: sums.total },
  };
  const drawEnd = (sheet: Pdf, top: number) => drawInvoiceSigners(sheet, seller, top + 12);
  const following = measure(pdf, drawEnd);
  drawEnd(pdf, drawFormTable(pdf, [row], sums, { top: end + 8, hasCodes: false, following }));
}
