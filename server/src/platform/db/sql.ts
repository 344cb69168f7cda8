import { createHash } from 'node:crypto';

/** The part that statements share when they differ in values only. */
interface Template {
  readonly text: string;
  /** The name of the prepared statement: equal texts share one plan. */
  readonly name: string;
}

/** Values never enter the text, so they cannot be run as SQL. */
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

/**
 * A node of the trie of composed templates. The path to a node is a place in the code and its parts in order: a nested
 * fragment is an edge of its own, and all values share one edge.
 */
interface TrieNode {
  template?: Template;
  children: Map<Template | undefined, TrieNode>;
}

const roots = new Map<TemplateStringsArray, TrieNode>();

/**
 * `sql\`select … where id = ${id}\``; a nested `sql` fragment is inlined with its values renumbered. The text is composed
 * once per path of the trie: to compose and hash it at every call costs more than the rest of the call.
 */
export function sql(strings: TemplateStringsArray, ...parts: unknown[]): Sql {
  const values: unknown[] = [];
  let node = childOf(roots, strings);
  for (const part of parts) {
    if (part instanceof Sql) {
      node = childOf(node.children, part.template);
      for (const value of part.values) values.push(value);
    } else {
      node = childOf(node.children, undefined);
      values.push(part);
    }
  }
  node.template ??= compose(strings, parts);
  return new Sql(node.template, values);
}

function childOf<Key>(children: Map<Key, TrieNode>, key: Key): TrieNode {
  let node = children.get(key);
  if (node === undefined) {
    node = { children: new Map() };
    children.set(key, node);
  }
  return node;
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
  return { text, name: nameOf(text) };
}

const names = new Map<string, string>();

/** Of a prepared statement. Remembered: the hash of a long text costs more than to bind its values. */
export function nameOf(text: string): string {
  const name = names.get(text) ?? `q_${createHash('sha1').update(text).digest('hex').slice(0, 24)}`;
  names.set(text, name);
  return name;
}

/** Joins the given conditions by `and`; `true` without any. Each combination is a statement with its own plan. */
export function allOf(...conditions: (Sql | '' | false | undefined)[]): Sql {
  const given = conditions.filter((condition) => condition instanceof Sql).map((condition) => sql`(${condition})`);
  return given.length === 0 ? sql`true` : given.reduce((all, condition) => sql`${all} and ${condition}`);
}

/**
 * An array of ids, numbers or codes of ours, none of which has anything to escape: pg would search each of them for it,
 * which costs more than the rest of a small statement's values. Not for texts that people write.
 */
export function arrayLiteral(values: readonly (string | number | boolean | null)[]): string {
  let text = '{';
  for (const [index, value] of values.entries()) text += index === 0 ? `${value}` : `,${value}`;
  return `${text}}`;
}

/**
 * A column whose statement fails unless the condition holds, with an error that `isUnmet` knows: what comes after it in its
 * packet is not run, the commit included.
 */
export function failUnless(condition: Sql): Sql {
  return sql`required(${condition})`;
}

/** Of the browser's pages, whose last row only shows that there is a next one, and of the dashboard's list. */
const usualLimits = new Map([
  [5, sql`limit 5`],
  [6, sql`limit 6`],
  [21, sql`limit 21`],
  [26, sql`limit 26`],
]);

/**
 * A limit that the planner sees: with an unknown one PostgreSQL expects a tenth of all rows, finds each plan for a known
 * one cheaper, and plans the statement at every call. Other sizes are parameters, lest they be a statement each.
 */
export function inlineLimit(rows: number): Sql {
  return usualLimits.get(rows) ?? sql`limit ${rows}`;
}

/**
 * A parameter in a subquery. Of a plain one the planner sees the value or how long the array is, takes a plan for just that
 * to be cheaper, and plans the statement anew at every call, which costs more than to run it.
 */
export function opaqueParam(value: unknown): Sql {
  return sql`(select ${value})`;
}

function renumbered({ text, values }: Sql, offset: number): string {
  if (offset === 0 || values.length === 0) return text;
  return text.replace(/\$(\d+)/g, (_, position) => `$${Number(position) + offset}`);
}
