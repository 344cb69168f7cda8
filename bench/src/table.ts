export function drawTable(headings: string[], rows: (string | number)[][]): string {
  const texts = [headings, ...rows.map((row) => row.map(String))];
  const widths = headings.map((_, at) => Math.max(...texts.map((row) => (row[at] ?? '').length)));
  const isNumeric = headings.map((_, at) => rows.some((row) => typeof row[at] === 'number'));
  const line = (row: string[]) =>
    widths
      .map((width, at) => (isNumeric[at] ? (row[at] ?? '').padStart(width) : (row[at] ?? '').padEnd(width)))
      .join('  ')
      .trimEnd();
  return [line(headings), widths.map((width) => '─'.repeat(width)).join('  '), ...texts.slice(1).map(line)].join('\n');
}
