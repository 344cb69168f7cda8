import { type Currency, formatMoney } from '@kazna/contract/shared/money';
import { sumInWords } from '../documents/amounts.ts';
import type { DocumentedBusiness } from '../documents/business/business-store.ts';
import { contentWidth, createPdf, drawTitleRule, type Pdf, type Pictures, page } from '../documents/pdf/create-pdf.ts';
import { drawParty, drawSignatures } from '../documents/pdf/draw-parties.ts';
import { drawLogo } from '../documents/pdf/draw-pictures.ts';

export interface Confirmation {
  title: string;
  /** Without its ending. */
  fileName: string;
  status: string;
  amountMinor: number;
  currency: Currency;
  /** When the money was credited, `2026-11-18`. */
  day: string;
  /** Whose balance was topped up. */
  customer: string;
  facts: [label: string, text: string][];
  recipient: string;
  /** Null until staff said who sells: the page then has no signature. */
  business: DocumentedBusiness | null;
  businessName: string;
}

export function renderConfirmation(confirmation: Confirmation, pictures?: Pictures): Promise<Buffer> {
  const { title, day, business, businessName } = confirmation;
  const info = {
    title,
    author: business?.name ?? businessName,
    createdAt: new Date(`${day}T09:00:00Z`),
    pictures,
    color: business?.color,
  };
  return createPdf(info, (pdf) => draw(pdf, confirmation));
}

function draw(pdf: Pdf, confirmation: Confirmation): void {
  const { title, status, amountMinor, currency, customer, facts, recipient, business } = confirmation;
  const { margin } = page;
  const width = contentWidth;
  const top = drawLogo(pdf);
  pdf.font('bold').fontSize(14).text(title, margin, top, { width });
  let y = drawTitleRule(pdf, pdf.y + 6) + 16;
  pdf.font('bold').fontSize(22).text(formatMoney({ amountMinor, currency }), margin, y, { width });
  pdf
    .font('regular')
    .fontSize(10)
    .text(sumInWords(amountMinor, currency), margin, pdf.y + 4, { width });
  y = pdf.y + 18;
  const rows: [string, string][] = [
    ['Состояние', status],
    ...facts,
    ['Получатель', recipient],
    ['Пополнен баланс', customer],
  ];
  for (const [label, text] of rows) y = drawParty(pdf, label, text, y) + 4;
  y = drawRule(pdf, y + 4) + 8;
  pdf.font('regular').fontSize(8);
  pdf.text('Подтверждение составлено по данным личного кабинета и не заменяет кассовый чек.', margin, y, { width });
  if (business) drawSignatures(pdf, business, pdf.y + 24);
}

function drawRule(pdf: Pdf, y: number): number {
  pdf
    .lineWidth(1.5)
    .moveTo(page.margin, y)
    .lineTo(page.margin + contentWidth, y)
    .stroke();
  return y;
}
