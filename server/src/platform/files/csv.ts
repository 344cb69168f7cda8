import { type Cell, csvRow, csvStart } from '@kazna/contract/shared/csv';

export async function* csv(header: Cell[], rows: AsyncIterable<Cell[]>): AsyncGenerator<string> {
  yield csvStart;
  yield csvRow(header);
  for await (const row of rows) yield csvRow(row);
}
