import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { sampleDocuments } from '../../../../tests/support/sample-documents.ts';

const opened = new Map<string, ReturnType<typeof open>>();

async function open(name: string) {
  const render = sampleDocuments[name];
  if (!render) throw new Error(`no sample ${name}`);
  const pdf = await getDocumentProxy(new Uint8Array(await render()));
  const { text } = await extractText(pdf, { mergePages: false });
  return { pdf, pages: text.map((page) => page.replace(/\s+/g, ' ')) };
}

/** Each sample is drawn and read once. */
function sample(name: string) {
  const known = opened.get(name) ?? open(name);
  opened.set(name, known);
  return known;
}

const pagesOf = async (name: string) => (await sample(name)).pages;

test.each(Object.keys(sampleDocuments))('%s is signed on a page that has rows of its table', async (name) => {
  const pages = await pagesOf(name);
  const last = pages.at(-1) as string;
  expect(last).toContain('подпись');
  expect(last).toMatch(/Сумма|Стоимость|Кредит/);
  if (pages.length > 1) expect(last).toContain(`Страница ${pages.length} из ${pages.length}`);
});

test('УПД of three services takes one page', async () => {
  expect(await pagesOf('upd1-22-revised')).toHaveLength(1);
});

test('УПД that does not fit on a page moves only its last line with the sums to the signatures', async () => {
  const [first, last, ...more] = await pagesOf('upd1-22-9-lines');
  expect(more).toEqual([]);
  expect(first).toContain('VPS-8');
  expect(last).not.toContain('VPS-8');
  expect(last).toMatch(/VPS-9.*Всего к оплате \(9\)/);
});

test('УПД paid by 300 top-ups names each payment and each advance invoice', async () => {
  const text = (await pagesOf('upd1-22-300-payments')).join(' ');
  for (let index = 0; index < 300; index += 1) {
    expect(text).toContain(`№ ${1042 + index} от 01.04.2026`);
    expect(text).toContain(`№ 2026-${String(index + 5).padStart(6, '0')} от 01.04.2026`);
  }
});

test('an advance invoice of a transfer that was undone says so, with sums of zero', async () => {
  const [text] = await pagesOf('advance-annulled');
  expect(text).toContain('Аннулирован');
  expect(text).toMatch(/Зачисление перевода, на который составлен счёт-фактура, отменено.*0,00.*Всего к оплате/);
});

test('an invoice of a sole proprietor names their registration and its day', async () => {
  expect((await pagesOf('upd1-sole-proprietor')).join(' ')).toContain('ОГРНИП 304500116000157 от 25.04.2004');
});

test('the properties of a file name the document, the seller and its day, and nothing else', async () => {
  const { pdf } = await sample('upd1-5');
  const { info } = await pdf.getMetadata();
  const { Title, Author, CreationDate, ModDate, Producer, Creator, Keywords, Subject } = info as Record<string, string>;
  expect({ Title, Author, Keywords, Subject }).toEqual({
    Title: 'УПД № 2026-000017 от 30 апреля 2026 г.',
    Author: 'ООО «Казна»',
  });
  expect([CreationDate, ModDate]).toEqual(['D:20260430090000Z', 'D:20260430090000Z']);
  expect([Producer, Creator]).toEqual(['PDFKit', 'PDFKit']);
});
