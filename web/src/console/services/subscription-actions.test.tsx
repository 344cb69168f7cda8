// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { button, click, render, until } from '../../../tests/render.tsx';
import { keys } from '../../queries/keys.ts';
import type { SubscriptionDetailsData } from './queries.ts';
import { SubscriptionActions } from './subscription-actions.tsx';

test('a subscription that stops at the end of its period is offered to be stopped now, and that is chosen', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(keys.profile, { id: 'anna', operatorRole: 'admin' });
  const actions = (status: string) => (
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <SubscriptionActions subscription={{ ...subscription, status } as SubscriptionDetailsData} />
      </QueryClientProvider>
    </MantineProvider>
  );
  const subscription = {
    ...{ id: 'one', service: { name: 'Хостинг' }, organization: { name: 'Ромашка' }, tariff: { name: 'Старт' } },
    ...{ terms: { refundOnStop: true, currency: 'RUB' }, currentPeriod: null, unused: null, pendingChange: null },
  };
  const show = await render(actions('active'));
  await show(actions('stopping'));
  await click(button('Остановить'));
  await until(() => document.querySelector('[name="when"]'));
  const choices = [...document.querySelectorAll<HTMLInputElement>('[name="when"]')];
  expect(choices.map(({ value, checked }) => [value, checked])).toEqual([['now', true]]);
  expect(button('Остановить сейчас')).toBeTruthy();
});
