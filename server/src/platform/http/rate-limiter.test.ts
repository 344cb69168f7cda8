import { listOrganizations } from '@kazna/contract/v1/organizations';
import { expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { newKey } from '../../../tests/support/keys.ts';
import { createRateLimiter } from './rate-limiter.ts';

const app = appForThisFile({ env: { API_RATE_LIMIT: '3' } });

test('above its rate limit a key gets 429 with Retry-After, and another key is served', async () => {
  const [key, other] = [await newKey(app), await newKey(app)];
  const use = (token: string) => app.call(listOrganizations, {}, { token });
  const first = await use(key.key);
  expect(first.headers).toMatchObject({ 'ratelimit-policy': '"key";q=3;w=10', ratelimit: '"key";r=2;t=10' });
  await use(key.key);
  expect((await use(key.key)).headers.ratelimit).toMatch(/^"key";r=0;t=\d+$/);
  const refused = await use(key.key);
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests', title: 'Too many requests' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await use(other.key)).status).toBe(200);
});

test('calls from a network that a key does not admit use up none of its rate limit', async () => {
  const { key } = await newKey(app, undefined, { networks: ['192.0.2.0/24'] });
  const use = async (address: string) => (await app.call(listOrganizations, {}, { token: key, address })).status;
  for (let turn = 0; turn < 10; turn += 1) expect(await use('198.51.100.7')).toBe(403);
  for (let turn = 0; turn < 3; turn += 1) expect(await use('192.0.2.7')).toBe(200);
  expect(await use('192.0.2.7')).toBe(429);
});

test('a new window of the rate limiter counts from zero', () => {
  let time = 1000;
  const limiter = createRateLimiter({ hits: 1, windowSeconds: 10 }, () => time);
  expect(limiter.count('a')).toEqual({ remaining: 0, resetSeconds: 10, isExceeded: false });
  time += 9001;
  expect(limiter.count('a')).toEqual({ remaining: 0, resetSeconds: 1, isExceeded: true });
  time += 1000;
  expect(limiter.count('a').isExceeded).toBe(false);
});
