import type { Pdf } from './create-pdf.ts';

export interface SignatureCell {
  text: string;
  /** Of the whole width. */
  share: number;
  /** Under the line to write on; a cell without one is a label. */
  caption?: string;
}

export interface SignatureStyle {
  fontSize: number;
  font?: 'regular' | 'bold';
}

const gap = 8;
const captionSize = 5.5;

/** Cells on one base line: who signs, where, and their name. Returns where the captions end. */
export function drawSignature(
  pdf: Pdf,
  cells: SignatureCell[],
  { x, y, width }: { x: number; y: number; width: number },
  { fontSize, font = 'regular' }: SignatureStyle = { fontSize: 8 },
): number {
  pdf.font(font).fontSize(fontSize);
  const roomOf = ({ share }: SignatureCell) => width * share - gap;
  const heights = cells.map((cell) => pdf.heightOfString(cell.text || ' ', { width: roomOf(cell) }));
  const base = y + Math.max(...heights, fontSize * 1.6);
  let left = x;
  for (const [index, cell] of cells.entries()) {
    const room = roomOf(cell);
    const align = cell.caption ? 'center' : 'left';
    pdf.font(font).fontSize(fontSize);
    pdf.text(cell.text, left, base - (heights[index] ?? 0), { width: room, align });
    if (cell.caption) drawCaption(pdf, cell.caption, { x: left, y: base, width: room });
    left += width * cell.share;
  }
  return base + 9;
}

function drawCaption(pdf: Pdf, caption: string, { x, y, width }: { x: number; y: number; width: number }): void {
  pdf
    .lineWidth(0.5)
    .moveTo(x, y)
    .lineTo(x + width, y)
    .stroke();
  pdf
    .font('regular')
    .fontSize(captionSize)
    .text(caption, x, y + 1.5, { width, align: 'center' });
}
