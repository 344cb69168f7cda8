import { bottomOf, type Pdf, page } from './create-pdf.ts';

export interface Column {
  title: string;
  width: number;
  align?: 'left' | 'right' | 'center';
}

interface TableStyle {
  fontSize: number;
  headSize: number;
  padding: number;
}

const usual: TableStyle = { fontSize: 9, headSize: 9, padding: 4 };

interface TableOptions {
  style?: TableStyle;
  /** The second head: numbers of the columns. */
  marks?: string[];
  /** How high what follows is. */
  following?: number;
  /** Last rows, sums among them, that share a page with what follows: no page is signed without a row. */
  keptRows?: number;
  isBold?: (index: number) => boolean;
}

/** Rows are never split between pages; each page repeats the heads. Returns where the table ends. */
export function drawTable(
  pdf: Pdf,
  columns: Column[],
  rows: string[][],
  top: number,
  { style = usual, marks, following = 0, keptRows = 1, isBold = () => false }: TableOptions = {},
): number {
  const heads = [columns.map(({ title }) => title), ...(marks ? [marks] : [])].map((cells) => ({
    ...{ cells, font: 'bold', fontSize: style.headSize, padding: style.padding, isHead: true },
  }));
  const lines = rows.map((cells, index) => ({
    ...{ cells, font: isBold(index) ? 'bold' : 'regular', fontSize: style.fontSize, padding: style.padding },
  }));
  const heights = lines.map((line) => heightOf(pdf, columns, line));
  const headHeight = heads.reduce((sum, head) => sum + heightOf(pdf, columns, head), 0);
  const last = Math.max(0, lines.length - keptRows);
  /** The height that has to fit below the previous row. */
  const neededAt = (index: number) =>
    index === last ? heights.slice(index).reduce((sum, one) => sum + one, following) : (heights[index] ?? 0);
  const drawAll = (drawn: Line[], from: number) => drawn.reduce((y, line) => drawLine(pdf, columns, line, y), from);
  let y = top;
  if (y + headHeight + neededAt(0) > bottomOf(pdf)) y = addPage(pdf);
  y = drawAll(heads, y);
  for (const [index, line] of lines.entries()) {
    if (index > 0 && y + neededAt(index) > bottomOf(pdf)) y = drawAll(heads, addPage(pdf));
    y = drawLine(pdf, columns, line, y);
  }
  return y;
}

function addPage(pdf: Pdf): number {
  pdf.addPage();
  return page.margin;
}

interface Line {
  cells: string[];
  font: string;
  fontSize: number;
  padding: number;
  isHead?: boolean;
}

/** Figures of one width line up in columns of sums. Elsewhere they would cost pdfkit its cache of words. */
const featuresOf = ({ align }: Column) => (align === 'right' ? { features: ['tnum' as const] } : {});

function heightOf(pdf: Pdf, columns: Column[], { cells, font, fontSize, padding }: Line): number {
  pdf.font(font).fontSize(fontSize);
  const heights = columns.map((column, index) =>
    pdf.heightOfString(cells[index] ?? '', { width: column.width - 2 * padding, ...featuresOf(column) }),
  );
  return Math.max(...heights) + 2 * padding;
}

function drawLine(pdf: Pdf, columns: Column[], line: Line, y: number): number {
  const { cells, padding, isHead } = line;
  const height = heightOf(pdf, columns, line);
  let x = page.margin;
  for (const [index, column] of columns.entries()) {
    const { width, align = 'left' } = column;
    pdf.lineWidth(0.5).rect(x, y, width, height).stroke();
    const options = { width: width - 2 * padding, align: isHead ? ('center' as const) : align };
    pdf.text(cells[index] ?? '', x + padding, y + padding, { ...options, ...featuresOf(column) });
    x += width;
  }
  return y + height;
}
