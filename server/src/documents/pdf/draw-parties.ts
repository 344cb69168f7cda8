import type { Seller } from '../parties-store.ts';
import { type Pdf, page, widthOf } from './create-pdf.ts';
import { drawSignature } from './draw-signature.ts';

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
  return signers.reduce((y, [title = '', name = '']) => {
    const cells = [
      { text: title, share: 0.3 },
      { text: '', share: 0.25, caption: 'подпись' },
      { text: name, share: 0.45, caption: 'расшифровка подписи' },
    ];
    return drawSignature(pdf, cells, { x: page.margin, y, width: widthOf(pdf) }, { fontSize: 9 }) + 8;
  }, top);
}
