import { beforeEach, expect, test, vi } from 'vitest';
import { readVerifiers, removeVerifiers, storeVerifier, verifierOf } from './verifiers.ts';

beforeEach(() => {
  const items = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
});

test('of more than five kept verifiers the oldest is dropped, and the newest comes first', () => {
  for (let turn = 1; turn <= 6; turn += 1) storeVerifier({ email: 'a@example.ru', verifier: `v${turn}` });
  expect(readVerifiers().map(({ verifier }) => verifier)).toEqual(['v6', 'v5', 'v4', 'v3', 'v2']);
  expect(verifierOf('a@example.ru')).toBe('v6');
});

test('a confirmed address takes its verifiers along and leaves those of others', () => {
  storeVerifier({ email: 'a@example.ru', verifier: 'a' });
  storeVerifier({ email: 'b@example.ru', verifier: 'b' });
  removeVerifiers('a@example.ru');
  expect(readVerifiers()).toEqual([{ email: 'b@example.ru', verifier: 'b' }]);
  removeVerifiers('b@example.ru');
  expect(localStorage.getItem('verifiers')).toBeNull();
});

test.each(['', '{', '{}', 'null', '[1, null, {"email": "a"}]'])('the stored text %j counts as no verifier', (text) => {
  localStorage.setItem('verifiers', text);
  expect(readVerifiers()).toEqual([]);
});
