import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createPdf, drawTitleRule } from './create-pdf.ts';

const info = { title: 'Акт', author: 'ООО «Казна»', createdAt: new Date('2026-04-30T09:00:00Z') };
const drawing = (text: string) => createPdf(info, (pdf) => pdf.font('bold').text(text));

/** What the file says its glyphs stand for, which is what a reader copies out of it. */
function charactersOf(file: Buffer): string {
  const streams = file.toString('latin1').matchAll(/FlateDecode\s*>>\s*stream\n([\s\S]*?)\nendstream/g);
  const texts = [...streams].map(([, packed = '']) => inflateSync(Buffer.from(packed, 'latin1')).toString('latin1'));
  const codes = /\[<0000> ([^\]]*)\]/.exec(texts.find((text) => text.includes('beginbfrange')) ?? '')?.[1] ?? '';
  return String.fromCharCode(...(codes.match(/[0-9a-f]{4}/g) ?? []).map((code) => Number.parseInt(code, 16)));
}

test('the characters of a document are its own, though an earlier one drew the same glyph for others', async () => {
  const first = await drawing('→');
  expect(charactersOf(first)).toBe('→');
  expect(charactersOf(await drawing('->'))).toBe('->');
  expect((await drawing('→')).equals(first)).toBe(true);
});

test('the rule under a title has the colour of the business, and what is drawn after it has not', async () => {
  const strokesOf = async (color?: string) => {
    const file = await createPdf({ ...info, color }, (pdf) => {
      drawTitleRule(pdf, 100);
      pdf.moveTo(40, 200).lineTo(80, 200).stroke();
    });
    const [, packed = ''] = /FlateDecode\s*>>\s*stream\n([\s\S]*?)\nendstream/.exec(file.toString('latin1')) ?? [];
    return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1');
  };
  expect(await strokesOf()).not.toContain(' SCN');
  const coloured = await strokesOf('#7a1fa2');
  expect(coloured.match(/ SCN/g)).toHaveLength(1);
  expect(coloured.indexOf(' SCN')).toBeLessThan(coloured.indexOf('Q\n'));
});
