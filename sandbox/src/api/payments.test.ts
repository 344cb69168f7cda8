import { describe, expect, it } from 'vitest';
import { paymentBody, returnUrl, runSandbox, shop } from '../../tests/running-sandbox.ts';

describe('payments', () => {
  it('a new payment is pending, in test mode, and names the page to pay on', async () => {
    const { createPayment, url } = await runSandbox();
    const payment = await createPayment({ metadata: { order: '7' }, payment_method_data: { type: 'sbp' } });
    expect(payment).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-000f-5000-8[0-9a-f]{3}-[0-9a-f]{12}$/),
      status: 'pending',
      amount: { value: '1000.00', currency: 'RUB' },
      description: 'Пополнение баланса',
      recipient: { account_id: shop.shopId, gateway_id: '1' },
      payment_method: { type: 'sbp', id: payment.id, saved: false, status: 'inactive' },
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      confirmation: {
        type: 'redirect',
        return_url: returnUrl,
        confirmation_url: `${url}/checkout/${payment.id}`,
      },
      test: true,
      paid: false,
      refundable: false,
      metadata: { order: '7' },
    });
  });

  it('a wrong secret key of the shop is refused', async () => {
    const { url } = await runSandbox();
    for (const authorization of [
      '',
      'Basic !',
      `Basic ${btoa('100500:wrong')}`,
      `Bearer ${btoa('100500:test_secret')}`,
    ]) {
      const response = await fetch(`${url}/v3/payments`, { headers: { authorization } });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ type: 'error', code: 'invalid_credentials' });
    }
  });

  it('an unknown payment, refund or call is not found', async () => {
    const { get } = await runSandbox();
    for (const path of ['/payments/none', '/refunds/none', '/receipts/none', '/deals']) {
      expect(await get(path)).toMatchObject({ status: 404, body: { type: 'error', code: 'not_found' } });
    }
  });

  it.each([
    ['amount', { amount: undefined }],
    ['amount.value', { amount: { value: 1000, currency: 'RUB' } }],
    ['amount.value', { amount: { value: '0.00', currency: 'RUB' } }],
    ['amount.value', { amount: { value: '-1.00', currency: 'RUB' } }],
    ['amount.value', { amount: { value: '1.005', currency: 'RUB' } }],
    ['amount.currency', { amount: { value: '1.00', currency: 'XYZ' } }],
    ['capture', { capture: 'true' }],
    ['description', { description: 'д'.repeat(129) }],
    ['confirmation.type', { confirmation: { type: 'embedded' } }],
    ['confirmation.return_url', { confirmation: { type: 'redirect', return_url: 'javascript:alert(1)' } }],
    ['payment_method_data.type', { payment_method_data: { type: 'cash' } }],
    ['metadata', { metadata: Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`k${index}`, ''])) }],
    ['metadata', { metadata: { ['k'.repeat(33)]: '' } }],
    ['metadata.k', { metadata: { k: 'v'.repeat(513) } }],
    ['client_ip', { client_ip: 'localhost' }],
  ])('a request with a wrong %s is refused by that name', async (parameter, changes) => {
    const { post } = await runSandbox();
    const answer = await post('/payments', paymentBody(changes));
    expect(answer).toMatchObject({ status: 400, body: { type: 'error', code: 'invalid_request', parameter } });
  });

  it('a body that is not JSON is refused', async () => {
    const { url } = await runSandbox();
    const headers = { authorization: `Basic ${btoa(`${shop.shopId}:${shop.secretKey}`)}`, 'idempotence-key': 'k' };
    for (const contentType of ['application/json', 'text/plain']) {
      const response = await fetch(`${url}/v3/payments`, {
        method: 'POST',
        headers: { ...headers, 'content-type': contentType },
        body: '{',
      });
      expect(await response.json()).toMatchObject({ type: 'error', code: 'invalid_request' });
      expect(response.status).toBe(400);
    }
  });

  it('a payment without capture stays authorized until captured in whole or in part, or canceled', async () => {
    const { createPayment, payByCard, post, get } = await runSandbox();
    const pay = async () => {
      const { id } = await createPayment({ capture: undefined });
      await payByCard(id);
      return id;
    };
    const whole = await pay();
    expect((await get(`/payments/${whole}`)).body).toMatchObject({
      status: 'waiting_for_capture',
      paid: true,
      expires_at: expect.any(String),
    });
    expect((await post(`/payments/${whole}/capture`)).body).toMatchObject({ status: 'succeeded', refundable: true });
    const part = { amount: { value: '400.00', currency: 'RUB' } };
    expect((await post(`/payments/${await pay()}/capture`, part)).body).toMatchObject({ status: 'succeeded', ...part });
    const tooMuch = { amount: { value: '1000.01', currency: 'RUB' } };
    expect((await post(`/payments/${await pay()}/capture`, tooMuch)).status).toBe(400);
    expect((await post(`/payments/${await pay()}/cancel`)).body).toMatchObject({
      status: 'canceled',
      paid: false,
      cancellation_details: { party: 'merchant', reason: 'canceled_by_merchant' },
    });
  });

  it('a final payment can be neither captured nor canceled', async () => {
    const { createPayment, payByCard, post } = await runSandbox();
    const { id } = await createPayment();
    await payByCard(id);
    expect(await post(`/payments/${id}/cancel`)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(await post(`/payments/${id}/capture`)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });

  it('payments are listed newest first, in pages, filtered by status and time', async () => {
    const { createPayment, get, pass, payByCard } = await runSandbox();
    const made = [];
    for (let count = 0; count < 5; count++) {
      made.unshift(await createPayment());
      pass(1000);
    }
    const ids = (page: { items: { id: string }[] }) => page.items.map(({ id }) => id);
    const first = (await get('/payments?limit=3')).body;
    expect(first.type).toBe('list');
    const second = (await get(`/payments?limit=3&cursor=${first.next_cursor}`)).body;
    expect([...ids(first), ...ids(second)]).toEqual(made.map(({ id }) => id));
    expect(second).not.toHaveProperty('next_cursor');
    expect(ids((await get(`/payments?created_at.gt=${made[2].created_at}`)).body)).toHaveLength(2);
    await payByCard(made[4].id);
    expect(ids((await get('/payments?status=succeeded')).body)).toEqual([made[4].id]);
    for (const query of ['limit=0', 'limit=101', 'cursor=none', 'status=paid', 'created_at.lt=soon']) {
      expect((await get(`/payments?${query}`)).status, query).toBe(400);
    }
  });

  it('a pending payment expires in an hour, an authorized one in seven days', async () => {
    const { createPayment, payByCard, get, pass } = await runSandbox();
    const pending = await createPayment();
    const held = await createPayment({ capture: false });
    await payByCard(held.id);
    pass(60 * 60 * 1000 - 1);
    expect((await get(`/payments/${pending.id}`)).body.status).toBe('pending');
    pass(1);
    expect((await get(`/payments/${pending.id}`)).body).toMatchObject({
      status: 'canceled',
      cancellation_details: { party: 'yoo_money', reason: 'expired_on_confirmation' },
    });
    pass(7 * 24 * 60 * 60 * 1000);
    expect((await get(`/payments/${held.id}`)).body).toMatchObject({
      status: 'canceled',
      cancellation_details: { party: 'yoo_money', reason: 'expired_on_capture' },
    });
  });
});
