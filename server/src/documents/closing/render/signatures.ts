import { bottomOf, type Pdf, page, widthOf } from '../../pdf/create-pdf.ts';

/** Moves to a new page when so much does not fit. Returns where to go on. */
export function keepTogether(pdf: Pdf, y: number, height: number): number {
  if (y + height <= bottomOf(pdf)) return y;
  pdf.addPage();
  return page.margin;
}

interface Side {
  title: string;
  party: string;
  signer: string;
  name: string;
}

/** Both sides beside each other, each with a line to sign on. Returns where they end. */
export function drawTwoSides(pdf: Pdf, sides: [Side, Side], top: number): number {
  const gap = 24;
  const width = (widthOf(pdf) - gap) / 2;
  const ends = sides.map(({ title, party, signer, name }, index) => {
    const x = page.margin + index * (width + gap);
    pdf.font('bold').fontSize(9).text(title, x, top, { width });
    pdf
      .font('regular')
      .fontSize(8)
      .text(party, x, pdf.y + 3, { width });
    pdf.text(signer, x, pdf.y + 8, { width });
    return { x, name, y: pdf.y + 22 };
  });
  const y = Math.max(...ends.map((end) => end.y));
  for (const { x, name } of ends) {
    pdf
      .lineWidth(0.5)
      .moveTo(x, y)
      .lineTo(x + width * 0.5, y)
      .stroke();
    pdf.font('regular').fontSize(8);
    pdf.text('подпись, М.П.', x, y + 2, { width: width * 0.5, align: 'center' });
    pdf.text(name || '____________________', x + width * 0.53, y - 11, { width: width * 0.47 });
  }
  return y + 16;
}
