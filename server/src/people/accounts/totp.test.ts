import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import { findTotpStep, newTotpSecret, totpUri } from './credentials.ts';

// RFC 6238, appendix B, SHA-1; its codes have 8 digits, of which ours are the last 6.
const rfcSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('the code of RFC 6238 at %i seconds is recognised', (seconds, code) => {
  expect(findTotpStep(rfcSecret, code.slice(2), seconds * 1000)).toBe(Math.floor(seconds / 30));
});

test('codes of an independent TOTP library are valid for our secrets', () => {
  for (let turn = 0; turn < 200; turn += 1) {
    const secret = newTotpSecret();
    const epoch = 1_700_000_000 + turn * 7_654_321;
    const code = generateSync({ secret, epoch });
    expect(findTotpStep(secret, code, epoch * 1000)).toBe(Math.floor(epoch / 30));
  }
});

test('a TOTP code is valid one step early and one step late, and no further', () => {
  const secret = newTotpSecret();
  const step = 60_000_000;
  const code = generateSync({ secret, epoch: step * 30 });
  const foundAt = (steps: number) => findTotpStep(secret, code, (step + steps) * 30_000);
  expect([-2, -1, 0, 1, 2].map(foundAt)).toEqual([null, step, step, step, null]);
});

test('a TOTP code that is not 6 digits is refused', () => {
  for (const code of ['', '12345', '1234567', '12345a', '１２３４５６', ' 12345']) {
    expect(findTotpStep(newTotpSecret(), code)).toBeNull();
  }
});

test('a TOTP secret has 160 bits, and its URI contains issuer and account', () => {
  const secret = newTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const uri = new URL(totpUri(secret, 'Казна & Ко', 'мария+1@example.ru'));
  expect(decodeURIComponent(uri.pathname)).toContain('Казна & Ко:мария+1@example.ru');
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret,
    issuer: 'Казна & Ко',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
