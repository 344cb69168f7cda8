// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { filterOf } from './subscriptions-page.tsx';

const id = '019a9a52-6f0e-7c3a-9d1e-0123456789ab';

test('filters of subscriptions come from the URL under the names of the contract', () => {
  const search = { q: ' Ромашка ', status: 'past_due', service: id, tariff: id, version: id, subscription: id };
  expect(filterOf(search)).toEqual({
    status: 'past_due',
    search: 'Ромашка',
    serviceId: id,
    tariffId: id,
    versionId: id,
  });
});

test('malformed filters of subscriptions in the URL are ignored', () => {
  expect(filterOf({ q: ' ', status: 'gone', service: 'one', tariff: "'" })).toEqual({});
});
