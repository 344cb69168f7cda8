import { csvRow, csvStart } from '@kazna/contract/shared/csv';
import type { Cell } from './cell.ts';

export async function* csv(rows: AsyncIterable<Cell[]>): AsyncGenerator<string> {
  yield csvStart;
  for await (const row of rows) yield csvRow(row);
}
