import { beforeEach, expect, test, vi } from 'vitest';
import { sendIdempotently } from './idempotency-key.ts';

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  });
});

const form = { amountMinor: 150_050, currency: 'RUB', method: 'card' };
type Headers = { 'idempotency-key': string };
const arrive = async (headers: Headers) => headers['idempotency-key'];

/** Returns the key of a request whose answer was lost. */
async function lose(what: 'payment' | 'refund', content: object): Promise<string> {
  let key = '';
  const send = async (headers: Headers) => {
    key = headers['idempotency-key'];
    throw new Error('no answer');
  };
  await expect(sendIdempotently(what, content, send)).rejects.toThrow('no answer');
  return key;
}

test('a form keeps its idempotency key until it succeeds and then gets a new one', async () => {
  const key = await lose('payment', form);
  expect(await lose('payment', { ...form })).toBe(key);
  expect(await sendIdempotently('payment', form, arrive)).toBe(key);
  expect(await sendIdempotently('payment', form, arrive)).not.toBe(key);
});

test('a changed form and another kind of request get new idempotency keys', async () => {
  const keys = [
    await lose('payment', form),
    await lose('refund', form),
    await lose('payment', { ...form, amountMinor: 1 }),
  ];
  expect(new Set(keys).size).toBe(3);
});

test('an invalid stored idempotency key is ignored', async () => {
  stored.set('payment-key', '{broken');
  expect(await sendIdempotently('payment', form, arrive)).toMatch(/^[0-9a-f-]{36}$/);
});
