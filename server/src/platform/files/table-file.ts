import { businessDay } from '@kazna/contract/shared/business-time';
import { type Cell, csvRow, csvStart } from '@kazna/contract/shared/csv';
import type { FileAnswer } from '@kazna/contract/shared/endpoint';
import { xlsx } from './xlsx.ts';

export interface TableFile<Row extends { id: string }> {
  name: string;
  title: string;
  header: string[];
  cells: (row: Row) => Cell[];
  readBatch: (page: { limit: number; cursor: string | undefined }) => Promise<Row[]>;
  format: 'csv' | 'xlsx';
}

const batch = 1000;

/** Reads batches while the file is sent: a million rows take no more memory than a thousand. */
async function* rowsOf<Row extends { id: string }>(file: TableFile<Row>): AsyncGenerator<Cell[]> {
  let cursor: string | undefined;
  for (;;) {
    const rows = await file.readBatch({ limit: batch, cursor });
    for (const row of rows) yield file.cells(row);
    cursor = rows.at(-1)?.id;
    if (rows.length < batch) return;
  }
}

export function tableFile<Row extends { id: string }>(file: TableFile<Row>, now = new Date()): FileAnswer {
  const { title, header, format } = file;
  const name = `${file.name}-${businessDay(now)}.${format}`;
  const rows = rowsOf(file);
  if (format === 'csv') return { name, contentType: 'text/csv; charset=utf-8', chunks: csv(header, rows) };
  return {
    name,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    chunks: xlsx({ title, header, rows }),
  };
}

async function* csv(header: Cell[], rows: AsyncIterable<Cell[]>): AsyncGenerator<string> {
  yield csvStart;
  yield csvRow(header);
  for await (const row of rows) yield csvRow(row);
}
