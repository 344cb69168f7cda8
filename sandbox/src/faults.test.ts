import { describe, expect, it } from 'vitest';
import { eventually, paymentBody, runReceiver, runSandbox } from '../tests/running-sandbox.ts';

async function payments({ get }: { get: (path: string) => Promise<{ body: { items: unknown[] } }> }) {
  return (await get('/payments')).body.items;
}

describe('ordered faults of calls', () => {
  it('after a 500 before accepting the same key creates the payment', async () => {
    const sandbox = await runSandbox();
    await sandbox.order({ on: 'create', do: 'error_500_before' });
    const failed = await sandbox.post('/payments', paymentBody(), 'one');
    expect(failed).toMatchObject({ status: 500, body: { type: 'error', code: 'internal_server_error' } });
    expect(await payments(sandbox)).toHaveLength(0);
    expect((await sandbox.post('/payments', paymentBody(), 'one')).status).toBe(200);
  });

  it('after a 500 following acceptance the same key returns the created payment', async () => {
    const sandbox = await runSandbox();
    await sandbox.order({ on: 'create', do: 'error_500_after' });
    expect((await sandbox.post('/payments', paymentBody(), 'one')).status).toBe(500);
    const [made] = await payments(sandbox);
    expect((await sandbox.post('/payments', paymentBody(), 'one')).body).toEqual(made);
    expect(await payments(sandbox)).toHaveLength(1);
  });

  it('after a dropped connection the same key returns the created payment', async () => {
    const sandbox = await runSandbox();
    await sandbox.order({ on: 'create', do: 'drop_after' });
    await expect(sandbox.post('/payments', paymentBody(), 'one')).rejects.toThrow('fetch failed');
    const [made] = await payments(sandbox);
    expect((await sandbox.post('/payments', paymentBody(), 'one')).body).toEqual(made);
  });

  it('a delayed answer is sent after the state was committed', async () => {
    const sandbox = await runSandbox();
    await sandbox.order({ on: 'create', do: 'delay', ms: 1500 });
    let isAnswered = false;
    const slow = sandbox.post('/payments', paymentBody()).then(() => {
      isAnswered = true;
    });
    await eventually(() => payments(sandbox)).toHaveLength(1);
    expect(isAnswered).toBe(false);
    await slow;
  });

  it('faults can be injected into get, cancel and refund calls', async () => {
    const { createPayment, order, get, post, payByCard } = await runSandbox();
    const { id } = await createPayment();
    await order(
      { on: 'get', do: 'error_500_before' },
      { on: 'cancel', do: 'refuse' },
      { on: 'refund', do: 'error_500_after' },
    );
    expect((await get(`/payments/${id}`)).status).toBe(500);
    expect((await post(`/payments/${id}/cancel`)).status).toBe(400);
    expect((await get(`/payments/${id}`)).body.status).toBe('pending');
    await payByCard(id);
    const refund = { payment_id: id, amount: { value: '1.00', currency: 'RUB' } };
    expect((await post('/refunds', refund, 'r')).status).toBe(500);
    expect((await post('/refunds', refund, 'r')).body.status).toBe('succeeded');
    expect((await get(`/payments/${id}`)).body.refunded_amount.value).toBe('1.00');
  });

  it('an injected fault lasts as many times as it says; faults are listed and cleared', async () => {
    const { order, call, get } = await runSandbox();
    const { body } = await order({ on: 'get', do: 'error_500_before', times: 2 }, { on: 'create', do: 'delay', ms: 5 });
    expect(body.next).toEqual([
      { on: 'get', do: 'error_500_before', times: 2 },
      { on: 'create', do: 'delay', ms: 5, times: 1 },
    ]);
    expect([(await get('/payments/x')).status, (await get('/payments/x')).status]).toEqual([500, 500]);
    expect((await get('/payments/x')).status).toBe(404);
    expect((await call('GET', '/control/faults')).body.next).toHaveLength(1);
    expect((await call('DELETE', '/control/faults')).body.next).toEqual([]);
    expect((await call('GET', '/control/faults')).body.next).toEqual([]);
  });

  it('an invalid fault and wrong credentials are refused', async () => {
    const { order, url } = await runSandbox();
    expect((await order({ on: 'notification', do: 'drop_after' })).status).toBe(400);
    expect((await order({ on: 'create', do: 'lose' })).status).toBe(400);
    expect((await fetch(`${url}/control/faults`)).status).toBe(401);
  });
});

describe('ordered faults of notifications', () => {
  async function notified(...faults: object[]) {
    const receiver = await runReceiver();
    const sandbox = await runSandbox({ notificationUrl: receiver.url, clock: Date.now });
    await sandbox.order(...faults.map((fault) => ({ on: 'notification', ...fault })));
    const pay = async () => {
      const { id } = await sandbox.createPayment();
      await sandbox.payByCard(id);
      return id;
    };
    return { ...sandbox, pay, ids: () => receiver.received.map(({ object }) => object.id), receiver };
  }

  it('a duplicated notification is delivered twice', async () => {
    const { pay, ids } = await notified({ do: 'duplicate' });
    const id = await pay();
    await eventually(ids).toEqual([id, id]);
  });

  it('a lost notification is never delivered', async () => {
    const { pay, ids, attempts } = await notified({ do: 'lose' });
    await pay();
    expect(await attempts()).toEqual([]);
    const id = await pay();
    await eventually(attempts).toEqual([]);
    expect(ids()).toEqual([id]);
  });

  it('a delayed notification is delivered later', async () => {
    const receiver = await runReceiver();
    const { createPayment, payByCard, order, pass, checked } = await runSandbox({ notificationUrl: receiver.url });
    await order({ on: 'notification', do: 'delay', ms: 1500 });
    const { id } = await createPayment();
    await payByCard(id);
    pass(1499);
    await checked();
    expect(receiver.received).toEqual([]);
    pass(1);
    await eventually(() => receiver.received.map(({ object }) => object.id)).toEqual([id]);
  });

  it('a reordered notification is delivered after the next one, even of its own payment', async () => {
    const { createPayment, payByCard, post, receiver } = await notified({ do: 'reorder', ms: 60_000 });
    const { id } = await createPayment({ capture: false });
    await payByCard(id);
    await post(`/payments/${id}/capture`);
    await eventually(() => receiver.received.map(({ event }) => event)).toEqual([
      'payment.succeeded',
      'payment.waiting_for_capture',
    ]);
  });

  it('a reordered notification without a successor is delivered in the end', async () => {
    const { pay, ids } = await notified({ do: 'reorder', ms: 100 });
    const id = await pay();
    await eventually(ids).toEqual([id]);
  });
});

describe('settling by hand', () => {
  it('a payment can be settled manually with another amount or currency', async () => {
    const receiver = await runReceiver();
    const { createPayment, call, get } = await runSandbox({ notificationUrl: receiver.url });
    const { id } = await createPayment();
    const amount = { value: '1.00', currency: 'USD' };
    const { body } = await call('POST', `/control/payments/${id}`, { status: 'succeeded', amount });
    expect(body).toMatchObject({ status: 'succeeded', amount, paid: true });
    expect((await get(`/payments/${id}`)).body).toEqual(body);
    await eventually(() => receiver.received[0]).toMatchObject({ event: 'payment.succeeded', object: { amount } });
  });

  it('an expired payment may still succeed late', async () => {
    const { createPayment, call, get, pass } = await runSandbox();
    const { id } = await createPayment();
    pass(60 * 60 * 1000);
    expect((await get(`/payments/${id}`)).body.status).toBe('canceled');
    const { body } = await call('POST', `/control/payments/${id}`, { status: 'succeeded' });
    expect(body).toMatchObject({ status: 'succeeded' });
    expect(body).not.toHaveProperty('cancellation_details');
  });

  it('a manual cancellation takes the given reason', async () => {
    const { createPayment, call } = await runSandbox();
    const { id } = await createPayment();
    const { body } = await call('POST', `/control/payments/${id}`, { status: 'canceled', reason: 'internal_timeout' });
    expect(body.cancellation_details.reason).toBe('internal_timeout');
    expect((await call('POST', `/control/payments/${id}`, { status: 'paid' })).status).toBe(400);
    expect((await call('POST', '/control/payments/none', { status: 'canceled' })).status).toBe(404);
  });
});
