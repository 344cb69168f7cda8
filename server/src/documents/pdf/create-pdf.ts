import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, type Font } from 'fontkit';
import PdfDocument from 'pdfkit';

export const page = { width: 595.28, height: 841.89, margin: 40 };
export const contentWidth = page.width - 2 * page.margin;

export type Pdf = PDFKit.PDFDocument;

/** Of the page that is being drawn, which may lie on its side. */
export const widthOf = (pdf: Pdf) => pdf.page.width - 2 * page.margin;
export const bottomOf = (pdf: Pdf) => pdf.page.height - page.margin - 16;

export interface PdfInfo {
  title: string;
  author: string;
  /** Also the time of creation that the file names: with the clock's, the same data would give other bytes. */
  createdAt: Date;
  layout?: 'portrait' | 'landscape';
  /** The business's own, drawn over the lines to sign on. */
  pictures?: Pictures | undefined;
  /** The business's own, `#7a1fa2`; black without it. */
  color?: string | undefined;
}

/** PNG with transparency. */
export type Pictures = Partial<Record<'logo' | 'stamp' | 'signature', Buffer>>;

const picturesByPdf = new WeakMap<Pdf, Pictures>();
export const picturesOf = (pdf: Pdf): Pictures => picturesByPdf.get(pdf) ?? {};
const colorByPdf = new WeakMap<Pdf, string>();

/** Opened once: a picture that is drawn twice is in the file once. pdfkit draws opened ones too, which its types do not say. */
function openPictures(pdf: Pdf, pictures: Pictures): Pictures {
  const opener = pdf as unknown as { openImage: (png: Buffer) => Buffer };
  return Object.fromEntries(Object.entries(pictures).map(([name, png]) => [name, opener.openImage(png)]));
}

/** A4 with our font embedded, page numbers when there are several pages, and the same bytes for the same drawing. */
export async function createPdf(info: PdfInfo, draw: (pdf: Pdf) => void): Promise<Buffer> {
  const { title, author, createdAt, layout = 'portrait' } = info;
  const pdf = openPdf({
    size: 'A4',
    layout,
    bufferPages: true,
    info: { Title: title, Author: author, CreationDate: createdAt, ModDate: createdAt },
  });
  if (info.pictures) picturesByPdf.set(pdf, openPictures(pdf, info.pictures));
  if (info.color) colorByPdf.set(pdf, info.color);
  draw(pdf);
  numberPages(pdf);
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

function openPdf(options: PDFKit.PDFDocumentOptions): Pdf {
  // pdfkit takes an opened font too, which its types do not say.
  const regular = openFont('regular') as unknown as string;
  const bold = openFont('bold') as unknown as string;
  const pdf = new PdfDocument({
    margin: page.margin,
    pdfVersion: '1.7',
    lang: 'ru-RU',
    displayTitle: true,
    // The built-in fonts have no Russian letters.
    font: regular,
    ...options,
  });
  pdf.registerFont('regular', regular);
  pdf.registerFont('bold', bold);
  return pdf.font('regular').fontSize(9);
}

/** Under the title, in the colour of the business. Returns its height. */
export function drawTitleRule(pdf: Pdf, y: number): number {
  pdf.save().lineWidth(1.5);
  const color = colorByPdf.get(pdf);
  if (color) pdf.strokeColor(color);
  pdf
    .moveTo(page.margin, y)
    .lineTo(page.margin + contentWidth, y)
    .stroke()
    .restore();
  return y;
}

/** Draws a block from a height on. Returns where it ends. */
export type DrawBlock = (pdf: Pdf, top: number) => number;

/** Returns how high a block is, by drawing it on an endless sheet as wide as the page. */
export function measure(pdf: Pdf, draw: DrawBlock): number {
  const sheet = openPdf({ size: [pdf.page.width, 20_000] });
  return draw(sheet, page.margin) - page.margin;
}

function numberPages(pdf: Pdf): void {
  const { count } = pdf.bufferedPageRange();
  if (count < 2) return;
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(index);
    const text = `Страница ${index + 1} из ${count}`;
    // Below the margin, where text would otherwise begin a new page.
    pdf.page.margins.bottom = 0;
    pdf.font('regular').fontSize(8);
    pdf.text(text, page.margin, pdf.page.height - page.margin, {
      width: widthOf(pdf),
      align: 'right',
      lineBreak: false,
    });
    pdf.page.margins.bottom = page.margin;
  }
}

const files = { regular: 'golos-text-regular.ttf', bold: 'golos-text-semibold.ttf' };
type FontName = keyof typeof files;

const decoded = new Map<FontName, { file: Buffer; tables: object }>();

/**
 * Every document has a font of its own, since a font remembers for which character it first drew a glyph, and the bytes
 * of a document must not depend on earlier ones. The decoded tables are shared, as between the variations of a font:
 * to decode them takes longer than to draw a page.
 */
function openFont(name: FontName): Font {
  const known = decoded.get(name);
  const file = known?.file ?? readFileSync(join(import.meta.dirname, 'fonts', files[name]));
  const font = create(file);
  if (known) font._tables = known.tables;
  else decoded.set(name, { file, tables: font._tables });
  return font;
}
