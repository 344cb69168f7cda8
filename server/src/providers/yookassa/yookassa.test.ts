import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { uuidv7 } from '../../db/uuid.ts';
import { ProviderRefusal, ProviderSilence } from '../provider.ts';
import { createYookassa } from './yookassa.ts';

/** Written from the provider's documentation: shares nothing with the sandbox. */
interface Recorded {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingMessage['headers'];
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever was sent
  body: any;
}
type Reply = { status?: number; body?: unknown; text?: string } | ((response: ServerResponse) => void);

let apiUrl: string;
let recorded: Recorded[];
let replies: Reply[];
const server = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  const { method, url: path, headers } = request;
  recorded.push({ method, path, headers, text, body: text ? JSON.parse(text) : undefined });
  const reply = replies.shift() ?? { status: 404, body: { type: 'error', code: 'not_found' } };
  if (typeof reply === 'function') return reply(response);
  response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' });
  response.end(reply.text ?? JSON.stringify(reply.body));
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3`;
});
beforeEach(() => {
  recorded = [];
  replies = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const open = (more: object = {}) =>
  createYookassa({
    apiUrl,
    shopId: '100500',
    secretKey: 'live_ключ',
    timeoutMs: 5000,
    vatCode: 11,
    taxSystemCode: 2,
    ...more,
  });
const intent = {
  paymentId: uuidv7(),
  amountMinor: 150_050,
  currency: 'RUB' as const,
  method: 'card' as const,
  description: 'Пополнение баланса',
  returnUrl: 'https://cabinet.example.ru/api/payments/1/return',
  payerEmail: 'maria@example.ru',
};
const refundIntent = {
  refundId: uuidv7(),
  providerPaymentId: '2d9f-000f',
  amountMinor: 7,
  currency: 'USD' as const,
  description: 'Передумали',
  payerEmail: 'maria@example.ru',
};
const object = (more: object = {}) => ({
  id: '2d9f7b8e-000f-5000-8000-1a2b3c4d5e6f',
  status: 'pending',
  amount: { value: '1500.50', currency: 'RUB' },
  created_at: '2026-11-14T12:00:00.000Z',
  paid: false,
  test: false,
  refundable: false,
  recipient: { account_id: '100500', gateway_id: '1' },
  confirmation: { type: 'redirect', confirmation_url: 'https://yoomoney.ru/pay?orderId=2d9f' },
  metadata: { payment_id: intent.paymentId },
  ...more,
});

describe('what is asked', () => {
  test('a payment: captured at once, by redirect, with our number, the receipt and the key', async () => {
    replies = [{ body: object() }];
    await open().createPayment(intent);
    const [{ method, path, headers, body }] = recorded as [Recorded];
    expect([method, path]).toEqual(['POST', '/v3/payments']);
    expect(headers.authorization).toBe(`Basic ${Buffer.from('100500:live_ключ').toString('base64')}`);
    expect(headers['content-type']).toBe('application/json');
    expect(headers['idempotence-key']).toMatch(/^[0-9a-zA-Z+_.-]{1,64}$/);
    expect(body).toEqual({
      amount: { value: '1500.50', currency: 'RUB' },
      capture: true,
      confirmation: { type: 'redirect', return_url: intent.returnUrl },
      payment_method_data: { type: 'bank_card' },
      description: 'Пополнение баланса',
      metadata: { payment_id: intent.paymentId },
      receipt: {
        customer: { email: 'maria@example.ru' },
        tax_system_code: 2,
        items: [
          {
            description: 'Пополнение баланса',
            quantity: '1.00',
            amount: { value: '1500.50', currency: 'RUB' },
            vat_code: 11,
            payment_mode: 'advance',
            payment_subject: 'payment',
          },
        ],
      },
    });
  });

  test.each([
    [1, '0.01'],
    [10, '0.10'],
    [100, '1.00'],
    [50_000_000, '500000.00'],
  ])('%i kopecks are the text %s, in the amount and in the receipt', async (amountMinor, value) => {
    replies = [{ body: object() }];
    await open().createPayment({ ...intent, amountMinor });
    expect(recorded[0]?.body.amount.value).toBe(value);
    expect(recorded[0]?.body.receipt.items[0].amount.value).toBe(value);
  });

  test('the same payment asked twice is the same request to the byte under the same key', async () => {
    replies = [{ body: object() }, { body: object() }];
    await open().createPayment(intent);
    await open().createPayment(intent);
    const [first, second] = recorded as [Recorded, Recorded];
    expect(second.text).toBe(first.text);
    expect(second.headers['idempotence-key']).toBe(first.headers['idempotence-key']);
  });

  test('texts and metadata stay within the limits of the API at their longest', async () => {
    replies = [{ body: object() }];
    await open().createPayment({ ...intent, description: 'я'.repeat(128) });
    const { description, metadata, receipt } = (recorded as [Recorded])[0].body;
    expect(description.length).toBeLessThanOrEqual(128);
    expect(receipt.items[0].description.length).toBeLessThanOrEqual(128);
    expect(Object.keys(metadata).length).toBeLessThanOrEqual(16);
    for (const [key, value] of Object.entries(metadata)) {
      expect(key.length).toBeLessThanOrEqual(32);
      expect((value as string).length).toBeLessThanOrEqual(512);
    }
  });

  test('a business without a tax system set sends none, and СБП is a method of its own', async () => {
    replies = [{ body: object() }];
    await open({ taxSystemCode: undefined }).createPayment({ ...intent, method: 'sbp' });
    expect(recorded[0]?.body.receipt).not.toHaveProperty('tax_system_code');
    expect(recorded[0]?.body.payment_method_data).toEqual({ type: 'sbp' });
  });

  test('a refund: of the payment, with its own key, reason and receipt', async () => {
    replies = [{ body: { id: 'r1', status: 'succeeded', payment_id: '2d9f-000f' } }];
    await open().createRefund(refundIntent);
    const [{ method, path, headers, body }] = recorded as [Recorded];
    expect([method, path, headers['idempotence-key']]).toEqual(['POST', '/v3/refunds', refundIntent.refundId]);
    expect(body).toMatchObject({
      payment_id: '2d9f-000f',
      amount: { value: '0.07', currency: 'USD' },
      description: 'Передумали',
      receipt: { customer: { email: 'maria@example.ru' }, items: [{ amount: { value: '0.07' }, vat_code: 11 }] },
    });
  });

  test('reading has no body and no key, and a number cannot lead to another address', async () => {
    replies = [{ body: object() }, { body: { id: 'r1', status: 'pending' } }];
    await open().getPayment('../refunds/1?x=1');
    await open().getRefund('r/1');
    expect(recorded.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /v3/payments/..%2Frefunds%2F1%3Fx%3D1',
      'GET /v3/refunds/r%2F1',
    ]);
    for (const { headers, text } of recorded) expect([headers['idempotence-key'], text]).toEqual([undefined, '']);
  });
});

describe('what is understood', () => {
  test.each([
    ['pending', 'pending'],
    ['waiting_for_capture', 'pending'],
    ['succeeded', 'succeeded'],
    ['canceled', 'canceled'],
  ])('a payment %s is %s', async (status, ours) => {
    const details =
      status === 'canceled' ? { cancellation_details: { party: 'yoo_money', reason: 'card_expired' } } : {};
    replies = [{ body: object({ status, ...details }) }];
    expect(await open().getPayment('2d9f')).toEqual({
      providerId: '2d9f7b8e-000f-5000-8000-1a2b3c4d5e6f',
      paymentId: intent.paymentId,
      status: ours,
      reason: status === 'canceled' ? 'card_expired' : null,
      amountMinor: 150_050,
      currency: 'RUB',
      confirmationUrl: 'https://yoomoney.ru/pay?orderId=2d9f',
    });
  });

  test.each(['pending', 'succeeded', 'canceled'])('a refund %s is just that', async (status) => {
    const details =
      status === 'canceled' ? { cancellation_details: { party: 'yoo_money', reason: 'rejected_by_payee' } } : {};
    replies = [{ body: { id: 'r1', status, ...details } }];
    const reason = status === 'canceled' ? 'rejected_by_payee' : null;
    expect(await open().getRefund('r1')).toEqual({ providerId: 'r1', status, reason });
  });

  test.each([
    [
      { value: '1500.505', currency: 'RUB' },
      { amountMinor: null, currency: 'RUB' },
    ],
    [
      { value: '-1500.50', currency: 'RUB' },
      { amountMinor: null, currency: 'RUB' },
    ],
    [
      { value: '1 500,50', currency: 'RUB' },
      { amountMinor: null, currency: 'RUB' },
    ],
    [
      { value: '1500.50', currency: 'JPY' },
      { amountMinor: null, currency: 'JPY' },
    ],
    [
      { value: '1500', currency: 'RUB' },
      { amountMinor: 150_000, currency: 'RUB' },
    ],
  ])('the amount %j is read as %j', async (amount, read) => {
    replies = [{ body: object({ amount }) }];
    expect(await open().getPayment('2d9f')).toMatchObject(read);
  });

  test.each([[undefined], [{}], [{ payment_id: 5 }]])('metadata %j names no payment of ours', async (metadata) => {
    replies = [{ body: object({ metadata }) }];
    expect((await open().getPayment('2d9f')).paymentId).toBeNull();
  });
});

const calls = [
  ['createPayment', () => open({ timeoutMs: 150 }).createPayment(intent)],
  ['getPayment', () => open({ timeoutMs: 150 }).getPayment('1')],
  ['createRefund', () => open({ timeoutMs: 150 }).createRefund(refundIntent)],
  ['getRefund', () => open({ timeoutMs: 150 }).getRefund('1')],
] as const;

describe.each(calls)('%s', (_, call) => {
  test.each([
    [400, 'invalid_request'],
    [401, 'invalid_credentials'],
    [403, 'forbidden'],
    [404, 'not_found'],
  ])('%i %s is a refusal with its code', async (status, code) => {
    replies = [{ status, body: { type: 'error', id: 'e1', code, description: 'why' } }];
    const error = await call().catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ProviderRefusal);
    expect(error.reason).toBe(code);
  });

  test.each<[string, Reply]>([
    ['429', { status: 429, body: { type: 'error', code: 'too_many_requests', retry_after: 1800 } }],
    ['500', { status: 500, body: { type: 'error', code: 'internal_server_error' } }],
    ['a page of a proxy', { status: 502, text: '<html>Bad Gateway</html>' }],
    ['broken JSON', { text: '{"id": "2d9f", "status": "succ' }],
    ['null', { text: 'null' }],
    ['an empty object', { text: '{}' }],
    ['a status nobody has heard of', { body: object({ status: 'partially_succeeded' }) }],
    ['a redirect', (response) => response.writeHead(302, { location: '/v3/elsewhere' }).end()],
    ['a dropped connection', (response) => response.destroy()],
    ['a connection dropped midway', (response) => response.write('{"id":', () => response.destroy())],
    ['no answer', () => {}],
    ['half an answer and then nothing', (response) => void response.write('{"id":')],
  ])('%s leaves the outcome unknown', async (_name, reply) => {
    replies = [reply];
    await expect(call()).rejects.toBeInstanceOf(ProviderSilence);
  });
});

test('a provider that cannot be reached leaves the outcome unknown', async () => {
  await expect(open({ apiUrl: 'http://127.0.0.1:1/v3' }).createPayment(intent)).rejects.toBeInstanceOf(ProviderSilence);
});
