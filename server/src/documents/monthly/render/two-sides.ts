import { type Pdf, page, widthOf } from '../../pdf/create-pdf.ts';
import { drawSignature } from '../../pdf/draw-signature.ts';

interface Side {
  title: string;
  party: string;
  /** Empty where they are to be written by hand. */
  signer: string;
  name: string;
}

const gap = 24;

/** Both sides beside each other, each with lines to sign on. Returns where they end. */
export function drawTwoSides(pdf: Pdf, sides: [Side, Side], top: number): number {
  const width = (widthOf(pdf) - gap) / 2;
  const xOf = (index: number) => page.margin + index * (width + gap);
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
  const ends = lines.map(({ x, name }) => {
    const cells = [
      { text: '', share: 0.45, caption: 'подпись' },
      { text: name, share: 0.55, caption: 'расшифровка подписи' },
    ];
    return drawSignature(pdf, cells, { x, y: signY, width });
  });
  const end = Math.max(...ends);
  for (const { x } of lines) pdf.font('regular').fontSize(8).text('М. П.', x, end, { width });
  return pdf.y;
}
