import { beforeEach, expect, test, vi } from 'vitest';
import { readDeviceTokens, storeDeviceToken } from './devices.ts';

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});

test('a browser stores the device tokens of the last five accounts, newest first', () => {
  for (const token of ['a', 'b', 'a', 'c', 'd', 'e', 'f']) storeDeviceToken(token);
  expect(readDeviceTokens()).toEqual(['f', 'e', 'd', 'c', 'a']);
});

test.each(['', '{', 'null', '{"a":1}', '[1,null]'])('invalid stored device tokens %j are ignored', (text) => {
  stored.set('devices', text);
  expect(readDeviceTokens()).toEqual([]);
});
