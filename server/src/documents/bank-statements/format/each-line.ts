/** Visits lines that end in `\n`, `\r\n` or `\r`, without an array of them: 20 MB may be nothing but line ends. */
export function eachLine(text: string, visit: (line: string, number: number) => void): number {
  let [number, from] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== 10 && code !== 13) continue;
    number += 1;
    visit(text.slice(from, at), number);
    if (code === 13 && text.charCodeAt(at + 1) === 10) at += 1;
    from = at + 1;
  }
  if (from === text.length && number > 0) return number;
  visit(text.slice(from), number + 1);
  return number + 1;
}
