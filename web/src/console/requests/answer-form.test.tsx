// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { button, click, render, type, until } from '../../../tests/render.tsx';
import { keys } from '../../queries/keys.ts';
import { AnswerForm } from './answer-form.tsx';

afterEach(() => vi.unstubAllGlobals());

const text = () => document.querySelector('textarea') as HTMLTextAreaElement;
const noteBox = () => document.querySelector('[type="checkbox"]') as HTMLInputElement;

/** Calls that change something wait for the test to answer them. */
async function openForm() {
  const sent: { url: string; answer: PromiseWithResolvers<Response> }[] = [];
  vi.stubGlobal('fetch', (url: string, { method }: { method: string }) => {
    if (method === 'GET') return Promise.resolve(Response.json({ items: [] }));
    sent.push({ url, answer: Promise.withResolvers() });
    return sent.at(-1)?.answer.promise;
  });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(keys.profile, { id: 'anna', operatorRole: 'admin' });
  await render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <AnswerForm requestId="one" />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return sent;
}

test('what is typed while a note is sent stays, and is a note too', async () => {
  const sent = await openForm();
  await type(text(), 'Первая заметка');
  await click(noteBox());
  await click(button('Сохранить заметку'));
  await until(() => sent.length === 1);
  await type(text(), 'Вторая заметка');
  await act(async () => sent[0]?.answer.resolve(new Response('', { status: 201 })));
  await until(() => button('Сохранить заметку').ariaBusy !== 'true');
  expect([text().value, noteBox().checked]).toEqual(['Вторая заметка', true]);
  await click(button('Сохранить заметку'));
  await until(() => sent.length === 2);
  await act(async () => sent[1]?.answer.resolve(new Response('', { status: 201 })));
  await until(() => button('Ответить'));
  expect(text().value).toBe('');
});

test('an answer whose files are still on their way is not sent, and says why', async () => {
  const sent = await openForm();
  await type(text(), 'Счёт приложен');
  const input = document.querySelector('[type="file"]') as HTMLInputElement;
  Object.defineProperty(input, 'files', { value: [new File(['счёт'], 'счёт.txt')] });
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
  await until(() => sent.length === 1);
  await click(button('Ответить'));
  await until(() => document.querySelector('[role="alert"]'));
  expect(document.querySelector('[role="alert"]')?.textContent).toMatch(/^Файлы ещё загружаются/);
  expect(sent).toHaveLength(1);
});
