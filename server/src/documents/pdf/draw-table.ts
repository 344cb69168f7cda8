import { contentBottom, type Pdf, page } from './create-pdf.ts';

export interface Column {
  title: string;
  width: number;
  align?: 'left' | 'right' | 'center';
}

const padding = 4;

/** Rows are never split between pages; each page repeats the head. Returns where the table ends. */
export function drawTable(pdf: Pdf, columns: Column[], rows: string[][], top: number): number {
  const head = columns.map(({ title }) => title);
  let y = drawRow(pdf, columns, head, top, true);
  for (const row of rows) {
    if (y + heightOf(pdf, columns, row, false) > contentBottom) {
      pdf.addPage();
      y = drawRow(pdf, columns, head, page.margin, true);
    }
    y = drawRow(pdf, columns, row, y, false);
  }
  return y;
}

function heightOf(pdf: Pdf, columns: Column[], cells: string[], isHead: boolean): number {
  pdf.font(isHead ? 'bold' : 'regular').fontSize(9);
  const heights = columns.map(({ width }, index) =>
    pdf.heightOfString(cells[index] ?? '', { width: width - 2 * padding }),
  );
  return Math.max(...heights) + 2 * padding;
}

function drawRow(pdf: Pdf, columns: Column[], cells: string[], y: number, isHead: boolean): number {
  const height = heightOf(pdf, columns, cells, isHead);
  let x = page.margin;
  for (const [index, { width, align = 'left' }] of columns.entries()) {
    pdf.lineWidth(0.5).rect(x, y, width, height).stroke();
    const options = { width: width - 2 * padding, align: isHead ? ('center' as const) : align };
    pdf.text(cells[index] ?? '', x + padding, y + padding, options);
    x += width;
  }
  return y + height;
}
