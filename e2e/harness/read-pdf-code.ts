import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import readQr from 'jsqr';
import type { Page } from 'playwright-core';

interface Picture {
  width: number;
  height: number;
  pixels: string;
}

const require = createRequire(import.meta.url);

/** Three pixels a point: as sharp as a print. */
const scale = 3;

/** Draws the first page in the browser by pdf.js; returns its pixels in base64. */
async function drawFirstPage(page: Page, pdf: Buffer): Promise<Picture> {
  const script = await readFile(path.join(path.dirname(require.resolve('unpdf')), 'pdfjs.mjs'), 'utf8');
  await page.goto('about:blank');
  const address = await page.evaluate(
    (code) => URL.createObjectURL(new Blob([code], { type: 'text/javascript' })),
    script,
  );
  // A text, since the test runner would replace an import in a function by its own.
  await page.evaluate(`import('${address}').then((pdfjs) => { globalThis.pdfjs = pdfjs; })`);
  return page.evaluate(
    async ({ data, scale }) => {
      const pdfjs = Reflect.get(globalThis, 'pdfjs');
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      const first = await (await pdfjs.getDocument({ data: bytes }).promise).getPage(1);
      const viewport = first.getViewport({ scale });
      const canvas = document.createElement('canvas');
      const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)];
      Object.assign(canvas, { width, height });
      const context = canvas.getContext('2d') as CanvasRenderingContext2D;
      await first.render({ canvasContext: context, canvas, viewport }).promise;
      const { data: pixels } = context.getImageData(0, 0, width, height);
      let text = '';
      for (let at = 0; at < pixels.length; at += 10_000)
        text += String.fromCharCode(...pixels.subarray(at, at + 10_000));
      return { width, height, pixels: btoa(text) };
    },
    { data: pdf.toString('base64'), scale },
  );
}

/** Reads the QR code of a PDF's picture with programs that share no code with those that made it. */
export async function readPdfCode(page: Page, pdf: Buffer): Promise<Uint8Array> {
  const { width, height, pixels } = await drawFirstPage(page, pdf);
  const found = readQr.default(Uint8ClampedArray.from(Buffer.from(pixels, 'base64')), width, height);
  if (!found) throw new Error('no code was found in the picture of the PDF');
  return Uint8Array.from(found.binaryData);
}
