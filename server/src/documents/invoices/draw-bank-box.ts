import { type Pdf, page } from '../pdf/create-pdf.ts';
import type { InvoiceData } from './invoice-data.ts';

const padding = 4;
const labelWidth = 42;
const valueWidth = 136;

/** The payee's requisites as payment orders have them. Returns where the box ends. */
export function drawBankBox(pdf: Pdf, { bank, seller }: InvoiceData, top: number, width: number): number {
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
