// @vitest-environment happy-dom
import type { Spending } from '@kazna/contract/cabinet/spending';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { spendingQuery } from './spending.tsx';

test('while a choice loads, spending in another currency is not shown for it', () => {
  const client = new QueryClient();
  const choice = { period: '30d', currency: 'RUB', step: undefined } as const;
  const spent = { total: { amountMinor: 100 } } as Spending;
  client.setQueryData(spendingQuery('romashka', choice).queryKey, spent);
  const queryFn = () => new Promise<never>(() => {});
  const observer = new QueryObserver(client, { ...spendingQuery('romashka', choice), queryFn });
  const shownFor = (changes: object) => {
    observer.setOptions({ ...spendingQuery('romashka', choice), queryFn });
    observer.setOptions({ ...spendingQuery('romashka', { ...choice, ...changes }), queryFn });
    return observer.getCurrentResult().data;
  };
  expect(shownFor({ period: '7d' })).toBe(spent);
  expect(shownFor({ currency: 'EUR' })).toBeUndefined();
});
