import { createHash } from 'node:crypto';

const fragment = Symbol('sql');

/** A statement whose values never enter its text. */
export interface Sql {
  readonly [fragment]: true;
  readonly text: string;
  readonly values: unknown[];
}

const names = new Map<string, string>();

/** Statements of the same text share one prepared plan by this name. */
export function nameOf({ text }: Sql): string {
  let name = names.get(text);
  if (name === undefined) {
    name = `q_${createHash('sha1').update(text).digest('hex').slice(0, 24)}`;
    names.set(text, name);
  }
  return name;
}

function isSql(value: unknown): value is Sql {
  return typeof value === 'object' && value !== null && fragment in value;
}

/** What a template became with pieces of these texts in its places; null where a value stands. */
interface Written {
  pieces: (string | null)[];
  text: string;
}

const written = new WeakMap<TemplateStringsArray, Written[]>();

/** `sql\`select … where id = ${id}\``; a nested `sql` piece is inlined with its values renumbered. */
export function sql(strings: TemplateStringsArray, ...parts: unknown[]): Sql {
  const values = parts.flatMap((part) => (isSql(part) ? part.values : [part]));
  return { [fragment]: true, text: textOf(strings, parts), values };
}

/** Each text is put together once: the same statement is sent at every call. */
function textOf(strings: TemplateStringsArray, parts: unknown[]): string {
  const pieces = parts.map((part) => (isSql(part) ? part.text : null));
  const known = written.get(strings) ?? [];
  const same = known.find((one) => one.pieces.every((piece, at) => piece === pieces[at]));
  if (same) return same.text;
  const text = write(strings, parts);
  written.set(strings, [...known, { pieces, text }]);
  return text;
}

function write(strings: TemplateStringsArray, parts: unknown[]): string {
  let count = 0;
  return parts.reduce<string>((text, part, at) => {
    const piece = isSql(part) ? renumbered(part, count) : `$${count + 1}`;
    count += isSql(part) ? part.values.length : 1;
    return text + piece + (strings[at + 1] ?? '');
  }, strings[0] ?? '');
}

/** All of the conditions that there are; true when there is none. Each choice of them is a statement with its own plan. */
export function allOf(...conditions: (Sql | '' | false | undefined)[]): Sql {
  const asked = conditions.filter(isSql).map((condition) => sql`(${condition})`);
  return asked.length === 0 ? sql`true` : asked.reduce((all, condition) => sql`${all} and ${condition}`);
}

function renumbered({ text, values }: Sql, offset: number): string {
  if (offset === 0 || values.length === 0) return text;
  return text.replace(/\$(\d+)/g, (_, position) => `$${Number(position) + offset}`);
}
