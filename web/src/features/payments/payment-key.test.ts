import { beforeEach, expect, test, vi } from 'vitest';
import { dropPaymentKey, takePaymentKey } from './payment-key.ts';

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  });
});

const form = { amountMinor: 150_050, currency: 'RUB', method: 'card' };

test('the same filled form keeps its key until the payment is made', () => {
  const key = takePaymentKey(form);
  expect(takePaymentKey({ ...form })).toBe(key);
  dropPaymentKey();
  expect(takePaymentKey(form)).not.toBe(key);
});

test('a changed form gets a key of its own', () => {
  const key = takePaymentKey(form);
  expect(takePaymentKey({ ...form, amountMinor: 1 })).not.toBe(key);
});
