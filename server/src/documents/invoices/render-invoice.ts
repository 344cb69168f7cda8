import { formatMoney } from '@kazna/contract/shared/money';
import { contentWidth, createPdf, type Pdf, page } from '../pdf/create-pdf.ts';
import { drawQrCode } from '../pdf/draw-qr-code.ts';
import { drawTable } from '../pdf/draw-table.ts';
import { qrModules } from '../qr/draw-qr.ts';
import { sumInWords } from '../sum-in-words.ts';
import { drawBankBox } from './draw-bank-box.ts';
import type { InvoiceData } from './invoice-data.ts';
import { qrOf } from './present-invoice.ts';
import type { InvoiceRow } from './store.ts';

export type Rendered = Pick<InvoiceRow, 'number' | 'amountMinor' | 'currency' | 'data'>;

const months = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ');

/** «1 февраля 2026 г.» */
function dayInWords(iso: string): string {
  const [year, month, day] = iso.split('-').map(Number);
  return `${day} ${months[(month as number) - 1]} ${year} г.`;
}

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
  let y = Math.max(boxBottom, margin + qrSize) + 22;
  pdf.font('bold').fontSize(14).text(title, margin, y, { width: contentWidth });
  y = pdf.y + 6;
  pdf
    .lineWidth(1.5)
    .moveTo(margin, y)
    .lineTo(margin + contentWidth, y)
    .stroke();
  y += 12;
  y = drawParty(pdf, 'Поставщик', describeParty({ ...data.seller }), y);
  y = drawParty(pdf, 'Покупатель', describeParty({ ...data.buyer, phone: null }), y);
  y = drawParty(pdf, 'Оплатить до', dayInWords(data.dueDay), y);
  y = drawTable(pdf, columns, [rowOf(invoice)], y + 8) + 8;
  y = drawTotals(pdf, invoice, y);
  y = drawWords(pdf, invoice, y);
  drawSignatures(pdf, data, y + 14);
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

function describeParty(party: {
  name: string;
  inn: string;
  kpp: string | null;
  address: string | null;
  phone: string | null;
}): string {
  const { name, inn, kpp, address, phone } = party;
  const parts = [name, `ИНН ${inn}`, kpp && `КПП ${kpp}`, address, phone && `тел. ${phone}`];
  return parts.filter(Boolean).join(', ');
}

function drawParty(pdf: Pdf, label: string, text: string, y: number): number {
  const indent = 80;
  pdf
    .font('regular')
    .fontSize(9)
    .text(label, page.margin, y, { width: indent - 8 });
  pdf.font('bold').text(text, page.margin + indent, y, { width: contentWidth - indent });
  return pdf.y + 6;
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
    pdf.text(value, page.margin + contentWidth - 96, y, { width: 92, align: 'right' });
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

function drawSignatures(pdf: Pdf, { seller: { director, accountantName } }: InvoiceData, top: number): void {
  let y = top + 10;
  const signers = [[director.title, director.name], ...(accountantName ? [['Главный бухгалтер', accountantName]] : [])];
  for (const [title = '', name = ''] of signers) {
    pdf.font('bold').fontSize(9).text(title, page.margin, y, { width: 150 });
    const bottom = Math.max(pdf.y, y + 11);
    pdf
      .lineWidth(0.5)
      .moveTo(page.margin + 160, bottom)
      .lineTo(page.margin + 320, bottom)
      .stroke();
    pdf.font('regular').text(name, page.margin + 330, bottom - 11, { width: contentWidth - 330 });
    y = Math.max(pdf.y, bottom) + 20;
  }
}
