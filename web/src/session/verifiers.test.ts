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

test('the oldest of more than five verifiers is dropped, and the newest comes first', () => {
  for (let turn = 1; turn <= 6; turn += 1) storeVerifier({ email: 'a@example.ru', verifier: `v${turn}` });
  expect(readVerifiers().map(({ verifier }) => verifier)).toEqual(['v6', 'v5', 'v4', 'v3', 'v2']);
  expect(verifierOf('a@example.ru')).toBe('v6');
});

test('verifying an address removes only its own verifiers', () => {
  storeVerifier({ email: 'a@example.ru', verifier: 'a' });
  storeVerifier({ email: 'b@example.ru', verifier: 'b' });
  removeVerifiers('a@example.ru');
  expect(readVerifiers()).toEqual([{ email: 'b@example.ru', verifier: 'b' }]);
  removeVerifiers('b@example.ru');
  expect(localStorage.getItem('verifiers')).toBeNull();
});

test.each(['', '{', '{}', 'null', '[1, null, {"email": "a"}]'])('invalid stored verifiers %j are ignored', (text) => {
  localStorage.setItem('verifiers', text);
  expect(readVerifiers()).toEqual([]);
});
