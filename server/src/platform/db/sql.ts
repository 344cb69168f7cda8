import { createHash } from 'node:crypto';

/** What statements that differ in nothing but their values have in common. */
interface Template {
  readonly text: string;
  /** Statements of the same text share one prepared plan by this name. */
  readonly name: string;
}

/** A statement whose values never enter its text. */
export class Sql {
  readonly template: Template;
  readonly values: unknown[];

  constructor(template: Template, values: unknown[]) {
    this.template = template;
    this.values = values;
  }

  get text(): string {
    return this.template.text;
  }

  get name(): string {
    return this.template.name;
  }
}

/** Where the parts of a statement lead, one after another: a nested piece to a way of its own, any value to the same. */
interface Way {
  template?: Template;
  onward: Map<Template | undefined, Way>;
}

const ways = new Map<TemplateStringsArray, Way>();

/**
 * `sql\`select … where id = ${id}\``; a nested `sql` piece is inlined with its values renumbered. The text is put
 * together once for each place in the code and each choice of pieces: to build and hash it for every call costs more
 * than all else that a call does before it waits for the database.
 */
export function sql(strings: TemplateStringsArray, ...parts: unknown[]): Sql {
  const values: unknown[] = [];
  let way = step(ways, strings);
  for (const part of parts) {
    if (part instanceof Sql) {
      way = step(way.onward, part.template);
      for (const value of part.values) values.push(value);
    } else {
      way = step(way.onward, undefined);
      values.push(part);
    }
  }
  way.template ??= compose(strings, parts);
  return new Sql(way.template, values);
}

function step<Key>(from: Map<Key, Way>, key: Key): Way {
  let way = from.get(key);
  if (way === undefined) {
    way = { onward: new Map() };
    from.set(key, way);
  }
  return way;
}

function compose(strings: TemplateStringsArray, parts: unknown[]): Template {
  let text = strings[0] ?? '';
  let valueCount = 0;
  parts.forEach((part, index) => {
    if (part instanceof Sql) {
      text += renumbered(part, valueCount);
      valueCount += part.values.length;
    } else {
      valueCount += 1;
      text += `$${valueCount}`;
    }
    text += strings[index + 1] ?? '';
  });
  return { text, name: `q_${createHash('sha1').update(text).digest('hex').slice(0, 24)}` };
}

/** All of the conditions that there are; true when there is none. Each choice of them is a statement with its own plan. */
export function allOf(...conditions: (Sql | '' | false | undefined)[]): Sql {
  const asked = conditions.filter((condition) => condition instanceof Sql).map((condition) => sql`(${condition})`);
  return asked.length === 0 ? sql`true` : asked.reduce((all, condition) => sql`${all} and ${condition}`);
}

function renumbered({ text, values }: Sql, offset: number): string {
  if (offset === 0 || values.length === 0) return text;
  return text.replace(/\$(\d+)/g, (_, position) => `$${Number(position) + offset}`);
}
