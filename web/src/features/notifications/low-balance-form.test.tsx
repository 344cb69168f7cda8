// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { button, click, render, until } from '../../../tests/render.tsx';
import { LowBalanceForm } from './low-balance-form.tsx';

afterEach(() => vi.unstubAllGlobals());

const stored = { items: [{ currency: 'RUB', thresholdMinor: 100_000 }] };

test('a threshold that has not loaded is not offered to be saved as none', async () => {
  const answers = [Response.json({ detail: 'Сервис временно недоступен.' }, { status: 503 }), Response.json(stored)];
  vi.stubGlobal('fetch', async () => answers.shift());
  await render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <LowBalanceForm organizationId="romashka" />
      </QueryClientProvider>
    </MantineProvider>,
  );
  expect(document.querySelector('form')).toBeNull();
  await until(() => document.body.textContent.includes('Порог не загрузился'));
  expect(document.querySelector('form')).toBeNull();
  await click(button('Повторить'));
  await until(() => document.querySelector('input')?.value === '1\u00a0000');
});
