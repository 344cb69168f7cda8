/** The format of Russian Excel: UTF-8 with BOM, semicolons. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(field).join(';')}\r\n`).join('')}`;
}

function field(text: string): string {
  // A leading formula sign, full-width ones included, would run in Excel; a negative number is harmless.
  const isFormula = /^[=+\-@＝＋－＠\t\r\n]/.test(text) && !/^-?\d+(,\d+)?$/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
