import { describe, expect, it } from 'vitest';
import { eventually, runReceiver, runSandbox } from '../../tests/running-sandbox.ts';

const roubles = (value: string) => ({ value, currency: 'RUB' });

async function paidSandbox(options = {}) {
  const sandbox = await runSandbox(options);
  const { id } = await sandbox.createPayment();
  await sandbox.payByCard(id);
  const refund = (value: string, more = {}) =>
    sandbox.post('/refunds', { payment_id: id, amount: roubles(value), ...more });
  return { ...sandbox, id, refund };
}

describe('refunds', () => {
  it('partial refunds add up to the payment and not a kopeck more', async () => {
    const { refund, get, id } = await paidSandbox();
    expect((await refund('300.00', { description: 'часть' })).body).toMatchObject({
      payment_id: id,
      status: 'succeeded',
      amount: roubles('300.00'),
      description: 'часть',
    });
    expect((await refund('700.01')).body).toMatchObject({ code: 'invalid_request', parameter: 'amount.value' });
    expect((await refund('700.00')).status).toBe(200);
    expect((await get(`/payments/${id}`)).body).toMatchObject({
      status: 'succeeded',
      refunded_amount: roubles('1000.00'),
      refundable: false,
    });
    expect((await refund('0.01')).status).toBe(400);
  });

  it('of 20 concurrent refunds only those that fit into the payment are created', async () => {
    const { refund, get, id } = await paidSandbox();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund('300.00')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect((await get(`/payments/${id}`)).body.refunded_amount).toEqual(roubles('900.00'));
  });

  it('a refund of an unpaid or unknown payment or in another currency is refused', async () => {
    const { createPayment, post, refund, id } = await paidSandbox();
    const { id: unpaid } = await createPayment();
    expect((await post('/refunds', { payment_id: unpaid, amount: roubles('1.00') })).status).toBe(400);
    expect((await post('/refunds', { payment_id: id, amount: { value: '1.00', currency: 'USD' } })).status).toBe(400);
    expect((await post('/refunds', { payment_id: 'none', amount: roubles('1.00') })).status).toBe(400);
    expect((await refund('1.00', { description: 'а'.repeat(251) })).status).toBe(400);
  });

  it('a delayed refund reserves its amount, then succeeds and is notified', async () => {
    const receiver = await runReceiver();
    const { refund, order, get, pass, id } = await paidSandbox({ notificationUrl: receiver.url });
    await order({ on: 'refund', do: 'pending', ms: 60_000 });
    const { body } = await refund('600.00');
    expect(body.status).toBe('pending');
    expect((await refund('600.00')).status).toBe(400);
    expect((await get(`/payments/${id}`)).body.refunded_amount).toEqual(roubles('0.00'));
    pass(60_000);
    expect((await get(`/refunds/${body.id}`)).body.status).toBe('succeeded');
    await eventually(() => receiver.received.at(-1)).toMatchObject({
      event: 'refund.succeeded',
      object: { id: body.id },
    });
  });

  it('a declined refund has a reason and releases its amount', async () => {
    const { refund, order, get } = await paidSandbox();
    await order({ on: 'refund', do: 'decline' });
    const { body } = await refund('1000.00');
    expect(body).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'insufficient_funds' } });
    expect((await get(`/refunds/${body.id}`)).body).toEqual(body);
    expect((await refund('1000.00')).body.status).toBe('succeeded');
  });

  it('a pending refund can be settled manually once', async () => {
    const { refund, order, call } = await paidSandbox();
    await order({ on: 'refund', do: 'pending' });
    const { body } = await refund('10.00');
    const settle = () =>
      call('POST', `/control/refunds/${body.id}`, { status: 'canceled', reason: 'rejected_by_payee' });
    expect((await settle()).body).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'rejected_by_payee' },
    });
    expect((await settle()).status).toBe(400);
  });

  it('refunds are listed by payment', async () => {
    const { refund, get, id } = await paidSandbox();
    const made = [await refund('1.00'), await refund('2.00')].map(({ body }) => body.id);
    const { body } = await get(`/refunds?payment_id=${id}`);
    expect(body.items.map((one: { id: string }) => one.id)).toEqual(made.reverse());
    expect((await get('/refunds?payment_id=other')).body.items).toEqual([]);
  });
});
