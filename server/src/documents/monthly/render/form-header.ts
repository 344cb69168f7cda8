import { dayInDigits, dayInWords } from '../../day-in-words.ts';
import type { Buyer, Seller } from '../../parties-store.ts';
import { type Pdf, page, widthOf } from '../../pdf/create-pdf.ts';
import type { Reference } from '../closing-data.ts';
import { drawFormLine } from './form-line.ts';

export interface FormHeader {
  number: string;
  day: string;
  revision: { number: number; day: string } | null;
  seller: Seller;
  buyer: Buyer;
  payments: Reference[];
  /** Line 5а of УПД; absent from an advance invoice. */
  shipment: string | null;
  advances: Reference[];
}

export const dash = '—';
const codes = ({ inn, kpp }: { inn: string; kpp: string | null }) => (kpp ? `${inn}/${kpp}` : inn);

const perPart = 12;

/** In parts: a month may be paid by hundreds of top-ups, and all of them are named. */
function references(all: Reference[]): string[] {
  if (all.length === 0) return [dash];
  const texts = all.map(({ number, day }) => `№\u00a0${number}\u00a0от\u00a0${dayInDigits(day)}`);
  const parts = Array.from({ length: Math.ceil(texts.length / perPart) }, (_, index) =>
    texts.slice(index * perPart, (index + 1) * perPart).join('; '),
  );
  return parts.map((part, index) => (index < parts.length - 1 ? `${part};` : part));
}

/** Lines 1 to 8 of an invoice by the Government's form. Returns where they end. */
export function drawFormHeader(pdf: Pdf, header: FormHeader, x: number, top: number): number {
  const { number, day, revision } = header;
  const width = page.margin + widthOf(pdf) - x;
  pdf.font('bold').fontSize(10);
  pdf.text(`Счёт-фактура № ${number} от ${dayInWords(day)} (1)`, x, top, { width });
  const fix = revision ? `№ ${revision.number} от ${dayInWords(revision.day)}` : `№ ${dash} от ${dash}`;
  pdf
    .font('regular')
    .fontSize(8)
    .text(`Исправление ${fix} (1а)`, x, pdf.y + 1, { width });
  const place = { x, width, labelWidth: 178 };
  return linesOf(header).reduce(
    (y, [label, values, mark]) => drawFormLine(pdf, { label: `${label}:`, values, mark: `(${mark})` }, place, y),
    pdf.y + 4,
  );
}

function linesOf({ seller, buyer, payments, shipment, advances }: FormHeader): [string, string[], string][] {
  return [
    ['Продавец', [seller.name], '2'],
    ['Адрес', [seller.address], '2а'],
    ['ИНН/КПП продавца', [codes(seller)], '2б'],
    ['Грузоотправитель и его адрес', [dash], '3'],
    ['Грузополучатель и его адрес', [dash], '4'],
    ['К платёжно-расчётному документу', references(payments), '5'],
    ['Документ об отгрузке', [shipment ?? dash], '5а'],
    ['К счёту-фактуре на аванс', references(advances), '5б'],
    ['Покупатель', [buyer.name], '6'],
    ['Адрес', [buyer.address ?? dash], '6а'],
    ['ИНН/КПП покупателя', [codes(buyer)], '6б'],
    ['Валюта: наименование, код', ['Российский рубль, 643'], '7'],
    ['Идентификатор государственного контракта', [dash], '8'],
  ];
}
