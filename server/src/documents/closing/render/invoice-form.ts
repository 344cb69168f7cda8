import { dayInDigits, dayInWords } from '../../day-in-words.ts';
import type { Buyer, Seller } from '../../parties.ts';
import { type Pdf, page, widthOf } from '../../pdf/create-pdf.ts';
import { drawTable } from '../../pdf/draw-table.ts';
import type { Reference } from '../closing-data.ts';

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

const dash = '—';
const codes = ({ inn, kpp }: { inn: string; kpp: string | null }) => (kpp ? `${inn}/${kpp}` : inn);
const references = (all: Reference[]) =>
  all.map(({ number, day }) => `№ ${number} от ${dayInDigits(day)}`).join('; ') || dash;

/** Lines 1 to 8 of an invoice by the Government's form. Returns where they end. */
export function drawFormHeader(pdf: Pdf, header: FormHeader, x: number, top: number): number {
  const { number, day, revision, seller, buyer } = header;
  const width = page.margin + widthOf(pdf) - x;
  pdf.font('bold').fontSize(10);
  pdf.text(`Счёт-фактура № ${number} от ${dayInWords(day)} (1)`, x, top, { width });
  const fix = revision ? `№ ${revision.number} от ${dayInWords(revision.day)}` : `№ ${dash} от ${dash}`;
  pdf
    .font('regular')
    .fontSize(8)
    .text(`Исправление ${fix} (1а)`, x, pdf.y + 1, { width });
  const lines: [string, string, string][] = [
    ['Продавец', seller.name, '2'],
    ['Адрес', seller.address, '2а'],
    ['ИНН/КПП продавца', codes(seller), '2б'],
    ['Грузоотправитель и его адрес', dash, '3'],
    ['Грузополучатель и его адрес', dash, '4'],
    ['К платёжно-расчётному документу', references(header.payments), '5'],
    ['Документ об отгрузке', header.shipment ?? dash, '5а'],
    ['К счёту-фактуре на аванс', references(header.advances), '5б'],
    ['Покупатель', buyer.name, '6'],
    ['Адрес', buyer.address ?? dash, '6а'],
    ['ИНН/КПП покупателя', codes(buyer), '6б'],
    ['Валюта: наименование, код', 'Российский рубль, 643', '7'],
    ['Идентификатор государственного контракта', dash, '8'],
  ];
  let y = pdf.y + 4;
  const labelWidth = 178;
  for (const [label, value, mark] of lines) {
    pdf.font('regular').fontSize(7.5);
    pdf.text(`${label}:`, x, y, { width: labelWidth });
    const labelEnd = pdf.y;
    pdf.text(value, x + labelWidth, y, { width: width - labelWidth - 26 });
    const end = Math.max(labelEnd, pdf.y);
    pdf.text(`(${mark})`, x + width - 24, end - 10, { width: 24, align: 'right' });
    pdf
      .lineWidth(0.3)
      .moveTo(x + labelWidth, end)
      .lineTo(x + width - 26, end)
      .stroke();
    y = end + 1.5;
  }
  return y;
}

export interface FormLine {
  name: string;
  quantity: string;
  net: string;
  rate: string;
  vat: string;
  total: string;
}

const columns = [
  { title: '№ п/п', width: 28, mark: '1', align: 'center' },
  { title: 'Наименование товара, описание работ, услуг, имущественного права', width: 180, mark: '1а', align: 'left' },
  { title: 'Код вида товара', width: 36, mark: '1б', align: 'center' },
  { title: 'Код ед. изм.', width: 30, mark: '2', align: 'center' },
  { title: 'Ед. изм.', width: 30, mark: '2а', align: 'center' },
  { title: 'Коли-чество', width: 36, mark: '3', align: 'right' },
  { title: 'Цена за единицу', width: 40, mark: '4', align: 'right' },
  { title: 'Стоимость без налога, всего', width: 76, mark: '5', align: 'right' },
  { title: 'В том числе акциз', width: 40, mark: '6', align: 'center' },
  { title: 'Налоговая ставка', width: 50, mark: '7', align: 'center' },
  { title: 'Сумма налога', width: 70, mark: '8', align: 'right' },
  { title: 'Стоимость с налогом, всего', width: 76, mark: '9', align: 'right' },
  { title: 'Страна', width: 38, mark: '10', align: 'center' },
  { title: 'Рег. №', width: 31.89, mark: '11', align: 'center' },
] as const;

/** The table of an invoice; the last row is the sums. Returns where it ends. */
export function drawFormTable(
  pdf: Pdf,
  lines: FormLine[],
  sums: Omit<FormLine, 'name' | 'quantity' | 'rate'>,
  top: number,
) {
  const rows = lines.map(({ name, quantity, net, rate, vat, total }, index) => [
    ...[String(index + 1), name, dash, dash, quantity === dash ? dash : 'усл.', quantity, dash, net],
    ...['без акциза', rate, vat, total, dash, dash],
  ]);
  const total = ['', 'Всего к оплате (9)', '', '', '', '', '', sums.net, 'Х', 'Х', sums.vat, sums.total, '', ''];
  const marks = columns.map(({ mark }) => mark);
  const style = { fontSize: 7, padding: 2.5 };
  return drawTable(pdf, [...columns], [...rows, total], top, { style, marks });
}
