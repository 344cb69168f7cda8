import { formatMoney } from '@kazna/contract/shared/money';
import { sumInWords } from '../amounts.ts';
import { dayInWords } from '../calendar.ts';
import { describeParty, groundOf, untaxedText } from '../parties-store.ts';
import { contentWidth, createPdf, drawTitleRule, type Pdf, type Pictures, page } from '../pdf/create-pdf.ts';
import { drawParty, drawSignatures } from '../pdf/draw-parties.ts';
import { drawLogo } from '../pdf/draw-pictures.ts';
import { drawTable } from '../pdf/draw-table.ts';
import type { InvoiceData } from './invoice-data.ts';
import type { InvoiceRow } from './invoices-store.ts';
import { invoiceQr } from './payment-qr.ts';

export type Rendered = Pick<InvoiceRow, 'number' | 'amountMinor' | 'currency' | 'data'>;

const qrSize = 112;

export function renderInvoice(invoice: Rendered, pictures?: Pictures): Promise<Buffer> {
  const { number, data } = invoice;
  const title = `Счёт на оплату № ${number} от ${dayInWords(data.day)}`;
  const createdAt = new Date(`${data.day}T09:00:00Z`);
  return createPdf({ title, author: data.seller.name, createdAt, pictures, color: data.seller.color }, (pdf) =>
    draw(pdf, invoice, title),
  );
}

function draw(pdf: Pdf, invoice: Rendered, title: string): void {
  const { data } = invoice;
  const { margin } = page;
  const top = drawLogo(pdf);
  const boxBottom = drawBankBox(pdf, data, top, contentWidth - qrSize - 20);
  drawQrCode(pdf, invoiceQr(invoice), margin + contentWidth - qrSize, top, qrSize);
  pdf.font('regular').fontSize(7);
  const caption = { width: qrSize, align: 'center' as const };
  pdf.text('Оплата по QR-коду в приложении банка', margin + contentWidth - qrSize, top + qrSize + 6, caption);
  let y = Math.max(boxBottom, pdf.y) + 14;
  pdf.font('bold').fontSize(14).text(title, margin, y, { width: contentWidth });
  y = pdf.y + 6;
  drawTitleRule(pdf, y);
  y += 12;
  y = drawParty(pdf, 'Поставщик', describeParty(data.seller), y);
  y = drawParty(pdf, 'Покупатель', describeParty(data.buyer), y);
  if (data.buyer.contract) y = drawParty(pdf, 'Основание', groundOf(data.buyer), y);
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
    data.vat === null
      ? [untaxedText(data.vatGround), '—']
      : [`В том числе НДС ${data.vat}\u00a0%:`, sum(data.vatMinor)],
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

const padding = 4;
const labelWidth = 42;
const valueWidth = 136;

/** The payee's requisites as payment orders have them. Returns where the box ends. */
function drawBankBox(pdf: Pdf, { bank, seller }: InvoiceData, top: number, width: number): number {
  const x = page.margin;
  const left = width - labelWidth - valueWidth;
  const text = (value: string, at: number, y: number, room: number, size = 9) => {
    pdf
      .font('regular')
      .fontSize(size)
      .text(value, at + padding, y + padding, { width: room - 2 * padding });
    return pdf.y;
  };
  const note = (value: string, y: number) => text(value, x, y, left, 7);
  const label = (value: string, y: number) => text(value, x + left, y, labelWidth);
  const value = (number: string, y: number) => text(number, x + left + labelWidth, y, valueWidth);

  const bankEnd = Math.max(note('Банк получателя', text(bank.bankName, x, top, left) - padding) + padding, top + 38);
  label('БИК', top);
  value(bank.bik, top);
  label('Сч. №', top + 18);
  value(bank.correspondentAccount ?? '—', top + 18);
  const codes = seller.kpp ? `ИНН ${seller.inn}   КПП ${seller.kpp}` : `ИНН ${seller.inn}`;
  const codesEnd = text(codes, x, bankEnd, left) + padding;
  label('Сч. №', bankEnd);
  value(bank.account, bankEnd);
  const end = note('Получатель', text(seller.name, x, codesEnd, left) - padding) + padding;

  pdf
    .lineWidth(0.5)
    .rect(x, top, width, end - top)
    .stroke();
  const line = (fromX: number, fromY: number, toX: number, toY: number) =>
    pdf.moveTo(fromX, fromY).lineTo(toX, toY).stroke();
  line(x, bankEnd, x + width, bankEnd);
  line(x, codesEnd, x + left, codesEnd);
  line(x + left, top + 18, x + width, top + 18);
  line(x + left, top, x + left, end);
  line(x + left + labelWidth, top, x + left + labelWidth, end);
  return end;
}

/** Draws the modules as one shape: sharp at any size. The margin of four modules is the caller's. */
function drawQrCode(pdf: Pdf, modules: boolean[][], x: number, y: number, size: number): void {
  const module = size / modules.length;
  for (const [row, line] of modules.entries()) {
    for (const [column, isBlack] of line.entries()) {
      if (isBlack) pdf.rect(x + column * module, y + row * module, module, module);
    }
  }
  pdf.fill('black');
}
