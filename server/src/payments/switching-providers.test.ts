import { chooseProvider } from '@kazna/contract/admin/providers';
import { setAutoTopUp } from '@kazna/contract/cabinet/auto-top-up';
import { refundPayment } from '@kazna/contract/cabinet/payments';
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { autoTopUpTerms, cardsOf } from '../../tests/support/cards.ts';
import {
  balanceOf,
  create,
  newPayer,
  openPayment,
  type Payer,
  readPayment,
  untilStatus,
} from '../../tests/support/payments.ts';
import { type ProviderName, providerNames, type Shop, startShop } from '../../tests/support/shop.ts';
import { newStaff } from '../../tests/support/staff.ts';
import { checkLedger } from '../money/ledger/check-ledger.ts';

// Enough for a busy machine.
vi.setConfig({ testTimeout: 90_000 });

let shop: Shop;
let payer: Payer;
let admin: { token: string };
beforeAll(async () => {
  const env = { PAYMENT_PAUSES: '1', PAYMENTS_PER_HOUR: '1000000' };
  shop = await startShop(inject('databaseUrl'), env, { provider: 'yookassa', second: 'tbank' });
  admin = await newStaff(shop, 'admin');
});
beforeEach(async () => {
  payer = await newPayer(shop);
  for (const name of providerNames) await sideOf(name).behave();
});
afterAll(async () => {
  expect(await checkLedger(shop.db)).toEqual([]);
  await shop.close();
});

const sideOf = (name: ProviderName) => (name === 'tbank' ? shop.second : shop.provider);
const otherOf = (name: ProviderName): ProviderName => (name === 'tbank' ? 'yookassa' : 'tbank');

async function choose(provider: ProviderName): Promise<void> {
  for (const method of ['card', 'sbp'] as const) {
    const { status } = await shop.call(chooseProvider, { params: { method }, body: { provider } }, admin);
    expect(status).toBe(200);
  }
}

async function storedProvider(paymentId: string): Promise<ProviderName> {
  const { rows } = await shop.db.queryText('select provider from payments where id = $1', [paymentId]);
  return rows[0]?.provider as ProviderName;
}

/** In the books of each. */
async function chargesOf(paymentId: string) {
  const paid = async (name: ProviderName) =>
    (await sideOf(name).listAll('payments')).filter(
      ({ metadata, status }) => metadata.payment_id === paymentId && status === 'succeeded',
    ).length;
  return { yookassa: await paid('yookassa'), tbank: await paid('tbank') };
}

const only = (name: ProviderName, count: number) => ({ [name]: count, [otherOf(name)]: 0 });

test('switching providers under load changes no payment that exists', async () => {
  const opened: { id: string; amountMinor: number; provider: ProviderName }[] = [];
  const before = await Promise.all(providerNames.map((name) => sideOf(name).listAll('payments')));
  const known = new Set(before.flat().map(({ id }) => id));
  const countAt = (name: ProviderName) => opened.filter(({ provider }) => provider === name).length;
  const hasEnough = () => providerNames.every((name) => countAt(name) > 3);
  let isDone = false;
  const switching = async () => {
    for (let turn = 0; !isDone; turn += 1) await choose(providerNames[turn % 2] as ProviderName);
  };
  const paying = async (lane: number) => {
    for (let turn = 0; turn < 6 || (turn < 40 && !hasEnough()); turn += 1) {
      const method = turn % 4 === lane % 4 ? 'sbp' : 'card';
      const payment = await openPayment(shop, payer, { method, amountMinor: 1000 + 10 * turn + lane });
      const provider = await storedProvider(payment.id);
      opened.push({ ...payment, provider });
      const side = sideOf(provider);
      // Then a poll has to find it.
      if (turn % 2 === 1) await side.misbehave({ on: 'notification', do: 'lose' });
      await (method === 'sbp' ? side.payBySbp(payment.providerId) : side.payByCard(payment.providerId));
      await untilStatus(shop, payer, payment, 'succeeded');
    }
  };
  const load = Promise.all([0, 1, 2, 3, 4].map(paying)).finally(() => {
    isDone = true;
  });
  await Promise.all([switching(), load]);

  const total = opened.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  expect((await balanceOf(shop, payer)).RUB).toBe(total);
  for (const { id, provider } of opened) expect(await storedProvider(id)).toBe(provider);
  for (const name of providerNames) {
    expect(countAt(name)).toBeGreaterThan(3);
    const ours = opened.filter(({ provider }) => provider === name).map(({ id }) => id);
    const paid = (await sideOf(name).listAll('payments')).filter(({ status }) => status === 'succeeded');
    const theirs = paid.filter(({ id }) => !known.has(id));
    expect(theirs.map(({ metadata }) => metadata.payment_id).sort()).toEqual(ours.sort());
  }
});

test.each(providerNames)(
  'a payment whose creation at %s is under way while staff choose the other stays where it began',
  async (name) => {
    await choose(name);
    await sideOf(name).misbehave({ on: 'create', do: 'drop_after' }, { on: 'create', do: 'delay', ms: 1500 });
    const before = sideOf(name).calls.length;
    const creating = create(shop, payer);
    await expect.poll(() => sideOf(name).calls.length, { timeout: 10_000 }).toBeGreaterThan(before);
    await choose(otherOf(name));
    const { body: payment } = await creating;
    const pageOf = async () => (await readPayment(shop, payer, payment.id)).confirmationUrl;
    await expect.poll(pageOf, { timeout: 15_000 }).toBeTruthy();
    await sideOf(name).payByCard((await pageOf())?.split('/').at(-1) as string);
    await untilStatus(shop, payer, payment, 'succeeded');
    expect(await chargesOf(payment.id)).toEqual(only(name, 1));
    expect(await balanceOf(shop, payer)).toEqual({ RUB: payment.amountMinor });
  },
);

test.each(providerNames)(
  'a card saved at %s is charged there, by hand and by automatic top-up, and refunded there, while new payments go to the other',
  async (name) => {
    await choose(name);
    const first = await openPayment(shop, payer, { saveMethod: true });
    await sideOf(name).payByCard(first.providerId, undefined, { save: '1' });
    await untilStatus(shop, payer, first, 'succeeded');
    await choose(otherOf(name));
    const [card] = await cardsOf(shop, payer);
    const paymentMethodId = card?.id as string;
    const { body: byHand } = await create(shop, payer, { paymentMethodId });
    await untilStatus(shop, payer, byHand, 'succeeded');
    expect(await chargesOf(byHand.id)).toEqual(only(name, 1));

    const params = { organizationId: payer.organizationId };
    const terms = { ...autoTopUpTerms, thresholdMinor: 1_000_000, targetMinor: 1_100_000, paymentMethodId };
    expect((await shop.call(setAutoTopUp, { params, body: terms }, payer)).status).toBe(200);
    await shop.db.queryText('update auto_top_ups set next_attempt_at = now()');
    await expect.poll(async () => (await balanceOf(shop, payer)).RUB, { timeout: 20_000 }).toBe(1_100_000);
    const { rows } = await shop.db.queryText('select id from payments where is_automatic and organization_id = $1', [
      payer.organizationId,
    ]);
    expect(rows).toHaveLength(1);
    expect(await chargesOf(rows[0]?.id as string)).toEqual(only(name, 1));

    const refund = { params: { paymentId: byHand.id }, body: { amountMinor: 500, reason: 'Передумали' } };
    expect((await shop.call(refundPayment, refund, payer)).status).toBe(201);
    const refunds = async () => (await readPayment(shop, payer, byHand.id)).refunds.map(({ status }) => status);
    await expect.poll(refunds, { timeout: 15_000 }).toEqual(['succeeded']);
    const [charge] = await sideOf(name).paymentsFor(byHand.id);
    const returned = (await sideOf(name).refundsFor(charge.id)).map(({ amount }) => amount.value);
    expect(returned).toEqual(['5.00']);

    const later = await openPayment(shop, payer);
    expect(await storedProvider(later.id)).toBe(otherOf(name));
  },
);
