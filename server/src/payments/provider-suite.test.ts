import { setAutoTopUp } from '@kazna/contract/cabinet/auto-top-up';
import { removePaymentMethod } from '@kazna/contract/cabinet/payment-methods';
import { refundPayment } from '@kazna/contract/cabinet/payments';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { autoTopUpTerms, bindCard, cardsOf, payerWithCard, saveByPayment } from '../../tests/support/cards.ts';
import {
  balanceOf,
  create,
  newPayer,
  openPayment,
  type Payer,
  readPayment,
  untilStatus,
} from '../../tests/support/payments.ts';
import { providerNames, type Shop, startShop } from '../../tests/support/shop.ts';
import { checkLedger } from '../money/ledger/check-ledger.ts';
import { providerNotification } from './provider-callbacks/receive-callback.ts';
import { cardRemoval } from './saved-methods/remove-at-provider.ts';
import { paymentSettling } from './settle-payment.ts';

/** What a saved card is charged by, which fails on its own: at T-Bank it is a call after the one that opens the payment. */
const chargeCalls = { yookassa: 'create', tbank: 'charge' };

describe.each(providerNames)('%s', (name) => {
  let shop: Shop;
  let payer: Payer;
  beforeAll(async () => {
    shop = await startShop(inject('databaseUrl'), { PAYMENT_PAUSES: '1' }, { provider: name });
  });
  beforeEach(async () => {
    payer = await newPayer(shop);
    await shop.provider.behave();
  });
  afterAll(async () => {
    expect(await checkLedger(shop.db)).toEqual([]);
    await shop.close();
  });

  const settle = (paymentId: string) => shop.run(paymentSettling, { paymentId, attempt: 0 });
  /** T-Bank may have another page of the payment, which nobody was shown. */
  const seenPayments = async (paymentId: string) =>
    (await shop.provider.paymentsFor(paymentId)).filter(({ status }) => name === 'yookassa' || status !== 'pending');

  async function payAt(payment: { providerId: string }, number = shop.provider.goodCard) {
    await shop.provider.payByCard(payment.providerId, number);
  }

  test(`a payment by card at ${name} is credited once, whatever its notifications do`, async () => {
    for (const fault of [null, 'duplicate', 'reorder', 'lose', 'delay']) {
      const before = (await balanceOf(shop, payer)).RUB ?? 0;
      const payment = await openPayment(shop, payer);
      if (fault) await shop.provider.misbehave({ on: 'notification', do: fault, ms: 300 });
      await payAt(payment);
      await untilStatus(shop, payer, payment, 'succeeded');
      await settle(payment.id);
      expect((await balanceOf(shop, payer)).RUB, `${fault}`).toBe(before + payment.amountMinor);
    }
  });

  test(`a card without money declines a payment at ${name} with the reason`, async () => {
    const payment = await openPayment(shop, payer);
    await payAt(payment, shop.provider.poorCard);
    expect(await untilStatus(shop, payer, payment, 'canceled')).toMatchObject({ reason: 'insufficient_funds' });
    expect(await balanceOf(shop, payer)).toEqual({});
  });

  test(`a payment by СБП at ${name} is credited`, async () => {
    const payment = await openPayment(shop, payer, { method: 'sbp' });
    await fetch(`${payment.confirmationUrl}/sbp`, { method: 'POST', body: new URLSearchParams(), redirect: 'manual' });
    await untilStatus(shop, payer, payment, 'succeeded');
  });

  test(`a payment that expires at ${name} has expired`, async () => {
    const payment = await openPayment(shop, payer);
    await shop.provider.force(payment.providerId, { status: 'canceled', reason: 'expired_on_confirmation' });
    await untilStatus(shop, payer, payment, 'expired');
  });

  test(`another amount paid at ${name} goes to review and never to the balance`, async () => {
    const payment = await openPayment(shop, payer);
    await shop.provider.force(payment.providerId, { status: 'succeeded', amount: { value: '1.00', currency: 'RUB' } });
    expect(await untilStatus(shop, payer, payment, 'review')).toMatchObject({ reason: 'amount_differs' });
    expect(await balanceOf(shop, payer)).toEqual({});
  });

  test.each(['error_500_before', 'error_500_after', 'drop_after', 'html_after', 'delay'])(
    `a payment whose creation at ${name} ends in %s gets one page and is credited once`,
    async (fault) => {
      await shop.provider.misbehave({ on: 'create', do: fault, ms: 1500 });
      const { body: payment } = await create(shop, payer);
      const opened = async () => (await readPayment(shop, payer, payment.id)).confirmationUrl;
      await expect.poll(opened, { timeout: 15_000 }).toBeTruthy();
      const providerId = (await opened())?.split('/').at(-1) as string;
      await payAt({ providerId });
      await untilStatus(shop, payer, payment, 'succeeded');
      expect(await seenPayments(payment.id)).toHaveLength(1);
      expect((await balanceOf(shop, payer)).RUB).toBe(payment.amountMinor);
    },
  );

  test.each(['error_500_before', 'drop_after', 'html_after'])(
    `a payment whose state at ${name} is not told (%s) is credited once it is`,
    async (fault) => {
      const payment = await openPayment(shop, payer);
      await shop.provider.misbehave({ on: 'get', do: fault, times: 2 });
      await payAt(payment);
      await untilStatus(shop, payer, payment, 'succeeded');
    },
  );

  async function refund(paymentId: string, amountMinor: number) {
    const sent = { params: { paymentId }, body: { amountMinor, reason: 'Передумали' } };
    const { status } = await shop.call(refundPayment, sent, payer);
    expect(status).toBe(201);
  }
  const refundsOf = async (paymentId: string) =>
    (await readPayment(shop, payer, paymentId)).refunds.map(({ status }) => status);

  test(`refunds in parts at ${name} reach the provider once each, also when its answer is lost`, async () => {
    const payment = await openPayment(shop, payer);
    await payAt(payment);
    await untilStatus(shop, payer, payment, 'succeeded');
    // Of a part that T-Bank goes on with beside others, staff decide: unclear-refunds.test.ts.
    const slow = name === 'yookassa' ? [{ on: 'refund', do: 'pending', ms: 500 }] : [];
    await shop.provider.misbehave({ on: 'refund', do: 'drop_after' }, ...slow);
    await refund(payment.id, 50);
    await refund(payment.id, 100_000);
    await refund(payment.id, 50_000);
    await expect.poll(() => refundsOf(payment.id), { timeout: 15_000 }).toEqual(Array(3).fill('succeeded'));
    const theirs = await shop.provider.refundsFor(payment.providerId);
    expect(theirs.map(({ amount }) => amount.value).sort()).toEqual(['0.50', '1000.00', '500.00']);
    expect((await balanceOf(shop, payer)).RUB).toBe(0);
  });

  test(`a refund that ${name} declines goes back to the balance`, async () => {
    const payment = await openPayment(shop, payer);
    await payAt(payment);
    await untilStatus(shop, payer, payment, 'succeeded');
    await shop.provider.misbehave({ on: 'refund', do: 'decline' });
    await refund(payment.id, 50_000);
    await expect.poll(() => refundsOf(payment.id), { timeout: 15_000 }).toEqual(['canceled']);
    expect((await balanceOf(shop, payer)).RUB).toBe(payment.amountMinor);
  });

  test(`a card saved at ${name} by a payment or without one pays without a page, and is charged once`, async () => {
    await saveByPayment(shop, payer, shop.provider.goodCard);
    await bindCard(shop, await newPayer(shop), shop.provider.goodCard);
    const [card] = await cardsOf(shop, payer);
    expect(card).toMatchObject({ last4: shop.provider.goodCard.slice(-4), expiryMonth: 12, expiryYear: 2040 });
    for (const fault of [null, 'error_500_before', 'error_500_after', 'drop_after', 'html_after', 'delay']) {
      if (fault) await shop.provider.misbehave({ on: chargeCalls[name], do: fault, ms: 1500 });
      const { body: payment } = await create(shop, payer, { paymentMethodId: card?.id });
      await untilStatus(shop, payer, payment, 'succeeded');
      const theirs = await shop.provider.paymentsFor(payment.id);
      expect(
        theirs.filter(({ status }) => status === 'succeeded'),
        `${fault}`,
      ).toHaveLength(1);
    }
  });

  test(`a charge that ${name} declines cancels the payment with its reason`, async () => {
    const { payer: owner, cardId } = await payerWithCard(shop, shop.provider.goodCard);
    await shop.provider.misbehave({ on: 'autopayment', do: 'decline', reason: 'insufficient_funds' });
    const { body: payment } = await create(shop, owner, { paymentMethodId: cardId });
    expect(await untilStatus(shop, owner, payment, 'canceled')).toMatchObject({ reason: 'insufficient_funds' });
  });

  test(`an automatic top-up charges the card at ${name} once, also when the answer is lost`, async () => {
    const { payer: owner, cardId } = await payerWithCard(shop, shop.provider.goodCard);
    await shop.provider.misbehave({ on: chargeCalls[name], do: 'drop_after' });
    const params = { organizationId: owner.organizationId };
    const terms = { ...autoTopUpTerms, thresholdMinor: 1_000_000, targetMinor: 1_100_000, paymentMethodId: cardId };
    expect((await shop.call(setAutoTopUp, { params, body: terms }, owner)).status).toBe(200);
    await shop.db.queryText('update auto_top_ups set next_attempt_at = now()');
    await expect.poll(async () => (await balanceOf(shop, owner)).RUB, { timeout: 20_000 }).toBe(1_100_000);
    const { rows } = await shop.db.queryText('select id from payments where is_automatic and organization_id = $1', [
      owner.organizationId,
    ]);
    expect(rows).toHaveLength(1);
    const theirs = await shop.provider.paymentsFor(rows[0]?.id as string);
    expect(theirs.filter(({ status }) => status === 'succeeded')).toHaveLength(1);
  });

  test(`a removed card is removed at ${name}, where it can be, until it says so`, async () => {
    const { payer: owner, cardId } = await payerWithCard(shop, shop.provider.goodCard);
    await shop.provider.misbehave({ on: 'remove', do: 'error_500_before' }, { on: 'remove', do: 'drop_after' });
    await shop.call(removePaymentMethod, { params: { paymentMethodId: cardId } }, owner);
    const waiting = async () => {
      await shop.db.queryText('update card_removals set next_attempt_at = now()');
      await shop.run(cardRemoval, {});
      return (await shop.db.queryText('select from card_removals')).rows.length;
    };
    await expect.poll(waiting, { timeout: 15_000 }).toBe(0);
    const active = (await shop.provider.methods()).filter(({ status }) => status === 'active');
    if (name === 'tbank') expect(active.length).toBeLessThan((await shop.provider.methods()).length);
    expect(await cardsOf(shop, owner)).toEqual([]);
  });

  test(`a notification of ${name} before the answer to the creation credits the payment once`, async () => {
    const before = new Set((await shop.provider.payments()).map(({ id }) => id));
    await shop.provider.misbehave({ on: 'create', do: 'delay', ms: 2500 });
    const creating = create(shop, payer);
    const made = async () => (await shop.provider.payments()).filter(({ id }) => !before.has(id));
    await expect.poll(async () => (await made()).length, { timeout: 10_000 }).toBeGreaterThan(0);
    for (const { id } of await made()) await payAt({ providerId: id });
    const { body: payment } = await creating;
    await untilStatus(shop, payer, payment, 'succeeded');
    expect((await balanceOf(shop, payer)).RUB).toBe(payment.amountMinor);
  });

  test(`a notification of ${name} about an order of another system, or a payment that is not there, credits nothing`, async () => {
    const payment = await openPayment(shop, payer);
    await shop.provider.misbehave({ on: 'notification', do: 'lose', times: 9 });
    shop.provider.tamper((object) => ({ ...object, OrderId: '12345', metadata: { payment_id: '12345' } }));
    await payAt(payment);
    for (const objectId of [payment.providerId, '999999999999', '2d000000-000f-5000-8000-000000000000'])
      await shop.run(providerNotification, { provider: name, kind: 'payment' as const, objectId });
    shop.provider.tamper();
    expect(await balanceOf(shop, payer)).toEqual({});
  });
});
