import type { Cell } from './cell.ts';

/** As Excel in Russia reads it: UTF-8 with BOM, semicolons, a comma in numbers. */
export async function* csv(rows: AsyncIterable<Cell[]>): AsyncGenerator<string> {
  yield '\ufeff';
  for await (const row of rows) yield `${row.map(field).join(';')}\r\n`;
}

function field(cell: Cell): string {
  if (typeof cell !== 'string') return cell.number.replace('.', ',');
  // A text that begins like a formula would be run by the spreadsheet; some take the wide signs for the plain ones.
  const safe = /^[=+\-@＝＋－＠\t\r\n]/.test(cell) ? `'${cell}` : cell;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
