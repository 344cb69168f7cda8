/** One change of a statement's text. */
export interface TextChange {
  start: number;
  end: number;
  replacement: string;
}

/** Each is tried by itself; what is written in capitals or across lines is not the house's way and not looked for. */
const swaps: [RegExp, string][] = [
  [/(?<= )<=(?= )/g, '<'],
  [/(?<= )>=(?= )/g, '>'],
  [/(?<= )<(?= )/g, '<='],
  [/(?<= )>(?= )/g, '>='],
  [/(?<= )<>(?= )/g, '='],
  [/(?<= )=(?= )/g, '<>'],
  [/(?<= )\+(?= )/g, '-'],
  [/(?<= )-(?= )/g, '+'],
  [/\band\b/g, 'or'],
  [/\bor\b/g, 'and'],
  [/\bis not null\b/g, 'is null'],
  [/\bis null\b/g, 'is not null'],
  [/\bnot exists\b/g, 'exists'],
  [/(?<!not )\bexists\b(?= ?\()/g, 'not exists'],
  [/\bleast\(/g, 'greatest('],
  [/\bgreatest\(/g, 'least('],
  [/\bmin\(/g, 'max('],
  [/\bmax\(/g, 'min('],
  [/ for (?:no key )?update(?: of \w+)?(?: skip locked)?/g, ''],
  [/ for share\b(?: skip locked)?/g, ''],
  [/ desc\b/g, ''],
  [/\bunion all\b/g, 'union'],
];

/** `before` is the statement up to this piece: where a hole splits it, the clause that goes on is known from there. */
export function changesOfSql(text: string, before: string): TextChange[] {
  return swaps
    .flatMap(([pattern, replacement]) =>
      [...text.matchAll(pattern)].map((match) => ({
        start: match.index,
        end: match.index + match[0].length,
        replacement,
      })),
    )
    .filter(({ start, end, replacement }) => {
      const until = before + text.slice(0, start);
      const [found] = [text.slice(start, end)];
      if (found === '=') return !isAssignment(until);
      // The two words of `between a and b` belong together; `do update`, `on conflict` and `create or replace` likewise.
      if (replacement === 'or') return !/\bbetween (?:(?!\band\b)[\s\S])*$/.test(until);
      return true;
    })
    .toSorted((a, b) => a.start - b.start);
}

/** Whether an equals sign here gives a column its value, so that any other sign is no SQL. */
function isAssignment(until: string): boolean {
  const clauses = [...until.matchAll(/\b(set|where|on|having|when|select|from|filter|using)\b/g)];
  return clauses.at(-1)?.[1] === 'set';
}
