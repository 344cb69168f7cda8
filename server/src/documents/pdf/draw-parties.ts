import type { Seller } from '../parties.ts';
import { type Pdf, page, widthOf } from './create-pdf.ts';

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
): void {
  let y = top + 10;
  const signers = [[director.title, director.name], ...(accountantName ? [['Главный бухгалтер', accountantName]] : [])];
  for (const [title = '', name = ''] of signers) {
    pdf.font('bold').fontSize(9).text(title, page.margin, y, { width: 150 });
    const bottom = Math.max(pdf.y, y + 11);
    pdf
      .lineWidth(0.5)
      .moveTo(page.margin + 160, bottom)
      .lineTo(page.margin + 320, bottom)
      .stroke();
    pdf.font('regular').text(name, page.margin + 330, bottom - 11, { width: widthOf(pdf) - 330 });
    y = Math.max(pdf.y, bottom) + 20;
  }
}
