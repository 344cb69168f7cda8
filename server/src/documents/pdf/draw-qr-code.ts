import type { Pdf } from './create-pdf.ts';

/** Draws the modules as one shape: sharp at any size. The margin of four modules is the caller's. */
export function drawQrCode(pdf: Pdf, modules: boolean[][], x: number, y: number, size: number): void {
  const module = size / modules.length;
  for (const [row, line] of modules.entries()) {
    for (const [column, isBlack] of line.entries()) {
      if (isBlack) pdf.rect(x + column * module, y + row * module, module, module);
    }
  }
  pdf.fill('black');
}
