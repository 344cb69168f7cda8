import { parseAst } from 'vitest/node';
import { changesOfSql } from './mutate-sql.ts';

/** One fault that is planted when its number is the active one. */
export interface Mutant {
  line: number;
  original: string;
  replacement: string;
  start: number;
  end: number;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const opposites: Record<string, string[]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
};
const swappedCalls = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
]);

/** All faults of one file. Types are not looked at, nor are names, texts and imports. */
export function mutantsOf(code: string): Mutant[] {
  const found: Mutant[] = [];
  const textOf = (node: Node) => code.slice(node.start, node.end);
  const add = ({ start, end }: { start: number; end: number }, replacement: string) =>
    found.push({
      start,
      end,
      replacement,
      original: code.slice(start, end),
      line: code.slice(0, start).split('\n').length,
    });

  const visit = (node: Node): void => {
    for (const replacement of replacementsOf(node, textOf)) add(node, replacement);
    if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') {
      const test = node.test as Node;
      // A comparison is turned round by itself.
      if (!opposites[String(test.operator)] && test.operator !== '!') add(test, `!(${textOf(test)})`);
    }
    if (node.type === 'ExpressionStatement') {
      const expression = node.expression as Node;
      const called = expression.type === 'AwaitExpression' ? (expression.argument as Node) : expression;
      if (called.type === 'CallExpression') add(expression, 'undefined');
    }
    for (const child of childrenOf(node)) visit(child);
  };
  visit(parseAst(code, { lang: 'ts' }) as unknown as Node);
  return found;
}

function replacementsOf(node: Node, textOf: (node: Node) => string): string[] {
  if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') {
    const { left, right, operator } = node as unknown as { left: Node; right: Node; operator: string };
    if (operator === '+' && [left, right].some(isText)) return [];
    return (opposites[operator] ?? []).map((other) => `(${textOf(left)}) ${other} (${textOf(right)})`);
  }
  if (node.type === 'UnaryExpression' && (node.operator === '!' || node.operator === '-'))
    return [textOf(node.argument as Node)];
  if (node.type === 'Literal' && typeof node.value === 'boolean') return [String(!node.value)];
  if (node.type === 'Literal' && typeof node.value === 'number') return [`${node.value + 1}`];
  if (node.type === 'Literal' && typeof node.value === 'bigint') return [`${node.value + 1n}n`];
  if (node.type === 'ArrayExpression') return shorterArrays(node, textOf);
  if (node.type === 'CallExpression') return changedCalls(node, textOf);
  if (node.type === 'TaggedTemplateExpression') return changedStatements(node, textOf);
  return [];
}

const isText = (node: Node) =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');

/** Sets of states and kinds, each time without one of them. What people read is no rule. */
function shorterArrays(node: Node, textOf: (node: Node) => string): string[] {
  const elements = node.elements as (Node | null)[];
  if (!elements.every((element) => element && isText(element)) || /[а-яё]/i.test(textOf(node))) return [];
  return elements.map(
    (_, left) => `[${elements.flatMap((one, index) => (index === left ? [] : textOf(one as Node)))}]`,
  );
}

function changedCalls(node: Node, textOf: (node: Node) => string): string[] {
  const callee = node.callee as Node;
  if (callee.type !== 'MemberExpression' || callee.computed) return [];
  const [object, name] = [textOf(callee.object as Node), textOf(callee.property as Node)];
  const rest = `(${(node.arguments as Node[]).map(textOf)})`;
  if (name === 'filter') return [object];
  const other = swappedCalls.get(name);
  return other ? [`${object}.${other}${rest}`] : [];
}

function changedStatements(node: Node, textOf: (node: Node) => string): string[] {
  if (textOf(node.tag as Node) !== 'sql') return [];
  const text = textOf(node);
  let before = '';
  return (node.quasi as { quasis: Node[] }).quasis.flatMap((piece) => {
    const own = textOf(piece);
    const changes = changesOfSql(own, before).map(({ start, end, replacement }) => {
      const offset = piece.start - node.start;
      return text.slice(0, offset + start) + replacement + text.slice(offset + end);
    });
    before += `${own} hole`;
    return changes;
  });
}

/** Keys of objects, names of members and everything of types are left out. */
function childrenOf(node: Node): Node[] {
  if (/^(Import|Export(All|Default)?Specifier)/.test(node.type) && node.type !== 'ImportExpression') return [];
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === 'key' && !node.computed) return [];
    if (key === 'property' && !node.computed) return [];
    return [value]
      .flat()
      .filter((child) => isNode(child))
      .filter((child) => !isType(child));
  });
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
const isType = ({ type }: Node) =>
  type.startsWith('TS') && !['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'].includes(type);

/** The code with all its faults in it, each behind a question whether it is the active one. */
export function instrument(code: string, mutants: Mutant[], firstNumber: number): string {
  const places = new Map<string, { start: number; end: number; choices: string }>();
  mutants.forEach(({ start, end, replacement }, index) => {
    const place = places.get(`${start}-${end}`) ?? { start, end, choices: '' };
    place.choices += `__isActive(${firstNumber + index}) ? (${replacement}) : `;
    places.set(`${start}-${end}`, place);
  });
  const sorted = [...places.values()].toSorted((a, b) => a.start - b.start || b.end - a.end);
  const write = (from: number, to: number, inner: typeof sorted): string => {
    let [text, at] = ['', from];
    while (inner.length > 0) {
      const [place, ...rest] = inner as [(typeof sorted)[0], ...typeof sorted];
      const count = rest.findIndex(({ start }) => start >= place.end);
      const within = count === -1 ? rest : rest.slice(0, count);
      text += `${code.slice(at, place.start)}(${place.choices}(${write(place.start, place.end, within)}))`;
      at = place.end;
      inner = rest.slice(within.length);
    }
    return text + code.slice(at, to);
  };
  return `${write(0, code.length, sorted)}\nfunction __isActive(number) { return globalThis.isActiveMutant?.(number) ?? false; }\n`;
}
