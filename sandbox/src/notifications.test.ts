import { describe, expect, it } from 'vitest';
import { eventually, runReceiver, runSandbox } from '../tests/running-sandbox.ts';

const realTime = { clock: Date.now };
const events = ({ received }: { received: { event: string }[] }) => received.map(({ event }) => event);

describe('notifications', () => {
  it('each new status is notified once, with the object as the API returns it', async () => {
    const receiver = await runReceiver();
    const { createPayment, payByCard, post, get } = await runSandbox({ notificationUrl: receiver.url });
    const { id } = await createPayment({ capture: false });
    await payByCard(id);
    await post(`/payments/${id}/capture`);
    await eventually(() => events(receiver)).toEqual(['payment.waiting_for_capture', 'payment.succeeded']);
    expect(receiver.received[1]).toEqual({
      type: 'notification',
      event: 'payment.succeeded',
      object: (await get(`/payments/${id}`)).body,
    });
    await post('/refunds', { payment_id: id, amount: { value: '1.00', currency: 'RUB' } });
    await eventually(() => events(receiver).at(-1)).toBe('refund.succeeded');
    expect(receiver.received).toHaveLength(3);
  });

  it('expiry is notified without polling', async () => {
    const receiver = await runReceiver();
    const { createPayment, pass } = await runSandbox({ notificationUrl: receiver.url });
    await createPayment();
    pass(60 * 60 * 1000);
    await eventually(() => receiver.received[0]?.object.cancellation_details.reason).toBe('expired_on_confirmation');
  });

  it('a notification answered by anything but 200 is retried', async () => {
    const receiver = await runReceiver(500, 204, 302, 404, 'drop');
    const { createPayment, payByCard, attempts } = await runSandbox({ notificationUrl: receiver.url, ...realTime });
    await payByCard((await createPayment()).id);
    await eventually(attempts).toEqual([]);
    expect(new Set(receiver.received.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(receiver.received).toHaveLength(6);
  });

  it('notification retries back off and stop after a day', async () => {
    const receiver = await runReceiver(...Array(1000).fill(500));
    const options = { notificationUrl: receiver.url, backoffScale: 1 };
    const { createPayment, payByCard, pass, checked, attempts } = await runSandbox(options);
    await payByCard((await createPayment()).id);
    await eventually(attempts).toEqual([1]);
    for (const [seconds, count] of [
      [1, 2],
      [1, 2],
      [1, 3],
      [4, 3],
      [1, 4],
    ] as const) {
      pass(seconds * 1000);
      await checked();
      await eventually(attempts).toEqual([count]);
      expect(receiver.received).toHaveLength(count);
    }
    pass(24 * 60 * 60 * 1000);
    await eventually(attempts).toEqual([]);
    pass(24 * 60 * 60 * 1000);
    await checked();
    expect(receiver.received).toHaveLength(5);
  });

  it('notifications of one object stay in order even when the first delivery fails', async () => {
    const receiver = await runReceiver(500, 500);
    const { createPayment, payByCard, post } = await runSandbox({ notificationUrl: receiver.url, ...realTime });
    const { id } = await createPayment({ capture: false });
    await payByCard(id);
    await post(`/payments/${id}/cancel`);
    await eventually(() => receiver.received.length).toBe(4);
    const waiting = 'payment.waiting_for_capture';
    expect(events(receiver)).toEqual([waiting, waiting, waiting, 'payment.canceled']);
  });

  it('an unanswered notification does not delay others', async () => {
    const receiver = await runReceiver(500);
    const { createPayment, payByCard } = await runSandbox({ notificationUrl: receiver.url, backoffScale: 1 });
    await payByCard((await createPayment()).id);
    await eventually(() => receiver.received.length).toBe(1);
    const { id } = await createPayment();
    await payByCard(id);
    await eventually(() => receiver.received[1]?.object.id).toBe(id);
  });
});
