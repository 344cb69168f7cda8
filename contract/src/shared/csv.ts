/** Text, or decimal text of a number with a point. */
export type CsvCell = string | { number: string };

/** Starts a file for Excel in Russia: UTF-8 with BOM, then rows with semicolons and decimal commas. */
export const csvStart = '\ufeff';

export function csvRow(cells: readonly CsvCell[]): string {
  return `${cells.map(csvField).join(';')}\r\n`;
}

function csvField(cell: CsvCell): string {
  if (typeof cell !== 'string') return cell.number.replace('.', ',');
  // A spreadsheet would run a text that begins like a formula; some also accept the full-width signs.
  const safe = /^[=+\-@＝＋－＠\t\r\n]/.test(cell) ? `'${cell}` : cell;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
