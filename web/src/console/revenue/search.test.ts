import { expect, test } from 'vitest';
import { rangeOf, rowsOf, scopeOf } from './search.ts';

const service = '0198c0de-0000-7000-8000-000000000001';
const tariff = '0198c0de-0000-7000-8000-000000000002';

test('revenue is of roubles and everything unless the address says otherwise', () => {
  expect(scopeOf({})).toEqual({ currency: 'RUB' });
  expect(scopeOf({ currency: 'KZT', service })).toEqual({ currency: 'KZT', serviceId: service });
});

test('a tariff in the address of revenue goes before its service', () => {
  expect(scopeOf({ service, tariff })).toEqual({ currency: 'RUB', tariffId: tariff });
});

test('malformed values in the address of revenue are ignored', () => {
  expect(scopeOf({ currency: 'doubloons', service: 'x', tariff: '1' })).toEqual({ currency: 'RUB' });
  expect(rangeOf({ months: '7', to: '2026-13' }, '2026-11-18')).toEqual({ months: 12, to: '2026-11' });
  expect(rangeOf({ months: '24', to: '2025-03' }, '2026-11-18')).toEqual({ months: 24, to: '2025-03' });
  expect(rowsOf({ of: 'x', month: 'y', kind: 'z', cohort: '-' }, '2026-11-18')).toMatchObject({
    ...{ list: 'moves', month: '2026-11', moveKind: undefined, chargeKind: undefined, cohort: undefined },
  });
});
