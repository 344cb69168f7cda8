import { updateProfile } from '@kazna/contract/cabinet/profile';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { newPayer, type Payer, type SeededPayment, seedPayments } from '../../tests/support/payments.ts';
import { watchStatements } from '../../tests/support/statements.ts';
import { readCsv, readSheet, readZip } from '../../tests/support/table-files.ts';
import type { Database } from '../platform/db/database.ts';
import { exportPayments } from './list-payments.ts';

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

describe('CSV', () => {
  test('a CSV of payments is what Excel in Russia opens: UTF-8 with BOM, semicolons, a comma in amounts', async () => {
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

  test('a CSV of payments has no field that a spreadsheet would run, and loses no letter of the others', async () => {
    const [, ...rows] = readCsv((await download('csv')).bytes.toString().slice(1));
    const found = rows.map((row) => row[8]).reverse();
    const escaped = (text: string) => (formula.test(text) ? `'${text}` : text).replace(/([\t\n])=/, "$1'=");
    expect(found).toEqual(texts.map((text) => escaped(text ?? '')));
    expect(new Set(rows.map((row) => row[9]))).toEqual(new Set(["'=cmd|' /C calc'!A1"]));
    for (const field of rows.flat()) expect(field).not.toMatch(formula);
  });

  test('a CSV of payments has just the rows that the filters select', async () => {
    const [, ...rows] = readCsv((await download('csv', '&status=succeeded')).bytes.toString().slice(1));
    expect(rows.map((row) => row.at(-1))).toEqual([planted[0]?.id]);
  });
});

describe('XLSX', () => {
  test('an XLSX of payments is a valid archive with the parts of a workbook', async () => {
    const { bytes, headers } = await download('xlsx');
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    const files = readZip(bytes);
    expect([...files.keys()].sort()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ]);
    for (const xml of files.values()) expect(xml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"/);
  });

  test('an XLSX of payments has the same rows as the CSV, texts as texts and none as a formula', async () => {
    const files = readZip((await download('xlsx')).bytes);
    expect(files.get('xl/worksheets/sheet1.xml')).not.toContain('<f>');
    const rows = readSheet(files);
    const csv = readCsv((await download('csv')).bytes.toString().slice(1));
    expect(rows).toEqual(
      csv.map((row) => row.map((field) => field.replace(/(^|[\t\n])'(?=[=+\-@＝＋－＠\t\r\n])/g, '$1'))),
    );
  });
});

describe.each(['csv', 'xlsx'] as const)('times in %s', (format) => {
  test(`a payment of 16 November 01:30 in Moscow has that date in ${format}, under a head that names the zone`, async () => {
    const other = await newPayer(app);
    const at = new Date('2026-11-15T22:30:00Z');
    await seedPayments(app, other, 2, (index) => ({ createdAt: at, status: index === 0 ? 'succeeded' : 'pending' }));
    const headers = { authorization: `Bearer ${other.token}` };
    const { rawPayload } = await app.app.inject({ url: `/api/payments/export?format=${format}`, headers });
    const rows = format === 'csv' ? readCsv(rawPayload.toString().slice(1)) : readSheet(readZip(rawPayload));
    expect(rows.map((row) => row.slice(1, 3)).toSorted()).toEqual([
      ['16.11.2026 01:30:00', ''],
      ['16.11.2026 01:30:00', '16.11.2026 01:30:00'],
      ['Создан (МСК)', 'Оплачен (МСК)'],
    ]);
  });
});

test('an XLSX of payments holds nothing that is no XML', async () => {
  const other = await newPayer(app);
  await seedPayments(app, other, 1, () => ({ description: 'a\u0001b\uffffc\ufffed]]>&#0;' }));
  const headers = { authorization: `Bearer ${other.token}` };
  const { rawPayload } = await app.app.inject({ url: '/api/payments/export?format=xlsx', headers });
  const rows = readSheet(readZip(rawPayload));
  expect(rows[1]?.[8]).toBe('abcd]]>&#0;');
});

describe.each(['csv', 'xlsx'] as const)('a large %s', (format) => {
  let rich: Payer;
  beforeAll(async () => {
    rich = await newPayer(app);
    await seedPayments(app, rich, 2500, (index) => ({ description: `Счёт ${(index * 7919) % 10_007}` }));
  });

  const open = (db: Database) => exportPayments(db, rich.organizationId, {}, format).chunks[Symbol.asyncIterator]();

  test(`a large ${format} begins to arrive before its last rows were read, and arrives whole`, async () => {
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
    const rows = format === 'csv' ? readCsv(bytes.toString().slice(1)) : readSheet(readZip(bytes));
    expect(new Set(rows.map((row) => row.at(-1))).size).toBe(2501);
  });

  test(`a large ${format} stops reading rows once the client has disconnected`, async () => {
    const { db, take } = watchStatements(app.db);
    const chunks = open(db);
    for (let count = 0; count < 12; count += 1) await chunks.next();
    await chunks.return?.();
    // A whole export takes longer than what the ended one would still have to read.
    for await (const _ of { [Symbol.asyncIterator]: () => open(app.db) });
    expect(take().length).toBeLessThan(3);
  });
});
