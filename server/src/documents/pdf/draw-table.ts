import { bottomOf, type Pdf, page } from './create-pdf.ts';

export interface Column {
  title: string;
  width: number;
  align?: 'left' | 'right' | 'center';
}

export interface TableStyle {
  fontSize: number;
  padding: number;
}

const usual: TableStyle = { fontSize: 9, padding: 4 };

/** Rows are never split between pages; each page repeats the heads. Returns where the table ends. */
export function drawTable(
  pdf: Pdf,
  columns: Column[],
  rows: string[][],
  top: number,
  { style = usual, marks }: { style?: TableStyle; marks?: string[] } = {},
): number {
  const heads = [columns.map(({ title }) => title), ...(marks ? [marks] : [])];
  const drawHeads = (y: number) => heads.reduce((at, head) => drawRow(pdf, columns, head, at, true, style), y);
  let y = drawHeads(top);
  for (const row of rows) {
    if (y + heightOf(pdf, columns, row, false, style) > bottomOf(pdf)) {
      pdf.addPage();
      y = drawHeads(page.margin);
    }
    y = drawRow(pdf, columns, row, y, false, style);
  }
  return y;
}

function heightOf(pdf: Pdf, columns: Column[], cells: string[], isHead: boolean, style: TableStyle): number {
  pdf.font(isHead ? 'bold' : 'regular').fontSize(style.fontSize);
  const heights = columns.map(({ width }, index) =>
    pdf.heightOfString(cells[index] ?? '', { width: width - 2 * style.padding }),
  );
  return Math.max(...heights) + 2 * style.padding;
}

function drawRow(pdf: Pdf, columns: Column[], cells: string[], y: number, isHead: boolean, style: TableStyle): number {
  const { padding } = style;
  const height = heightOf(pdf, columns, cells, isHead, style);
  let x = page.margin;
  for (const [index, { width, align = 'left' }] of columns.entries()) {
    pdf.lineWidth(0.5).rect(x, y, width, height).stroke();
    const options = { width: width - 2 * padding, align: isHead ? ('center' as const) : align };
    pdf.text(cells[index] ?? '', x + padding, y + padding, options);
    x += width;
  }
  return y + height;
}
