import { crc32, inflateRawSync } from 'node:zlib';
import { updateProfile } from '@kazna/contract/cabinet/profile';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { newPayer, type Payer, type SeededPayment, seedPayments } from '../../../tests/support/payments.ts';
import { watchStatements } from '../../../tests/support/statements.ts';
import type { Database } from '../../platform/db/database.ts';
import { exportPayments } from './export-payments.ts';

let app: TestApp;
let payer: Payer;
let planted: SeededPayment[];

const texts = [
  '=HYPERLINK("http://evil.example";"Счёт")',
  '+7 900 000-00-00',
  '-1+2',
  '@SUM(A1)',
  '＝1＋1',
  '\t=1+1',
  '\n=1+1',
  'с; точкой и "кавычками"',
  'a & b < c > d',
  'Обычное назначение',
  null,
];

beforeAll(async () => {
  app = await startTestApp(inject('databaseUrl'));
  payer = await newPayer(app);
  await app.call(updateProfile, { body: { name: "=cmd|' /C calc'!A1" } }, { token: payer.token });
  planted = await seedPayments(app, payer, texts.length, (index) => ({
    description: texts[index] ?? null,
    amountMinor: 100_005 + index,
    status: index === 0 ? 'succeeded' : 'pending',
    refundedMinor: index === 0 ? 7 : 0,
  }));
});
afterAll(() => app.close());

async function download(format: 'csv' | 'xlsx', query = '') {
  const headers = { authorization: `Bearer ${payer.token}` };
  const response = await app.app.inject({ url: `/api/payments/export?format=${format}${query}`, headers });
  expect(response.statusCode).toBe(200);
  return { bytes: response.rawPayload, headers: response.headers };
}

const formula = /^[=+\-@＝＋－＠\t\r\n]/;

/** RFC 4180 with semicolons. */
function readCsv(text: string): string[][] {
  const field = /("(?:[^"]|"")*"|[^;\r\n]*)(;|\r\n)/g;
  const rows: string[][] = [[]];
  for (const [, raw = '', end] of text.matchAll(field)) {
    rows.at(-1)?.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw);
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

/** By the directory at the end, as any program would; checks each file's size and checksum. */
function readZip(zip: Buffer): Map<string, string> {
  const tail = zip.lastIndexOf('PK\x05\x06', -1, 'latin1');
  const files = new Map<string, string>();
  let at = zip.readUInt32LE(tail + 16);
  expect(at + zip.readUInt32LE(tail + 12)).toBe(tail);
  for (let left = zip.readUInt16LE(tail + 10); left > 0; left -= 1) {
    expect(zip.toString('latin1', at, at + 4)).toBe('PK\x01\x02');
    const [crc, packed, size] = [16, 20, 24].map((offset) => zip.readUInt32LE(at + offset)) as [number, number, number];
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28);
    const local = zip.readUInt32LE(at + 42);
    expect(zip.toString('latin1', local, local + 4)).toBe('PK\x03\x04');
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = inflateRawSync(zip.subarray(begin, begin + packed));
    expect([content.length, crc32(content)]).toEqual([size, crc]);
    files.set(zip.toString('utf8', at + 46, nameEnd), content.toString());
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}

function readSheet(xml: string): string[][] {
  const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };
  const plain = (text: string) => text.replace(/&(lt|gt|amp);/g, (entity) => entities[entity] ?? entity);
  return [...xml.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c(?: t="inlineStr"><is><t[^>]*>(.*?)<\/t><\/is>|><v>(.*?)<\/v>)<\/c>/gs)].map(
      ([, text, number]) => (number === undefined ? plain(text ?? '') : number.replace('.', ',')),
    ),
  );
}

describe('CSV', () => {
  test('is what Excel in Russia opens: UTF-8 with BOM, semicolons, a comma in amounts', async () => {
    const { bytes, headers } = await download('csv');
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toMatch(/^attachment; filename="payments-\d{4}-\d\d-\d\d\.csv"$/);
    const [header, ...rows] = readCsv(bytes.toString().slice(1));
    expect(header?.slice(3, 6)).toEqual(['Сумма', 'Возвращено', 'Валюта']);
    expect(rows.map((row) => row.at(-1))).toEqual([...planted].reverse().map(({ id }) => id));
    expect(rows.map(([number]) => number)).toEqual(rows.map(() => expect.stringMatching(/^К-\d+$/)));
    expect(rows.at(-1)?.slice(3, 8)).toEqual(['1000,05', '0,07', 'RUB', 'Банковская карта', 'Возвращён частично']);
  });

  test('holds no field that a spreadsheet would run, and loses no letter of the others', async () => {
    const [, ...rows] = readCsv((await download('csv')).bytes.toString().slice(1));
    const found = rows.map((row) => row[8]).reverse();
    expect(found).toEqual(texts.map((text) => (formula.test(text ?? '') ? `'${text}` : (text ?? ''))));
    expect(new Set(rows.map((row) => row[9]))).toEqual(new Set(["'=cmd|' /C calc'!A1"]));
    for (const field of rows.flat()) expect(field).not.toMatch(formula);
  });

  test('holds just what the filters choose', async () => {
    const [, ...rows] = readCsv((await download('csv', '&status=succeeded')).bytes.toString().slice(1));
    expect(rows.map((row) => row.at(-1))).toEqual([planted[0]?.id]);
  });
});

describe('XLSX', () => {
  test('is a sound archive with the parts of a workbook', async () => {
    const { bytes, headers } = await download('xlsx');
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    const files = readZip(bytes);
    expect([...files.keys()].sort()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ]);
    for (const xml of files.values()) expect(xml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"/);
  });

  test('holds the same rows as the CSV, texts as texts and none as a formula', async () => {
    const sheet = readZip((await download('xlsx')).bytes).get('xl/worksheets/sheet1.xml') as string;
    expect(sheet).not.toContain('<f>');
    const rows = readSheet(sheet);
    const csv = readCsv((await download('csv')).bytes.toString().slice(1));
    expect(rows).toEqual(csv.map((row) => row.map((field) => field.replace(/^'(?=[=+\-@＝＋－＠\t\r\n])/, ''))));
  });
});

test('an XLSX holds nothing that is no XML', async () => {
  const other = await newPayer(app);
  await seedPayments(app, other, 1, () => ({ description: 'a\u0001b\uffffc\ufffed]]>&#0;' }));
  const headers = { authorization: `Bearer ${other.token}` };
  const { rawPayload } = await app.app.inject({ url: '/api/payments/export?format=xlsx', headers });
  const rows = readSheet(readZip(rawPayload).get('xl/worksheets/sheet1.xml') as string);
  expect(rows[1]?.[8]).toBe('abcd]]>&#0;');
});

describe.each(['csv', 'xlsx'] as const)('a large %s', (format) => {
  let rich: Payer;
  beforeAll(async () => {
    rich = await newPayer(app);
    await seedPayments(app, rich, 2500, (index) => ({ description: `Счёт ${(index * 7919) % 10_007}` }));
  });

  const open = (db: Database) => exportPayments(db, rich.organizationId, {}, format).chunks[Symbol.asyncIterator]();

  test('begins to arrive before its last rows were read, and arrives whole', async () => {
    const { db, take } = watchStatements(app.db);
    const chunks: Buffer[] = [];
    const read: number[] = [];
    let pages = 0;
    for await (const chunk of { [Symbol.asyncIterator]: () => open(db) } as AsyncIterable<string | Uint8Array>) {
      pages += take().length;
      chunks.push(Buffer.from(chunk as Uint8Array));
      read.push(pages);
    }
    expect(read.at(-1)).toBe(3);
    const early = chunks.filter((_, index) => (read[index] as number) < 3).reduce((sum, { length }) => sum + length, 0);
    expect(early).toBeGreaterThan(20_000);
    const bytes = Buffer.concat(chunks);
    const rows =
      format === 'csv'
        ? readCsv(bytes.toString().slice(1))
        : readSheet(readZip(bytes).get('xl/worksheets/sheet1.xml') as string);
    expect(new Set(rows.map((row) => row.at(-1))).size).toBe(2501);
  });

  test('is read no further once nobody takes it', async () => {
    const { db, take } = watchStatements(app.db);
    const chunks = open(db);
    for (let count = 0; count < 12; count += 1) await chunks.next();
    await chunks.return?.();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(take().length).toBeLessThan(3);
  });
});
