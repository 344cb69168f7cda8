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

/** `sql\`select … where id = ${id}\``; a nested `sql` piece is inlined with its values renumbered. */
export function sql(strings: TemplateStringsArray, ...parts: unknown[]): Sql {
  const values: unknown[] = [];
  let text = strings[0] ?? '';
  parts.forEach((part, index) => {
    if (isSql(part)) {
      text += renumbered(part, values.length);
      values.push(...part.values);
    } else {
      values.push(part);
      text += `$${values.length}`;
    }
    text += strings[index + 1] ?? '';
  });
  return { [fragment]: true, text, values };
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
