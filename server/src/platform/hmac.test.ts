import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { macBy } from './hmac.ts';

const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map((array) => Buffer.from(array));

test('a code by two hashes is the HMAC of the library, whatever the key and the message', () => {
  const property = fc.property(bytes(64), fc.array(bytes(300), { minLength: 1, maxLength: 3 }), (key, messages) => {
    const mac = macBy(key);
    for (const message of messages) {
      const wanted = createHmac('sha256', key).update(message).digest();
      expect(Buffer.from(mac(message, 'latin1'), 'latin1')).toEqual(wanted);
      expect(mac(message, 'base64url')).toBe(wanted.toString('base64url'));
    }
  });
  fc.assert(property, { numRuns: 200 });
});

test('RFC 4231, test case 2', () => {
  const mac = macBy(Buffer.from('Jefe'))(Buffer.from('what do ya want for nothing?'), 'latin1');
  expect(Buffer.from(mac, 'latin1').toString('hex')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
});

test('a key longer than a block is refused', () => {
  expect(() => macBy(Buffer.alloc(65))).toThrow('longer than a block');
});
