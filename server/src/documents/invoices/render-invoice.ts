import { formatMoney } from '@kazna/contract/shared/money';
import { dayInWords } from '../day-in-words.ts';
import { describeParty } from '../parties-store.ts';
import { contentWidth, createPdf, type Pdf, page } from '../pdf/create-pdf.ts';
import { drawParty, drawSignatures } from '../pdf/draw-parties.ts';
import { drawQrCode } from '../pdf/draw-qr-code.ts';
import { drawTable } from '../pdf/draw-table.ts';
import { qrModules } from '../qr/draw-qr.ts';
import { sumInWords } from '../sum-in-words.ts';
import { drawBankBox } from './draw-bank-box.ts';
import { qrOf } from './present-invoice.ts';
import type { InvoiceRow } from './store.ts';

export type Rendered = Pick<InvoiceRow, 'number' | 'amountMinor' | 'currency' | 'data'>;

const qrSize = 112;

export function renderInvoice(invoice: Rendered): Promise<Buffer> {
  const { number, data } = invoice;
  const title = `Счёт на оплату № ${number} от ${dayInWords(data.day)}`;
  const createdAt = new Date(`${data.day}T09:00:00Z`);
  return createPdf({ title, author: data.seller.name, createdAt }, (pdf) => draw(pdf, invoice, title));
}

function draw(pdf: Pdf, invoice: Rendered, title: string): void {
  const { data } = invoice;
  const { margin } = page;
  const boxBottom = drawBankBox(pdf, data, margin, contentWidth - qrSize - 20);
  drawQrCode(pdf, qrModules(qrOf(invoice).bytes), margin + contentWidth - qrSize, margin, qrSize);
  pdf.font('regular').fontSize(7);
  const caption = { width: qrSize, align: 'center' as const };
  pdf.text('Оплата по QR-коду в приложении банка', margin + contentWidth - qrSize, margin + qrSize + 6, caption);
  let y = Math.max(boxBottom, pdf.y) + 14;
  pdf.font('bold').fontSize(14).text(title, margin, y, { width: contentWidth });
  y = pdf.y + 6;
  pdf
    .lineWidth(1.5)
    .moveTo(margin, y)
    .lineTo(margin + contentWidth, y)
    .stroke();
  y += 12;
  y = drawParty(pdf, 'Поставщик', describeParty(data.seller), y);
  y = drawParty(pdf, 'Покупатель', describeParty(data.buyer), y);
  y = drawParty(pdf, 'Оплатить до', dayInWords(data.dueDay), y);
  y = drawTable(pdf, columns, [rowOf(invoice)], y + 8) + 8;
  y = drawTotals(pdf, invoice, y);
  y = drawWords(pdf, invoice, y);
  drawSignatures(pdf, data.seller, y + 14);
}

const columns = [
  { title: '№', width: 26, align: 'center' as const },
  { title: 'Товары, работы, услуги', width: contentWidth - 26 - 46 - 46 - 92 - 92 },
  { title: 'Кол-во', width: 46, align: 'right' as const },
  { title: 'Ед.', width: 46, align: 'center' as const },
  { title: 'Цена', width: 92, align: 'right' as const },
  { title: 'Сумма', width: 92, align: 'right' as const },
];

function rowOf({ amountMinor, currency, data }: Rendered): string[] {
  const name = ['Пополнение баланса личного кабинета', data.description].filter(Boolean).join('. ');
  const amount = formatMoney({ amountMinor, currency });
  return ['1', name, '1', 'усл.', amount, amount];
}

function drawTotals(pdf: Pdf, { amountMinor, currency, data }: Rendered, top: number): number {
  const sum = (amount: number) => formatMoney({ amountMinor: amount, currency });
  const lines = [
    ['Итого:', sum(amountMinor)],
    data.vat === null ? ['Без НДС', '—'] : [`В том числе НДС ${data.vat}\u00a0%:`, sum(data.vatMinor)],
    ['Всего к оплате:', sum(amountMinor)],
  ] as const;
  let y = top;
  for (const [label, value] of lines) {
    pdf.font('bold').fontSize(9);
    pdf.text(label, page.margin, y, { width: contentWidth - 100, align: 'right' });
    pdf.text(value, page.margin + contentWidth - 96, y, { width: 92, align: 'right', features: ['tnum'] });
    y += 14;
  }
  return y + 4;
}

function drawWords(pdf: Pdf, { amountMinor, currency, data }: Rendered, top: number): number {
  const { margin } = page;
  const width = contentWidth;
  pdf.font('regular').text(`Всего наименований 1, на сумму ${formatMoney({ amountMinor, currency })}`, margin, top, {
    width,
  });
  pdf.font('bold').text(sumInWords(amountMinor, currency), margin, pdf.y + 2, { width });
  pdf.font('regular').text('Назначение платежа (скопируйте без изменений):', margin, pdf.y + 12, { width });
  pdf.font('bold').text(data.purpose, margin, pdf.y + 2, { width });
  const y = pdf.y + 10;
  pdf
    .lineWidth(1.5)
    .moveTo(margin, y)
    .lineTo(margin + width, y)
    .stroke();
  return y;
}
