import type { AddressInfo } from 'node:net';
import { createPayment } from '@kazna/contract/cabinet/payments';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { newPayer, type Payer, seedPayments } from '../support/payments.ts';
import { type Shop, startShop } from '../support/shop.ts';
import { makeWebFixture } from '../support/web-fixture.ts';
import { exchange, type RawAnswer, request } from './raw-http.ts';

const publicUrl = 'https://kazna.example.ru';
let web: Awaited<ReturnType<typeof makeWebFixture>>;
let app: TestApp;
let port: number;
let payer: Payer;
beforeAll(async () => {
  web = await makeWebFixture();
  app = await startTestApp(inject('databaseUrl'), {
    webDirectory: web.directory,
    env: { PUBLIC_URL: publicUrl, TRUSTED_PROXIES: '127.0.0.1' },
  });
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.app.server.address() as AddressInfo);
  payer = await newPayer(app);
});
afterAll(async () => {
  await app.close();
  await web.remove();
});

const headersOf = ({ headers }: RawAnswer, name: string) =>
  headers.filter(([header]) => header === name).map(([, value]) => value);

/** Common names of redirect parameters. */
const elsewhere = (address: string) =>
  ['redirect', 'redirect_uri', 'redirectTo', 'return', 'returnTo', 'returnUrl', 'return_url', 'next', 'url', 'continue']
    .map((name) => `${name}=${encodeURIComponent(address)}`)
    .join('&');
const addresses = [
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  'https:evil.example',
  'https://kazna.example.ru@evil.example',
  'https://kazna.example.ru.evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '/%0d%0aLocation:%20https://evil.example',
];

describe('return from the provider', () => {
  const plant = async (status: 'pending' | 'succeeded' | 'canceled') =>
    (await seedPayments(app, payer, 1, () => ({ status })))[0]?.id as string;

  test.each(addresses)('the return from the provider never redirects to %s', async (address) => {
    for (const status of ['pending', 'succeeded', 'canceled'] as const) {
      const path = `/api/payments/${await plant(status)}/return?${elsewhere(address)}`;
      const forged = [
        'X-Forwarded-Host: evil.example',
        'Referer: https://evil.example/',
        'Origin: https://evil.example',
      ];
      const [answer] = await exchange(
        port,
        request(`GET ${path}`, forged).replace('Host: localhost', 'Host: evil.example'),
      );
      expect(answer?.status).toBe(303);
      const [location = '', ...more] = headersOf(answer as RawAnswer, 'location');
      expect(more).toEqual([]);
      expect(location.startsWith(`${publicUrl}/payments/`)).toBe(true);
      expect(location).not.toContain('evil');
    }
  });

  test('the return from the provider redirects to our page whatever reason the provider gave', async () => {
    const id = await plant('canceled');
    const reason = 'x\r\nSet-Cookie: a=b\r\nLocation: //evil.example\r\n\r\n<script>&error=none#';
    await app.db.queryText('update payments set reason = $2 where id = $1', [id, reason]);
    const [answer] = await exchange(port, request(`GET /api/payments/${id}/return`));
    const [location = ''] = headersOf(answer as RawAnswer, 'location');
    expect(headersOf(answer as RawAnswer, 'set-cookie')).toEqual([]);
    expect(new URL(location).origin).toBe(publicUrl);
    expect(new URL(location).search).toBe(`?paymentId=${id}`);
  });
});

describe('open redirects', () => {
  const paths = [
    '//evil.example',
    '//evil.example/',
    '//evil.example/%2e%2e',
    '///evil.example//',
    '/\\evil.example/',
    '/%5cevil.example/',
    '/%2f%2fevil.example/',
    '/%09/evil.example/',
    '/.evil.example',
    '/evil.example//..',
    '/assets//evil.example',
    '/api//evil.example',
    '/dev/..//evil.example',
    ...addresses.flatMap((address) => [`/?${elsewhere(address)}`, `/auth/?${elsewhere(address)}`]),
    ...addresses.map((address) => `/api/auth/verify?token=x&${elsewhere(address)}`),
  ];
  test.each(paths)('%s redirects to no other site', async (path) => {
    for (const method of ['GET', 'HEAD', 'POST']) {
      const [answer] = await exchange(port, request(`${method} ${path}`));
      expect(answer).toBeDefined();
      expect(Math.floor((answer as RawAnswer).status / 100)).not.toBe(3);
      for (const header of ['location', 'refresh', 'link']) expect(headersOf(answer as RawAnswer, header)).toEqual([]);
    }
  });
});

describe('return URL of a payment', () => {
  let shop: Shop;
  let token: string;
  beforeAll(async () => {
    shop = await startShop(inject('databaseUrl'), { PUBLIC_URL: publicUrl, TRUSTED_PROXIES: '127.0.0.1' });
    ({ token } = await newPayer(shop));
  });
  afterAll(() => shop.close());

  test.each(addresses)('the return URL of a payment is never %s', async (address) => {
    const extras = { returnUrl: address, return_url: address, confirmation: { type: 'redirect', return_url: address } };
    const body = { amountMinor: 150_050, currency: 'RUB' as const, method: 'card' as const, ...extras };
    const headers = {
      'idempotency-key': crypto.randomUUID(),
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
    };
    const { status, body: payment } = await shop.call(createPayment, { body }, { token, headers });
    expect(status).toBe(201);
    const [object] = await shop.provider.paymentsFor(payment.id);
    expect(object.confirmation.return_url).toBe(`${publicUrl}/api/payments/${payment.id}/return`);
  });
});
