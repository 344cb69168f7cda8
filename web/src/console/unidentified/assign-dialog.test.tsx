// @vitest-environment happy-dom
import type { BankReceipt } from '@kazna/contract/admin/bank-statements';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { button, click, field, render, type, until } from '../../../tests/render.tsx';
import { AssignDialog } from './assign-dialog.tsx';

const receipt = { id: 'one', amountMinor: 1000, payer: 'ООО «Ромашка»', number: '7', purpose: 'Оплата', inn: '77' };
const problem = Response.json({ detail: 'Сервис временно недоступен.' }, { status: 503 });
let sent: string[];
afterEach(() => vi.unstubAllGlobals());

/** Answers for invoices wait for the test to give them, page by page. */
async function choosePayer() {
  const pages: PromiseWithResolvers<Response>[] = [];
  sent = [];
  vi.stubGlobal('fetch', (url: string, { method }: { method: string }) => {
    if (method !== 'GET') sent.push(url);
    if (url.includes('/invoices')) {
      const page = Promise.withResolvers<Response>();
      pages.push(page);
      return page.promise;
    }
    const found = { id: 'romashka', name: 'ООО «Ромашка»', kind: 'company', status: 'active' };
    return Promise.resolve(Response.json(url.includes('organizations') ? { items: [found] } : {}));
  });
  await render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <AssignDialog isOpen onClose={() => {}} receipt={receipt as BankReceipt} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await until(() => field('organization'));
  await click(field('organization'));
  await type(field('reason'), 'Звонили в бухгалтерию');
  const answer = async (response: Response) => {
    await until(() => pages.length > 0);
    await act(async () => pages.shift()?.resolve(response));
  };
  return { answer };
}

const pageOf = (number: string, nextCursor: string | null) =>
  Response.json({
    items: [{ id: number, number, createdAt: '2026-11-01T00:00:00Z', amountMinor: 5, paidMinor: 0, currency: 'RUB' }],
    nextCursor,
  });
const isShown = (text: string) => document.body.textContent.includes(text);
const credit = () => click(button('Зачислить: ООО «Ромашка»'));

test('unidentified money is not credited while the unpaid invoices of its payer are not known', async () => {
  const { answer } = await choosePayer();
  await credit();
  expect(isShown('Счета организации не загрузились')).toBe(true);
  await answer(problem);
  await until(() => isShown('Счета не загрузились'));
  await credit();
  expect(sent).toEqual([]);
  await click(button('Повторить'));
  await answer(pageOf('С-1', 'next'));
  await until(() => isShown('№\u00a0С-1'));
  await click(button('Показать ещё'));
  await answer(pageOf('С-2', null));
  await until(() => isShown('№\u00a0С-2'));
  await credit();
  await until(() => sent.length === 1);
});
