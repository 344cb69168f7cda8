import { expect, test } from 'vitest';
import { hashBody } from './claim-key.ts';

test('the hash of a body does not depend on the order of its names, at any depth', () => {
  const one = { amountMinor: 100, metadata: { a: '1', b: [{ c: 2, d: null }] } };
  const other = { metadata: { b: [{ d: null, c: 2 }], a: '1' }, amountMinor: 100 };
  expect(hashBody(one)).toEqual(hashBody(other));
});

test('a field that is undefined hashes as one that is absent', () => {
  expect(hashBody({ amountMinor: 100, description: undefined })).toEqual(hashBody({ amountMinor: 100 }));
});

test.each([
  [{ amountMinor: 100 }, { amountMinor: 101 }],
  [{ amountMinor: 100 }, { amountMinor: '100' }],
  [{ items: [1, 2] }, { items: [2, 1] }],
  [{ a: { b: 1 } }, { a: 1, b: 1 }],
  [{ a: null }, {}],
  [{ a: [] }, { a: {} }],
])('the hashes of %j and %j differ', (one, other) => {
  expect(hashBody(one)).not.toEqual(hashBody(other));
});
