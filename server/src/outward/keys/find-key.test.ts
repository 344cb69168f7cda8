import { expect, test } from 'vitest';
import { checksumOf, isKeyText, newKeyText } from './find-key.ts';

test('the checksum of a key is that of GitHub’s published example', () => {
  expect(checksumOf('zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ')).toBe('0mLq17');
});

test('a new key has the layout of keys and never comes twice', () => {
  const keys = Array.from({ length: 200 }, newKeyText);
  for (const key of keys) expect(key).toMatch(/^kzn_live_[0-9A-Za-z]{36}$/);
  expect(keys.every(isKeyText)).toBe(true);
  expect(new Set(keys).size).toBe(keys.length);
});

test.each([
  ['another character', (key: string) => key.slice(0, 12) + (key[12] === 'a' ? 'b' : 'a') + key.slice(13)],
  ['a character less', (key: string) => key.slice(0, -1)],
  ['a character more', (key: string) => `${key}0`],
  ['another prefix', (key: string) => key.replace('live', 'dead')],
  ['nothing but the prefix', () => 'kzn_live_'],
])('a key with %s is malformed', (_what, spoil) => {
  expect(isKeyText(spoil(newKeyText()))).toBe(false);
});
