import { useEffect, useRef, useState } from 'react';
import type { PDFDocumentProxy } from 'unpdf/pdfjs';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import hidden from '../../ui/visually-hidden.module.css';
import classes from './document-preview.module.css';

/** Phones refuse larger canvases. */
const maxPixels = 12_000_000;

/** Pages this near to what is seen are drawn: memory does not grow with the document. */
const nearMargin = '800px 0px';

/** Width by height of A4 until the page is known. */
const usualRatio = 595 / 842;

interface PagesProps {
  content: Blob;
  /** 1 fits the width of the window. */
  zoom: number;
  onFailure: (reason: unknown) => void;
}

export function PdfPages({ content, zoom, onFailure }: PagesProps) {
  const [pdf, setPdf] = useState<PDFDocumentProxy>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another file is opened anew
  useEffect(() => {
    const opening = openPdf(content);
    let isGone = false;
    opening.then(
      (opened) => !isGone && setPdf(opened),
      (reason) => !isGone && onFailure(reason),
    );
    return () => {
      isGone = true;
      opening.then((opened) => opened.loadingTask.destroy()).catch(() => undefined);
    };
  }, [content]);
  if (!pdf) return <SkeletonText lines={12} />;
  const numbers = Array.from({ length: pdf.numPages }, (_, index) => index + 1);
  return numbers.map((number) => <PdfPage key={number} pdf={pdf} number={number} zoom={zoom} />);
}

/** Without a worker and without compiled code: the content policy allows neither, and our files are small. */
async function openPdf(content: Blob): Promise<PDFDocumentProxy> {
  const [{ getDocument }, bytes] = await Promise.all([import('unpdf/pdfjs'), content.arrayBuffer()]);
  return getDocument({ data: new Uint8Array(bytes), useWasm: false, useSystemFonts: false, disableFontFace: true })
    .promise;
}

function PdfPage({ pdf, number, zoom }: { pdf: PDFDocumentProxy; number: number; zoom: number }) {
  const frame = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  const [ratio, setRatio] = useState(usualRatio);
  const [text, setText] = useState('');
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setIsNear(entry?.isIntersecting ?? false), {
      rootMargin: nearMargin,
    });
    observer.observe(frame.current as HTMLDivElement);
    return () => observer.disconnect();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a larger page is drawn anew to stay sharp
  useEffect(() => {
    const place = frame.current as HTMLDivElement;
    if (!isNear) return place.replaceChildren();
    const canvas = document.createElement('canvas');
    let isGone = false;
    drawPage(pdf, number, canvas, place.clientWidth).then(
      (drawn) => {
        if (isGone) return;
        setRatio(drawn.ratio);
        setText(drawn.text);
        place.replaceChildren(canvas);
      },
      (reason) => console.error(`Page ${number} was not drawn`, reason),
    );
    return () => {
      isGone = true;
    };
  }, [isNear, pdf, number, zoom]);
  const label = `Страница ${number} из ${pdf.numPages}`;
  return (
    <figure className={classes.page} style={{ width: `${zoom * 100}%`, aspectRatio: ratio }}>
      <div ref={frame} className={classes.paper} role="img" aria-label={label} data-drawn={text !== '' || undefined} />
      <figcaption className={hidden.hidden}>{text}</figcaption>
    </figure>
  );
}

async function drawPage(pdf: PDFDocumentProxy, number: number, canvas: HTMLCanvasElement, width: number) {
  const page = await pdf.getPage(number);
  const whole = page.getViewport({ scale: 1 });
  const sharp = (width * window.devicePixelRatio) / whole.width;
  const scale = Math.min(sharp, Math.sqrt(maxPixels / (whole.width * whole.height)));
  const viewport = page.getViewport({ scale });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  await page.render({ canvas, viewport }).promise;
  const { items } = await page.getTextContent();
  const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
  return { ratio: whole.width / whole.height, text: text || ' ' };
}
