import { expect, test } from 'vitest';
import { chosenPeriod, hasDocument, toFilter } from './search.ts';

const nothing = { kind: undefined, period: undefined, from: undefined, to: undefined };

test('unknown kinds and months of documents are ignored', () => {
  expect(toFilter({ kind: 'other', period: '2026-13' })).toEqual(nothing);
  expect(toFilter({ kind: 'invoice', period: '2026-12' })).toEqual({ ...nothing, kind: 'invoice', period: '2026-12' });
});

test('documents of the last quarter are those dated in it', () => {
  const search = { period: 'last-quarter' };
  expect(toFilter(search, '2026-11-18')).toEqual({ ...nothing, from: '2026-07-01', to: '2026-09-30' });
  expect([chosenPeriod(search), chosenPeriod({}), chosenPeriod({ period: '2026-10' })]).toEqual([
    'Прошлый квартал',
    'За всё время',
    'Октябрь 2026',
  ]);
});

test('a document is in a list whose kind and days are its own', () => {
  const made = { kind: 'reconciliation', day: '2026-11-19' } as const;
  const has = (search: object) => hasDocument(toFilter(search, '2026-11-19'), made);
  expect([{}, { kind: 'reconciliation' }, { period: 'today' }, { period: '2026-11' }].map(has)).toEqual(
    Array(4).fill(true),
  );
  expect([{ kind: 'act' }, { period: 'last-quarter' }, { period: '2026-10' }].map(has)).toEqual(Array(3).fill(false));
});
