import type { Cell } from './cell.ts';

/** The dialect of Excel in Russia: UTF-8 with BOM, semicolons, a comma in numbers. */
export async function* csv(rows: AsyncIterable<Cell[]>): AsyncGenerator<string> {
  yield '\ufeff';
  for await (const row of rows) yield `${row.map(field).join(';')}\r\n`;
}

function field(cell: Cell): string {
  if (typeof cell !== 'string') return cell.number.replace('.', ',');
  // A spreadsheet would run text that begins like a formula; some also accept the full-width signs.
  const safe = /^[=+\-@＝＋－＠\t\r\n]/.test(cell) ? `'${cell}` : cell;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
