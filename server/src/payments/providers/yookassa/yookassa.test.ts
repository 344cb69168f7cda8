import { describe, expect, test } from 'vitest';
import {
  intent,
  paymentObject,
  type Recorded,
  refundIntent,
  yookassaDouble,
} from '../../../../tests/support/yookassa-double.ts';

const { open, recorded, reply } = yookassaDouble();

describe('requests to YooKassa', () => {
  test('a payment is requested with capture, redirect, our number, the receipt and the key', async () => {
    reply({ body: paymentObject() });
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
  ])('an amount of %i kopecks is sent as %s, in the payment and in the receipt', async (amountMinor, value) => {
    reply({ body: paymentObject() });
    await open().createPayment({ ...intent, amountMinor });
    expect(recorded[0]?.body.amount.value).toBe(value);
    expect(recorded[0]?.body.receipt.items[0].amount.value).toBe(value);
  });

  test('the same payment asked twice is the same request to the byte under the same key', async () => {
    reply({ body: paymentObject() }, { body: paymentObject() });
    await open().createPayment(intent);
    await open().createPayment(intent);
    const [first, second] = recorded as [Recorded, Recorded];
    expect(second.text).toBe(first.text);
    expect(second.headers['idempotence-key']).toBe(first.headers['idempotence-key']);
  });

  test('the longest texts and metadata of a payment stay within the limits of the API', async () => {
    reply({ body: paymentObject() });
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
    reply({ body: paymentObject() });
    await open({ taxSystemCode: undefined }).createPayment({ ...intent, method: 'sbp' });
    expect(recorded[0]?.body.receipt).not.toHaveProperty('tax_system_code');
    expect(recorded[0]?.body.payment_method_data).toEqual({ type: 'sbp' });
  });

  test('a refund is requested of its payment, with its own key, reason and receipt', async () => {
    reply({ body: { id: 'r1', status: 'succeeded', payment_id: '2d9f-000f' } });
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

  test('a payment is read without body and key, and its number cannot lead to another address', async () => {
    reply({ body: paymentObject() }, { body: { id: 'r1', status: 'pending' } });
    await open().getPayment('../refunds/1?x=1');
    await open().getRefund('r/1', false);
    expect(recorded.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /v3/payments/..%2Frefunds%2F1%3Fx%3D1',
      'GET /v3/refunds/r%2F1',
    ]);
    for (const { headers, text } of recorded) expect([headers['idempotence-key'], text]).toEqual([undefined, '']);
  });
});

describe('answers of YooKassa', () => {
  test.each([
    ['pending', 'pending'],
    ['waiting_for_capture', 'pending'],
    ['succeeded', 'succeeded'],
    ['canceled', 'canceled'],
  ])('a payment that YooKassa calls %s is %s', async (status, ours) => {
    const details =
      status === 'canceled' ? { cancellation_details: { party: 'yoo_money', reason: 'card_expired' } } : {};
    reply({ body: paymentObject({ status, ...details }) });
    expect(await open().getPayment('2d9f')).toEqual({
      providerId: '2d9f7b8e-000f-5000-8000-1a2b3c4d5e6f',
      paymentId: intent.paymentId,
      status: ours,
      reason: status === 'canceled' ? 'card_expired' : null,
      amountMinor: 150_050,
      currency: 'RUB',
      confirmationUrl: 'https://yoomoney.ru/pay?orderId=2d9f',
      card: null,
      savedMethod: null,
    });
  });

  test.each([
    [
      { type: 'bank_card', card: { last4: '4477', card_type: 'Mir' } },
      { last4: '4477', type: 'Mir' },
    ],
    [
      { type: 'bank_card', card: { last4: '4477' } },
      { last4: '4477', type: null },
    ],
    [{ type: 'bank_card', card: { last4: '<b>', card_type: 'Mir' } }, null],
    [{ type: 'bank_card', card: 'none' }, null],
    ['card', null],
    [{ type: 'sbp' }, null],
  ])('a payment by %j is understood whatever its card looks like', async (payment_method, card) => {
    reply({ body: paymentObject({ status: 'succeeded', payment_method }) });
    expect(await open().getPayment('2d9f')).toMatchObject({ status: 'succeeded', card });
  });

  test.each(['pending', 'succeeded', 'canceled'])('a refund that YooKassa calls %s is just that', async (status) => {
    const details =
      status === 'canceled' ? { cancellation_details: { party: 'yoo_money', reason: 'rejected_by_payee' } } : {};
    reply({ body: { id: 'r1', status, ...details } });
    const reason = status === 'canceled' ? 'rejected_by_payee' : null;
    expect(await open().getRefund('r1', false)).toEqual({ providerId: 'r1', status, reason });
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
    reply({ body: paymentObject({ amount }) });
    expect(await open().getPayment('2d9f')).toMatchObject(read);
  });

  test.each([[undefined], [{}], [{ payment_id: 5 }]])('metadata %j names no payment of ours', async (metadata) => {
    reply({ body: paymentObject({ metadata }) });
    expect((await open().getPayment('2d9f')).paymentId).toBeNull();
  });
});
