import { expect, test } from 'vitest';
import { toFilter } from './search.ts';

test('unknown kinds and months of documents are ignored', () => {
  expect(toFilter({ kind: 'other', period: '2026-13' })).toEqual({ kind: undefined, period: undefined });
  expect(toFilter({ kind: 'invoice', period: '2026-12' })).toEqual({ kind: 'invoice', period: '2026-12' });
});
