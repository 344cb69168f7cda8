/** As Excel in Russia reads it: UTF-8 with BOM, semicolons. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(field).join(';')}\r\n`).join('')}`;
}

function field(text: string): string {
  // A text that begins like a formula, in wide signs too, would be run; a number with a minus is only a number.
  const isFormula = /^[=+\-@＝＋－＠\t\r\n]/.test(text) && !/^-?\d+(,\d+)?$/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
