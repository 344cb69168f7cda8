import type { FileAnswer } from '@kazna/contract/shared/endpoint';
import { expect, test } from 'vitest';
import { readSheet, readZip } from '../../../tests/support/table-files.ts';
import { tableFile } from './table-file.ts';
import { xlsx } from './xlsx.ts';

async function bytesOf(chunks: FileAnswer['chunks']): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(parts);
}

test.each([
  ['2026-11-15T20:59:59Z', 'payments-2026-11-15.csv'],
  ['2026-11-15T21:00:00Z', 'payments-2026-11-16.csv'],
])('a file made at %s is named %s, by the day in Moscow', (now, name) => {
  const empty = { name: 'payments', title: 'Платежи', header: [], cells: () => [], format: 'csv' as const };
  expect(tableFile({ ...empty, readBatch: async () => [] }, new Date(now)).name).toBe(name);
});

async function* numbered(count: number) {
  for (let index = 1; index <= count; index += 1) yield [`строка ${index}`];
}

/** Sheets of at most four rows, the header among them. */
async function sheetsOf(count: number) {
  const files = readZip(await bytesOf(xlsx({ title: 'Платежи', header: ['Имя'], rows: numbered(count) }, 4)));
  const names = [...(files.get('xl/workbook.xml') as string).matchAll(/<sheet name="([^"]*)"/g)].map(
    ([, name]) => name,
  );
  return names.map((name, index) => [name, readSheet(files, `sheet${index + 1}`).flat()]);
}

test.each([0, 3])('%i rows, which one XLSX sheet has room for, make one sheet', async (count) => {
  const rows = Array.from({ length: count }, (_, index) => `строка ${index + 1}`);
  expect(await sheetsOf(count)).toEqual([['Платежи', ['Имя', ...rows]]]);
});

test('rows beyond what an XLSX sheet may have go on in the next ones, each with the header', async () => {
  expect(await sheetsOf(7)).toEqual([
    ['Платежи', ['Имя', 'строка 1', 'строка 2', 'строка 3']],
    ['Платежи 2', ['Имя', 'строка 4', 'строка 5', 'строка 6']],
    ['Платежи 3', ['Имя', 'строка 7']],
  ]);
});
