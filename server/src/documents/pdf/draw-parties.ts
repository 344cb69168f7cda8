import type { Seller } from '../parties-store.ts';
import { type Pdf, page, widthOf } from './create-pdf.ts';
import { drawSignaturePicture, drawStamp } from './draw-pictures.ts';

/** A label and what follows it, in bold. Returns where the next one begins. */
export function drawParty(pdf: Pdf, label: string, text: string, y: number): number {
  const indent = 80;
  pdf
    .font('regular')
    .fontSize(9)
    .text(label, page.margin, y, { width: indent - 8 });
  const labelEnd = pdf.y;
  pdf.font('bold').text(text, page.margin + indent, y, { width: widthOf(pdf) - indent });
  return Math.max(pdf.y, labelEnd) + 6;
}

/** Lines to sign on, for the director and, where there is one, the accountant. */
export function drawSignatures(
  pdf: Pdf,
  { director, accountantName }: Pick<Seller, 'director' | 'accountantName'>,
  top: number,
): number {
  const signers = [[director.title, director.name], ...(accountantName ? [['Главный бухгалтер', accountantName]] : [])];
  const width = widthOf(pdf);
  const end = signers.reduce((y, [title = '', name = ''], index) => {
    const cells = [
      { text: title, share: 0.3 },
      { text: '', share: 0.25, caption: 'подпись', isDirectors: index === 0 },
      { text: name, share: 0.45, caption: 'расшифровка подписи' },
    ];
    return drawSignature(pdf, cells, { x: page.margin, y, width }, { fontSize: 9 }) + 8;
  }, top);
  drawStamp(pdf, { x: page.margin + width * 0.3, y: top + 40 });
  return end;
}

interface Side {
  title: string;
  party: string;
  /** Empty where they are to be written by hand. */
  signer: string;
  name: string;
}

const sideGap = 24;

/** Both sides beside each other, each with lines to sign on. Returns where they end. */
export function drawTwoSides(pdf: Pdf, sides: [Side, Side], top: number): number {
  const width = (widthOf(pdf) - sideGap) / 2;
  const xOf = (index: number) => page.margin + index * (width + sideGap);
  const names = sides.map(({ title, party }, index) => {
    pdf.font('bold').fontSize(9).text(title, xOf(index), top, { width });
    pdf
      .font('regular')
      .fontSize(8)
      .text(party, xOf(index), pdf.y + 3, { width });
    return pdf.y;
  });
  const y = Math.max(...names) + 10;
  const lines = sides.map(({ signer, name }, index) => {
    const at = { x: xOf(index), width };
    const position = drawSignature(pdf, [{ text: signer, share: 1, caption: 'должность' }], { ...at, y });
    return { ...at, name, y: position };
  });
  const signY = Math.max(...lines.map((line) => line.y)) + 6;
  const ends = lines.map(({ x, name }, index) => {
    const cells = [
      { text: '', share: 0.45, caption: 'подпись', isDirectors: index === 0 },
      { text: name, share: 0.55, caption: 'расшифровка подписи' },
    ];
    return drawSignature(pdf, cells, { x, y: signY, width });
  });
  const end = Math.max(...ends);
  for (const { x } of lines) pdf.font('regular').fontSize(8).text('М. П.', x, end, { width });
  const { y: bottom } = pdf;
  drawStamp(pdf, { x: page.margin + width * 0.3, y: end + 8 });
  return bottom;
}

export interface SignatureCell {
  text: string;
  /** Of the whole width. */
  share: number;
  /** Under the line to write on; a cell without one is a label. */
  caption?: string;
  /** Where the picture of the director's signature goes. */
  isDirectors?: boolean;
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
    const place = { x: left, y: base, width: room };
    if (cell.caption) drawCaption(pdf, cell.caption, place);
    if (cell.isDirectors) drawSignaturePicture(pdf, place);
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
