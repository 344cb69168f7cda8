import { expect, test } from 'vitest';
import { chipsOf, toFilter } from './search.ts';

const now = new Date('2026-11-14T12:00:00Z');

test('search parameters become the query of the list', () => {
  const search = {
    kind: 'refund',
    direction: 'out',
    currency: 'RUB',
    from: '2026-11-14',
    to: '2026-11-14',
    q: ' май ',
  };
  expect(toFilter(search, 'Asia/Vladivostok', now)).toEqual({
    ...{ kind: 'refund', direction: 'out', currency: 'RUB', q: 'май' },
    from: '2026-11-13T14:00:00.000Z',
    to: '2026-11-14T14:00:00.000Z',
  });
});

test('operations opened from the dashboard use Moscow days and say so', () => {
  const search = { from: '2026-11-14', to: '2026-11-14', zone: 'msk' };
  expect(toFilter(search, 'Asia/Vladivostok', now)).toEqual({
    from: '2026-11-13T21:00:00.000Z',
    to: '2026-11-14T21:00:00.000Z',
  });
  expect(chipsOf(search)).toEqual([{ names: ['period', 'from', 'to', 'zone'], text: 'Период: 14.11.2026, по Москве' }]);
});

test('only filters by day wait for the time zone', () => {
  expect(toFilter({ period: '7d' }, undefined, now)).toBeUndefined();
  expect(toFilter({ kind: 'bonus' }, undefined, now)).toEqual({ kind: 'bonus' });
});

test('invalid search parameters are ignored', () => {
  const search = { kind: 'constructor', direction: 'up', currency: 'GBP', period: 'decade', from: 'x' };
  expect(toFilter(search, 'UTC', now)).toEqual({});
  expect(chipsOf(search)).toEqual([]);
});
