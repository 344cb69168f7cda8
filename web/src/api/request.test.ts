import { uploadBankStatement } from '@kazna/contract/admin/bank-statements';
import { signIn } from '@kazna/contract/cabinet/accounts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../../tests/fake-browser.ts';
import { request } from './request.ts';

let sent: { type: string | null; body: unknown }[] = [];
beforeEach(() => {
  fakeBrowser();
  sent = [];
  vi.stubGlobal('fetch', async (_: string, { headers, body }: { headers: Headers; body: unknown }) => {
    sent.push({ type: headers.get('content-type'), body });
    return Response.json({}, { status: 201 });
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a file goes out as the bytes it has, whatever type the browser gave it', async () => {
  const file = new File([Uint8Array.from([0xcf, 0xeb, 0])], 'kl_to_1c.txt', { type: 'text/plain' });
  expect(await request(uploadBankStatement, { body: file })).toEqual({ status: 201, body: {} });
  expect(sent).toEqual([{ type: 'application/octet-stream', body: file }]);
});

test('other bodies go out as JSON', async () => {
  await request(signIn, { body: { email: 'a@b.ru' } });
  expect(sent).toEqual([{ type: 'application/json', body: '{"email":"a@b.ru"}' }]);
});

test('without a network the problem asks the person to check it, with one that the service is away', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const detailOf = async (onLine: boolean) => {
    vi.stubGlobal('navigator', { onLine });
    return ((await request(signIn, { body: {} })).body as { detail: string }).detail;
  };
  expect(await detailOf(false)).toMatch(/^Нет связи с интернетом/);
  expect(await detailOf(true)).toMatch(/^Сервис временно недоступен/);
});

test('an aborted request ends at once, as one without an answer', async () => {
  const isAborted = (signal: AbortSignal) => new Promise((_, reject) => signal.addEventListener('abort', reject));
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => isAborted(signal));
  const leaving = new AbortController();
  const answer = request(signIn, { body: {} }, undefined, undefined, leaving.signal);
  leaving.abort();
  expect((await answer).status).toBe(0);
});
