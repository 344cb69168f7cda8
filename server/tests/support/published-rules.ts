import type { ReadElement } from './exchange-files.ts';

/** An assertion that the tax service publishes inside of its schema; the validator of schemas passes over it. */
export interface PublishedRule {
  /** The name of the elements that it is about. */
  context: string;
  test: string;
}

const spoken = (test: string) => test.replaceAll('&gt;', '>').replaceAll('&lt;', '<').replace(/\s+/g, ' ').trim();

export function publishedRules(schema: string): PublishedRule[] {
  return [...schema.matchAll(/<sch:rule context="([^"]+)"[^>]*>(.*?)<\/sch:rule>/gs)].flatMap(([, context, body]) =>
    [...(body as string).matchAll(/<sch:assert test="([^"]+)"/g)].map(([, test]) => ({
      context: context as string,
      test: spoken(test as string),
    })),
  );
}

interface Node extends ReadElement {
  parent: Node | null;
}

/** The rules that the file breaks. Its name is taken for right. */
export function brokenPublishedRules(rules: PublishedRule[], file: ReadElement): PublishedRule[] {
  const all: Node[] = [];
  const walk = (one: ReadElement, parent: Node | null): Node => {
    const node: Node = { ...one, parent, children: [] };
    all.push(node);
    node.children = one.children.map((child) => walk(child, node));
    return node;
  };
  walk(file, null);
  const fileName = file.attributes.ИдФайл ?? '';
  return rules.filter(({ context, test }) =>
    all.some((node) => node.name === context && evaluate(test, node, fileName) !== true),
  );
}

/** A set of nodes is the texts of its attributes, or an empty text for each element. */
type Value = boolean | number | string | string[];

/** As much of XPath as these rules are written in, and the vendor's `usch:iif(condition, then, otherwise)`. */
function evaluate(test: string, node: Node, fileName: string): Value {
  const tokens = test.match(/'[^']*'|[!><]=|[=><(),]|@?\s?[^\s'!=><(),]+/g) ?? [];
  let at = 0;
  const next = () => tokens[at++]?.trim() ?? '';
  const isNext = (token: string) => tokens[at]?.trim() === token;
  const expect = (token: string) => {
    if (next() !== token) throw new Error(`${token} is missing in ${test}`);
  };
  const operands = (operator: string, operand: () => Value): Value[] => {
    const values = [operand()];
    while (isNext(operator)) {
      next();
      values.push(operand());
    }
    return values;
  };
  const either = (): Value => {
    const values = operands('or', both);
    return values.length === 1 ? (values[0] as Value) : values.some((value) => value === true);
  };
  const both = (): Value => {
    const values = operands('and', comparison);
    return values.length === 1 ? (values[0] as Value) : values.every((value) => value === true);
  };
  const comparison = (): Value => {
    const left = term();
    if (!['=', '!=', '>', '>='].includes(tokens[at]?.trim() ?? '')) return left;
    return compare(left, next(), term());
  };
  const inParentheses = (): Value => {
    expect('(');
    const value = either();
    expect(')');
    return value;
  };
  const term = (): Value => {
    if (isNext('(')) return inParentheses();
    const token = next();
    if (token === 'usch:iif') {
      expect('(');
      const [condition, then, otherwise] = operands(',', either);
      expect(')');
      return (condition === true ? then : otherwise) as Value;
    }
    if (token === 'usch:getFileName') {
      expect('(');
      expect(')');
      return fileName;
    }
    if (token === 'count') return (inParentheses() as string[]).length;
    if (token.startsWith("'")) return token.slice(1, -1);
    return /^\d+$/.test(token) ? Number(token) : textsAt(node, token.replace(/\s/g, ''));
  };
  const value = either();
  if (at < tokens.length) throw new Error(`${tokens[at]} is not understood in ${test}`);
  return value;
}

/** True where it is of one node at least, as in XPath. */
function compare(left: Value, operator: string, right: Value): boolean {
  const sides = [left, right].map((side) => (Array.isArray(side) ? side : [side])) as [Value[], Value[]];
  const isNumeric = typeof left === 'number' || typeof right === 'number';
  return sides[0].some((one) =>
    sides[1].some((other) => {
      const [a, b] = isNumeric ? [Number(one), Number(other)] : [one, other];
      if (operator === '=') return a === b;
      if (operator === '!=') return a !== b;
      return operator === '>' ? a > b : a >= b;
    }),
  );
}

function textsAt(node: Node, path: string): string[] {
  let found: Node[] = [node];
  for (const step of path.split('/')) {
    if (step.startsWith('@')) return found.flatMap(({ attributes }) => attributes[step.slice(1)] ?? []);
    found = found.flatMap((one) =>
      step === '..' ? (one.parent ?? []) : (one.children as Node[]).filter(({ name }) => name === step),
    );
  }
  return found.map(() => '');
}
