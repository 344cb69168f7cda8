import { bottomOf, type Pdf, page, picturesOf, widthOf } from './create-pdf.ts';

const logoHeight = 34;
const signatureHeight = 38;
/** 38 mm, as round stamps are. */
const stampSize = 108;

/** Above everything else. Returns where the document begins. */
export function drawLogo(pdf: Pdf): number {
  const { logo } = picturesOf(pdf);
  if (!logo) return page.margin;
  pdf.image(logo, page.margin, page.margin, { fit: [widthOf(pdf) / 2, logoHeight] });
  return page.margin + logoHeight + 12;
}

/** Stands on the line, a little below it as written ones do. */
export function drawSignaturePicture(pdf: Pdf, { x, y, width }: { x: number; y: number; width: number }): void {
  const { signature } = picturesOf(pdf);
  if (!signature) return;
  const fit: [number, number] = [Math.max(width, 60), signatureHeight];
  pdf.image(signature, x + (width - fit[0]) / 2, y + 8 - signatureHeight, { fit, align: 'center', valign: 'bottom' });
}

/** Its middle is at the place, unless that is too near to the edge of the page. */
export function drawStamp(pdf: Pdf, { x, y }: { x: number; y: number }): void {
  const { stamp } = picturesOf(pdf);
  if (!stamp) return;
  const left = Math.min(Math.max(x - stampSize / 2, page.margin / 2), pdf.page.width - page.margin / 2 - stampSize);
  const top = Math.min(y - stampSize / 2, bottomOf(pdf) + 12 - stampSize);
  pdf.image(stamp, left, top, { fit: [stampSize, stampSize], align: 'center', valign: 'center' });
}
