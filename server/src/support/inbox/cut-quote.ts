/** Stands above everything else in letters that can be answered. What comes after it in an answer is our own letter. */
export const answerLine = 'Ответьте выше этой строки: ваш ответ придёт в обращение.';

/** Lines after which mail programs put the letter that is answered. */
const separators = [
  /^-{2,}\s*(original message|исходное сообщение|пересылаемое сообщение|forwarded message)\s*-{2,}$/i,
  /^_{10,}$/,
  /^(from|от|von): .*@/i,
];
/** «Пн, 16 нояб. 2026 г. в 15:04, Казна <…>:», «On … wrote:», «16.11.2026, 15:04, "Казна" пишет:». */
const attributions = [
  /^.{0,200}\b(wrote|writes)\s*:$/i,
  /^.{0,200}(пишет|(на)?писал(а|\(а\))?)\s*:$/i,
  /^.{0,200}< ?[^<>\s@]+@[^<>\s@]+>\s*:$/,
];
/** Of a line of it: the longest name and address fit. */
const maxAttribution = 1000;
const greeting = /^Здравствуйте(, .{1,200})?\.$/;

/** What the person wrote, without the letter that they answer. Answers below or between quoted lines stay. */
export function cutQuote(letter: string): string {
  const lines = letter.split('\n');
  const isOurLine = (line: string) => line.includes(answerLine) && !isQuoted(line);
  const end = lines.findIndex((line) => isSeparator(line.trim()) || isOurLine(line));
  const isOurs = isOurLine(lines[end] ?? '');
  const own = withoutQuotedLines(end < 0 ? lines : lines.slice(0, end));
  const kept = isOurs ? withoutLastLines(own) : own;
  return kept.join('\n').trim();
}

const isQuoted = (line: string) => /^\s*>/.test(line);
const isSeparator = (line: string) => separators.some((pattern) => pattern.test(line));

/** Lines above a quotation are looked at until none goes, not at each quoted line: the job would be busy with one letter. */
function withoutQuotedLines(lines: string[]): string[] {
  const kept: string[] = [];
  let isSettled = false;
  for (const line of lines) {
    if (!isQuoted(line)) {
      kept.push(line);
      isSettled = false;
    } else if (!isSettled) {
      const before = kept.length;
      while (kept.at(-1)?.trim() === '') kept.pop();
      dropAttribution(kept);
      isSettled = kept.length === before;
    }
  }
  return kept;
}

/** Long ones are broken into two lines or three by mail programs. */
function dropAttribution(lines: string[]): void {
  for (const count of [1, 2, 3]) {
    if (!isAttribution(lines.slice(-count))) continue;
    lines.splice(-count);
    return;
  }
}

function isAttribution(lines: string[]): boolean {
  if (lines.some(({ length }) => length > maxAttribution)) return false;
  const line = lines.join(' ').trim();
  return attributions.some((pattern) => pattern.test(line));
}

/** What a mail program put between the answer and our letter. */
function withoutLastLines(lines: string[]): string[] {
  const kept = [...lines];
  const isOfQuote = (line: string) => line === '' || greeting.test(line);
  while (kept.length > 0 && isOfQuote((kept.at(-1) as string).trim())) kept.pop();
  dropAttribution(kept);
  return kept;
}
