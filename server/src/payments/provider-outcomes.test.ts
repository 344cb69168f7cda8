import { listUndecidedRefunds, resolveRefund } from '@kazna/contract/admin/refunds';
import { refundPayment } from '@kazna/contract/cabinet/payments';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import {
  balanceOf,
  newPayer,
  openPayment,
  type Payer,
  readPayment,
  untilStatus,
} from '../../tests/support/payments.ts';
import { providerCards, providerNames, type Shop, startShop } from '../../tests/support/shop.ts';
import { newStaff } from '../../tests/support/staff.ts';
import { checkLedger } from '../money/ledger/check-ledger.ts';
import { providerNotification } from './provider-callbacks/receive-callback.ts';
import { tokenOf } from './providers/tbank/client.ts';
import { paymentSettling } from './settle-payment.ts';

const stranger = '203.0.113.7';

describe.each(providerNames)('%s', (name) => {
  let shop: Shop;
  let payer: Payer;
  beforeAll(async () => {
    shop = await startShop(inject('databaseUrl'), { PAYMENT_PAUSES: '1' }, { provider: name });
  });
  beforeEach(async () => {
    payer = await newPayer(shop);
    await shop.provider.behave();
    shop.provider.tamper();
  });
  afterAll(async () => {
    expect(await checkLedger(shop.db)).toEqual([]);
    await shop.close();
  });

  test.each(providerCards.filter((card) => card.name === name))(
    `a payment by the test card $number at ${name} ends as $outcome`,
    async ({ number, outcome, reason = null }) => {
      const payment = await openPayment(shop, payer);
      await shop.provider.payByCard(payment.providerId, number);
      if (outcome === 'three_d_secure') {
        await shop.run(paymentSettling, { paymentId: payment.id, attempt: 0 });
        expect((await readPayment(shop, payer, payment.id)).status).toBe('pending');
        await shop.provider.confirmCard(payment.providerId);
      }
      const isPaid = outcome !== 'decline';
      const ended = await untilStatus(shop, payer, payment, isPaid ? 'succeeded' : 'canceled');
      expect(ended.reason).toBe(reason);
      expect(await balanceOf(shop, payer)).toEqual(isPaid ? { RUB: payment.amountMinor } : {});
    },
  );

  test(`a payer who does not pass 3-D Secure at ${name} pays nothing and sees why`, async () => {
    const payment = await openPayment(shop, payer);
    const secure = providerCards.find((card) => card.name === name && card.outcome === 'three_d_secure');
    await shop.provider.payByCard(payment.providerId, secure?.number);
    for (let turn = 0; turn < 3; turn += 1) await shop.provider.confirmCard(payment.providerId, 'wrong');
    expect(await untilStatus(shop, payer, payment, 'canceled')).toMatchObject({ reason: '3d_secure_failed' });
    expect(await balanceOf(shop, payer)).toEqual({});
  });

  /** Says that the payment succeeded. */
  const successOf = (providerId: string): Record<string, unknown> =>
    name === 'tbank'
      ? { TerminalKey: shop.env.TBANK_TERMINAL_KEY, PaymentId: Number(providerId), Status: 'CONFIRMED', Success: true }
      : { type: 'notification', event: 'payment.succeeded', object: { id: providerId } };
  const notify = (body: object, remoteAddress = '127.0.0.1') =>
    shop.app.inject({ method: 'POST', url: `/api/webhooks/${name}`, payload: body, remoteAddress });
  const sign = (body: Record<string, unknown>, password = shop.env.TBANK_PASSWORD as string) =>
    name === 'tbank' ? { ...body, Token: tokenOf(body, password) } : body;
  const callsAbout = (providerId: string) => shop.provider.calls.filter((call) => call.includes(providerId)).length;

  test(`a notification that is not ${name}’s own is answered as a missing page and asks nobody`, async () => {
    const payment = await openPayment(shop, payer);
    await shop.provider.misbehave({ on: 'notification', do: 'lose', times: 9 });
    await shop.provider.force(payment.providerId, { status: 'succeeded' });
    const success = successOf(payment.providerId);
    const forged: [object, string?][] =
      name === 'tbank'
        ? [
            [success],
            [{ ...success, Token: 'f'.repeat(64) }],
            [{ ...sign(success), Amount: 1 }],
            [sign(success, 'other')],
            [sign({ ...success, TerminalKey: 'other' })],
          ]
        : [[success, stranger]];
    const calls = shop.provider.calls.length;
    for (const [body, address] of forged) expect((await notify(body, address)).statusCode).toBe(404);
    const { rows } = await shop.db.queryText('select from provider_notifications where object_id = $1', [
      payment.providerId,
    ]);
    expect(rows).toEqual([]);
    expect(shop.provider.calls.length).toBe(calls);
    expect((await notify(sign(success))).statusCode).toBe(200);
    await untilStatus(shop, payer, payment, 'succeeded');
  });

  test(`a genuine notification of ${name} that says more than is true credits nothing`, async () => {
    const payment = await openPayment(shop, payer);
    await shop.provider.misbehave({ on: 'notification', do: 'lose', times: 9 });
    const asked = () => (name === 'tbank' ? shop.provider.calls.length : callsAbout(payment.providerId));
    const before = asked();
    expect((await notify(sign(successOf(payment.providerId)))).statusCode).toBe(200);
    await expect.poll(asked, { timeout: 10_000 }).toBeGreaterThan(before);
    await shop.run(providerNotification, { provider: name, kind: 'payment' as const, objectId: payment.providerId });
    expect((await readPayment(shop, payer, payment.id)).status).toBe('pending');
    expect(await balanceOf(shop, payer)).toEqual({});
  });

  test(`a payment that ${name} says belongs to another order goes to review, not to the balance`, async () => {
    const payment = await openPayment(shop, payer);
    await shop.provider.misbehave({ on: 'notification', do: 'lose', times: 9 });
    shop.provider.tamper((object) => ({ ...object, OrderId: '12345', metadata: { payment_id: '12345' } }));
    await shop.provider.payByCard(payment.providerId);
    await shop.run(paymentSettling, { paymentId: payment.id, attempt: 0 });
    expect(await readPayment(shop, payer, payment.id)).toMatchObject({ status: 'review', reason: 'payment_differs' });
    shop.provider.tamper();
    await shop.run(paymentSettling, { paymentId: payment.id, attempt: 0 });
    expect((await readPayment(shop, payer, payment.id)).status).toBe('review');
    expect(await balanceOf(shop, payer)).toEqual({});
  });

  async function paidBySbp() {
    const payment = await openPayment(shop, payer, { method: 'sbp' });
    await shop.provider.payBySbp(payment.providerId);
    await untilStatus(shop, payer, payment, 'succeeded');
    return payment;
  }
  async function refund(paymentId: string, amountMinor: number) {
    const sent = { params: { paymentId }, body: { amountMinor, reason: 'Передумали' } };
    expect((await shop.call(refundPayment, sent, payer)).status).toBe(201);
  }
  const refundsOf = async (paymentId: string) =>
    (await readPayment(shop, payer, paymentId)).refunds.map(({ status }) => status);

  test.each(['drop_after', 'error_500_after', 'error_500_before', 'html_after'])(
    `a refund by СБП at ${name} whose call ends in %s is made once`,
    async (fault) => {
      const payment = await paidBySbp();
      await shop.provider.misbehave({ on: 'refund', do: fault });
      await refund(payment.id, 50_000);
      await expect.poll(() => refundsOf(payment.id), { timeout: 20_000 }).toEqual(['succeeded']);
      const theirs = await shop.provider.refundsFor(payment.providerId);
      expect(theirs.map(({ amount }) => amount.value)).toEqual(['500.00']);
      expect((await balanceOf(shop, payer)).RUB).toBe(payment.amountMinor - 50_000);
    },
  );

  /** T-Bank tells of all parts together: of one that is neither the only nor the last one, only staff find out. */
  async function decideOnRefund(paymentId: string) {
    const staff = await newStaff(shop, 'finance');
    const find = async () =>
      (await shop.call(listUndecidedRefunds, {}, staff)).body.items.find((one) => one.paymentId === paymentId);
    await expect.poll(find, { timeout: 20_000 }).toMatchObject({ cause: 'provider_unclear' });
    const params = { refundId: (await find())?.id as string };
    const body = { status: 'succeeded' as const, reason: 'Есть в кабинете банка' };
    expect((await shop.call(resolveRefund, { params, body }, staff)).status).toBe(204);
  }

  test(`refunds in parts by СБП at ${name} reach the provider once each`, async () => {
    const payment = await paidBySbp();
    for (const [nth, amountMinor] of [50, 100_000, 50_000].entries()) {
      await refund(payment.id, amountMinor);
      if (name === 'tbank' && nth === 1) await decideOnRefund(payment.id);
      await expect.poll(() => refundsOf(payment.id), { timeout: 20_000 }).toEqual(Array(nth + 1).fill('succeeded'));
    }
    const theirs = await shop.provider.refundsFor(payment.providerId);
    expect(theirs.map(({ amount }) => amount.value).sort()).toEqual(['0.50', '1000.00', '500.00']);
    expect((await balanceOf(shop, payer)).RUB).toBe(0);
  });
});
