import { listUndecidedRefunds, resolveRefund } from '@kazna/contract/admin/refunds';
import { refundPayment } from '@kazna/contract/cabinet/payments';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { SignedIn } from '../../../tests/support/organizations.ts';
import {
  balanceOf,
  newPayer,
  openPayment,
  type Payer,
  readPayment,
  untilStatus,
} from '../../../tests/support/payments.ts';
import { type Shop, startShop } from '../../../tests/support/shop.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { checkLedger } from '../../money/ledger/check-ledger.ts';

let shop: Shop;
let staff: SignedIn;
let payer: Payer;
let payment: Awaited<ReturnType<typeof openPayment>>;
beforeAll(async () => {
  shop = await startShop(inject('databaseUrl'), { PAYMENT_PAUSES: '1' }, { provider: 'tbank' });
  staff = await newStaff(shop, 'finance');
});
beforeEach(async () => {
  payer = await newPayer(shop);
  payment = await openPayment(shop, payer, { method: 'sbp', amountMinor: 100_000 });
  await fetch(`${payment.confirmationUrl}/sbp`, { method: 'POST', body: new URLSearchParams(), redirect: 'manual' });
  await untilStatus(shop, payer, payment, 'succeeded');
  await shop.provider.behave();
});
afterAll(async () => {
  expect(await checkLedger(shop.db)).toEqual([]);
  await shop.close();
});

async function refund(amountMinor: number, ...faults: object[]): Promise<void> {
  await shop.provider.misbehave(...faults);
  const sent = { params: { paymentId: payment.id }, body: { amountMinor, reason: 'Передумали' } };
  expect((await shop.call(refundPayment, sent, payer)).status).toBe(201);
}
const refunds = async () => (await readPayment(shop, payer, payment.id)).refunds;
const untilStatuses = (...statuses: string[]) =>
  expect.poll(async () => (await refunds()).map(({ status }) => status), { timeout: 15_000 }).toEqual(statuses);
const undecided = async () =>
  (await shop.call(listUndecidedRefunds, {}, staff)).body.items.filter(({ paymentId }) => paymentId === payment.id);

/** At T-Bank, which does not say so of a part by СБП. */
async function failAtProvider(): Promise<void> {
  const theirs = async () =>
    (await shop.provider.refundsFor(payment.providerId)).find((one) => one.status === 'pending');
  await expect.poll(theirs, { timeout: 15_000 }).toBeTruthy();
  await shop.provider.settleRefund((await theirs())?.id as string, { status: 'canceled', reason: 'general_decline' });
}

test('a part by СБП that fails after another one succeeded is not taken for returned: staff decide, and it goes back', async () => {
  await refund(30_000);
  await untilStatuses('succeeded');
  await refund(20_000, { on: 'refund', do: 'pending' });
  await failAtProvider();
  await expect.poll(undecided, { timeout: 15_000 }).toMatchObject([{ amountMinor: 20_000, cause: 'provider_unclear' }]);
  expect((await refunds()).map(({ status }) => status)).toEqual(['succeeded', 'pending']);
  const [{ id: refundId } = { id: '' }] = await undecided();
  const decision = { params: { refundId }, body: { status: 'canceled' as const, reason: 'Банк отклонил' } };
  expect((await shop.call(resolveRefund, decision, staff)).status).toBe(204);
  expect((await balanceOf(shop, payer)).RUB).toBe(70_000);
});

test('the only refund by СБП, and the last of several that return the whole, are settled without staff', async () => {
  await refund(30_000, { on: 'refund', do: 'pending', ms: 500 });
  await untilStatuses('succeeded');
  await refund(70_000, { on: 'refund', do: 'pending', ms: 500 });
  await untilStatuses('succeeded', 'succeeded');
  expect(await undecided()).toEqual([]);
});
