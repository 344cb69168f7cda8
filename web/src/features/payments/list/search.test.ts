import { expect, test } from 'vitest';
import { chipsOf, groupOf, isNarrowed, toFilter, toTransferFilter } from './search.ts';

const now = new Date('2026-11-14T12:00:00Z');

test('search parameters become the query of the list', () => {
  const search = {
    status: 'succeeded',
    from: '2026-11-01',
    to: '2026-11-02',
    amountMin: '1\u00a0500,50',
    q: ' сервер ',
  };
  expect(toFilter(search, 'Europe/Moscow', now)).toEqual({
    status: 'succeeded',
    from: '2026-10-31T21:00:00.000Z',
    to: '2026-11-02T21:00:00.000Z',
    amountMin: 150_050,
    q: 'сервер',
  });
});

test('invalid search parameters are ignored', () => {
  const search = { status: 'lost', method: 'cash', currency: 'GBP', period: 'decade', from: 'x', amountMax: 'много' };
  expect(toFilter(search, 'UTC', now)).toEqual({});
  expect(chipsOf(search)).toEqual([]);
});

test('a preset period wins over dates and has no end', () => {
  expect(toFilter({ period: 'today', from: '2020-01-01', to: '2020-01-02' }, 'UTC', now)).toEqual({
    from: '2026-11-14T00:00:00.000Z',
  });
});

test('active filters of payments are shown as text', () => {
  const search = { period: '7d', amountMin: '100', amountMax: '2500', method: 'sbp' };
  expect(chipsOf(search).map(({ text }) => text.replaceAll('\u00a0', ' '))).toEqual([
    'СБП',
    'Период: 7 дней',
    'Сумма: от 100 до 2 500',
  ]);
});

test('a state belongs to a tab, a tab to itself, and neither without a status', () => {
  expect(
    [{ status: 'expired' }, { status: 'refunded' }, { status: 'review' }, { status: 'x' }, {}].map(groupOf),
  ).toEqual(['failed', 'refunded', 'waiting', undefined, undefined]);
});

test('a tab alone does not narrow the list, any other filter does', () => {
  expect(
    [{}, { status: 'paid' }, { status: 'declined' }, { q: '1' }, { status: 'paid', period: '7d' }].map(isNarrowed),
  ).toEqual([false, false, true, true, true]);
});

test('the filter of bank transfers has no state, method or currency, whatever the address says', () => {
  const search = { status: 'transfers', method: 'card', currency: 'USD', amountMin: '10', q: ' КЗ-000001 ' };
  expect(toTransferFilter(search, 'Europe/Moscow')).toEqual({ amountMin: 1000, q: 'КЗ-000001' });
});
