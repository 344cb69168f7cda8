import { dayInDigits, dayInWords } from '../../calendar.ts';
import type { Buyer, Seller } from '../../parties-store.ts';
import { bottomOf, type Pdf, page, widthOf } from '../../pdf/create-pdf.ts';
import { drawSignature, type SignatureCell } from '../../pdf/draw-parties.ts';
import { type Reference, saidNumber } from '../document-data.ts';

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
  const texts = all.map((one) => `№\u00a0${saidNumber(one)}\u00a0от\u00a0${dayInDigits(one.day)}`);
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

export interface FormLine {
  label: string;
  /** Several where one would not fit a page. */
  values: string[];
  mark: string;
}

export interface FormPlace {
  x: number;
  width: number;
  labelWidth: number;
}

const fontSize = 7.5;
const markWidth = 26;

/** A label, what is filled in above a line, and the mark of the form. Returns where it ends. */
export function drawFormLine(pdf: Pdf, { label, values, mark }: FormLine, place: FormPlace, top: number): number {
  return values.reduce(
    (y, value, index) =>
      drawPart(pdf, index === 0 ? label : '', value, index === values.length - 1 ? mark : '', place, y),
    top,
  );
}

function drawPart(pdf: Pdf, label: string, value: string, mark: string, place: FormPlace, top: number): number {
  const { x, width, labelWidth } = place;
  const room = width - labelWidth - markWidth;
  pdf.font('regular').fontSize(fontSize);
  const labelHeight = label ? pdf.heightOfString(label, { width: labelWidth - 4 }) : 0;
  const height = Math.max(labelHeight, pdf.heightOfString(value, { width: room }));
  let y = top;
  if (y + height > bottomOf(pdf)) {
    pdf.addPage();
    y = page.margin;
  }
  pdf.text(label, x, y, { width: labelWidth - 4 });
  pdf.text(value, x + labelWidth, y, { width: room });
  const end = y + height;
  pdf.text(mark, x + width - markWidth, end - 10, { width: markWidth, align: 'right' });
  pdf
    .lineWidth(0.3)
    .moveTo(x + labelWidth, end)
    .lineTo(x + labelWidth + room, end)
    .stroke();
  return end + 1.5;
}

export const gap = 24;

/** Who signs an invoice: head and accountant of a company, or the sole proprietor with their registration. */
export function drawInvoiceSigners(pdf: Pdf, seller: Seller, y: number): number {
  const { director, accountantName, kind } = seller;
  const width = (widthOf(pdf) - gap) / 2;
  const left = { x: page.margin, y, width };
  const right = { x: page.margin + width + gap, y, width };
  const sides =
    kind === 'company'
      ? [
          signer('Руководитель организации или иное уполномоченное лицо', director.name, true),
          signer('Главный бухгалтер или иное уполномоченное лицо', accountantName ?? director.name),
        ]
      : [
          signer('Индивидуальный предприниматель или иное уполномоченное лицо', director.name, true),
          [{ text: registrationOf(seller), share: 1, caption: 'реквизиты государственной регистрации' }],
        ];
  return Math.max(...sides.map((cells, index) => drawSignature(pdf, cells, index === 0 ? left : right)));
}

function signer(label: string, name: string, isDirectors = false): SignatureCell[] {
  return [
    { text: label, share: 0.42 },
    { text: '', share: 0.23, caption: 'подпись', isDirectors },
    { text: name, share: 0.35, caption: 'ф. и. о.' },
  ];
}

function registrationOf({ ogrn, registeredOn }: Seller): string {
  return registeredOn ? `ОГРНИП ${ogrn} от ${dayInDigits(registeredOn)}` : `ОГРНИП ${ogrn}`;
}
