import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allOf, sql } from './sql.ts';

test('sql numbers values in order and keeps them out of the text', () => {
  const { text, values } = sql`select * from users where email = ${'a@b.ru'} and status = ${'active'}`;
  expect(text).toBe('select * from users where email = $1 and status = $2');
  expect(values).toEqual(['a@b.ru', 'active']);
});

test('sql inlines nested fragments and renumbers their values at any depth', () => {
  const inner = sql`c = ${3}`;
  const middle = sql`b = ${2} and ${inner}`;
  const { text, values } = sql`select ${1}, ${middle}, ${inner}, ${4}`;
  expect(text).toBe('select $1, b = $2 and c = $3, c = $4, $5');
  expect(values).toEqual([1, 2, 3, 3, 4]);
});

test('an empty sql fragment adds nothing', () => {
  expect(sql`select 1 ${sql``}`).toMatchObject({ text: 'select 1 ', values: [] });
});

test('allOf joins the given conditions, each in its own brackets', () => {
  const status = sql`s = ${1} or s = ${2}`;
  const nothing: { q?: string } = {};
  expect(allOf(status, nothing.q && sql`q = ${nothing.q}`, false, sql`t = ${3}`)).toMatchObject({
    text: '(s = $1 or s = $2) and (t = $3)',
    values: [1, 2, 3],
  });
  expect(allOf('', undefined)).toMatchObject({ text: 'true', values: [] });
});

test('one place in the code composes one text per combination of fragments', () => {
  const pair = (first: unknown, second: unknown) => sql`${first}, ${second}`;
  const made = () => [pair(1, sql`a`), pair(sql`a`, 2), pair(3, 4), pair(sql`${5}`, sql`b = ${6}`)];
  const texts = ['$1, a', 'a, $1', '$1, $2', '$1, b = $2'];
  for (const _twice of [1, 2]) expect(made().map(({ text }) => text)).toEqual(texts);
  expect(made().map(({ values }) => values)).toEqual([[1], [2], [3, 4], [5, 6]]);
});

test('equal statement texts share a name, and different ones do not', () => {
  const find = (id: number) => sql`select * from users where id = ${id}`;
  expect(find(1).name).toBe(find(2).name);
  expect(find(1).name).not.toBe(sql`select * from users where id = ${1} limit 1`.name);
  expect(find(1).name.length).toBeLessThan(64);
});

test('a value never enters the statement text, even when it looks like a fragment', () => {
  const value = fc.oneof(
    fc.string(),
    fc.constantFrom("'; drop table users; --", '$1', '$2 and $3', '`'),
    fc.record({ text: fc.string(), values: fc.array(fc.string()), name: fc.string() }),
  );
  fc.assert(
    fc.property(value, value, fc.array(value, { maxLength: 5 }), (first, second, nested) => {
      const piece = nested.reduce((rest, it) => sql`${rest} or x = ${it}`, sql`false`);
      const { text, values } = sql`select ${first} where ${piece} and y = ${second}`;
      expect(values).toEqual([first, ...nested, second]);
      const numbers = [...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number));
      expect(numbers).toEqual(values.map((_, index) => index + 1));
      const conditions = nested.map((_, index) => ` or x = $${index + 2}`).join('');
      expect(text).toBe(`select $1 where false${conditions} and y = $${values.length}`);
    }),
  );
});
