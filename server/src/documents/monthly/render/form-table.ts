import { type Pdf, widthOf } from '../../pdf/create-pdf.ts';
import { drawTable } from '../../pdf/draw-table.ts';
import { okeiUnit } from '../okei.ts';
import { dash } from './invoice-form.ts';

export interface FormRow {
  name: string;
  /** Null where the form has dashes: an advance has neither unit nor price, and no price without tax. */
  unit: { name: string; quantity: string; price: string; net: string } | null;
  rate: string;
  vat: string;
  total: string;
}

export interface FormSums {
  net: string;
  vat: string;
  total: string;
}

const codeColumn = { title: 'Код товара, работ, услуг', width: 36, mark: 'А', align: 'center' } as const;

/** The name takes what is left of the width. */
const columns = [
  { title: '№\u00a0п/п', width: 27, mark: '1', align: 'center' },
  {
    title: 'Наименование товара (описание выполненных работ, оказанных услуг), имущественного права',
    width: 0,
    mark: '1а',
    align: 'left',
  },
  { title: 'Код вида товара', width: 34, mark: '1б', align: 'center' },
  { title: 'Ед. изм.: код', width: 26, mark: '2', align: 'center' },
  { title: 'Ед. изм.: обозна\u00adчение', width: 36, mark: '2а', align: 'center' },
  { title: 'Коли\u00adчество (объём)', width: 34, mark: '3', align: 'right' },
  { title: 'Цена (тариф) за единицу измерения', width: 60, mark: '4', align: 'right' },
  { title: 'Стоимость товаров (работ, услуг) без налога, всего', width: 62, mark: '5', align: 'right' },
  { title: 'В том числе сумма акциза', width: 46, mark: '6', align: 'center' },
  { title: 'Налоговая ставка', width: 42, mark: '7', align: 'center' },
  { title: 'Сумма налога, предъявля\u00adемая покупателю', width: 58, mark: '8', align: 'right' },
  { title: 'Стоимость товаров (работ, услуг) с налогом, всего', width: 62, mark: '9', align: 'right' },
  { title: 'Страна: код', width: 30, mark: '10', align: 'center' },
  { title: 'Страна: название', width: 38, mark: '10а', align: 'center' },
  { title: 'Рег.\u00a0№ декларации или партии', width: 46, mark: '11', align: 'center' },
] as const;

const style = { fontSize: 7, headSize: 6, padding: 2.5 };

function cellsOf({ name, unit, rate, vat, total }: FormRow, index: number): string[] {
  const okei = unit && okeiUnit(unit.name);
  const measured = unit
    ? [okei?.code ?? dash, okei?.sign ?? dash, unit.quantity, unit.price, unit.net, 'без акциза']
    : Array(6).fill(dash);
  // A unit of the business's own has no place in the form but the description.
  const described = unit && !okei ? `${name} (${unit.name})` : name;
  return [String(index + 1), described, dash, ...measured, rate, vat, total, dash, dash, dash];
}

/** The table of an invoice, or of УПД with its own first column; the last row is the sums. Returns where it ends. */
export function drawFormTable(
  pdf: Pdf,
  rows: FormRow[],
  sums: FormSums,
  { top, hasCodes, following }: { top: number; hasCodes: boolean; following: number },
): number {
  const all = hasCodes ? [codeColumn, ...columns] : columns;
  const rest = widthOf(pdf) - all.reduce((sum, { width }) => sum + width, 0);
  const total = ['', 'Всего к оплате (9)', ...Array(5).fill(''), sums.net, 'Х', 'Х', sums.vat, sums.total, '', '', ''];
  const cells = [...rows.map(cellsOf), total].map((row) => (hasCodes ? [row === total ? '' : dash, ...row] : row));
  return drawTable(
    pdf,
    all.map((column) => ({ ...column, width: column.width || rest })),
    cells,
    top,
    { style, marks: all.map(({ mark }) => mark), following, keptRows: 2, isBold: (index) => index === rows.length },
  );
}
