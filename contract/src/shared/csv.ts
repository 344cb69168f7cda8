import { businessTime } from './business-time.ts';

/** Text, decimal text of a number with a point, an instant, which is shown in the business's zone, or a calendar day. */
export type Cell = string | { number: string } | { time: string } | { day: string };

/** Starts a file for Excel in Russia: UTF-8 with BOM, then rows with semicolons and decimal commas. */
export const csvStart = '\ufeff';

export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(csvField).join(';')}\r\n`;
}

function csvField(cell: Cell): string {
  if (typeof cell === 'string') return textField(cell);
  if ('number' in cell) return cell.number.replace('.', ',');
  return russianDate('day' in cell ? cell.day : businessTime(cell.time));
}

/** Returns «16.11.2026» or «16.11.2026 01:30:00», which Excel in Russia reads as a date. */
function russianDate(date: string): string {
  return date.replace(/^(\d+)-(\d\d)-(\d\d)/, '$3.$2.$1');
}

/** A spreadsheet would run a text that begins like a formula; some also accept the full-width signs. */
const formulaStart = /^[=+\-@＝＋－＠\t\r\n]/;

/** A program that splits by another character than ours, or ignores quotes, sees a cell begin behind each of these. */
const formulaBehindSeparator = /([,;\t\r\n]"*)(?=[=+\-@＝＋－＠])/g;

function textField(text: string): string {
  const mark = formulaStart.test(text) ? "'" : '';
  const safe = mark + text.replace(formulaBehindSeparator, "$1'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
