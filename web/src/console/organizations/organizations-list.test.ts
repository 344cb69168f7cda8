// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { isNarrowed } from './organizations-list.tsx';

test('a list is narrowed by what staff chose, not by its order or by what is hidden from the start', () => {
  expect(isNarrowed({ empty: 'hide' })).toBe(false);
  expect(isNarrowed({ empty: 'hide', sort: '-balance' as never, q: undefined })).toBe(false);
  expect(isNarrowed({ q: 'Ромашка' })).toBe(true);
  expect(isNarrowed({ empty: 'hide', kind: 'company' })).toBe(true);
});
