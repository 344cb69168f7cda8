import { expect, test } from 'vitest';
import { decodeAccessToken } from './access-token.ts';

const encode = (payload: unknown) => `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.sign`;

test('the expiry of an access token is read from exp in seconds', () => {
  expect(decodeAccessToken(encode({ exp: 1_800_000_000 }))?.expiresAt).toBe(1_800_000_000_000);
});

test('another person or organization changes the identity of a token', () => {
  const identity = (claims: object) => decodeAccessToken(encode({ exp: 1, ...claims }))?.identity;
  expect(identity({ sub: 'a', org: 'x' })).toBe(identity({ sub: 'a', org: 'x', iat: 5 }));
  expect(identity({ sub: 'a', org: 'x' })).not.toBe(identity({ sub: 'a', org: 'y' }));
  expect(identity({ sub: 'a', org: 'x' })).not.toBe(identity({ sub: 'b', org: 'x' }));
});

test('token claims may contain any characters', () => {
  expect(decodeAccessToken(encode({ exp: 1, sub: 'Ёжик—🦔' }))?.identity).toBe('Ёжик—🦔/');
});

test('an invalid access token decodes to null', () => {
  for (const token of ['', 'abc', 'a.b.c', 'a.%%%.c', encode(null), encode({}), encode({ exp: '1800000000' })]) {
    expect(decodeAccessToken(token)).toBeNull();
  }
});
