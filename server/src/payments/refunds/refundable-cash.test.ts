import { adjustBalance } from '@kazna/contract/admin/balance';
import { refundPaymentAsStaff } from '@kazna/contract/admin/payments';
import { refundPayment } from '@kazna/contract/cabinet/payments';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { SignedIn } from '../../../tests/support/organizations.ts';
import { balanceOf, newPayer, type Payer, paidPayment, readPayment } from '../../../tests/support/payments.ts';
import { type Shop, startShop } from '../../../tests/support/shop.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { checkLedger } from '../../money/ledger/check-ledger.ts';
import { bonusCrediting } from '../../people/referrals/jobs.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';

let shop: Shop;
let finance: SignedIn;
let payer: Payer;
beforeAll(async () => {
  shop = await startShop(inject('databaseUrl'), { REFERRAL_HOLD_DAYS: '0' });
  finance = await newStaff(shop, 'finance');
});
beforeEach(async () => {
  payer = await newPayer(shop);
});
afterEach(async () => expect(await checkLedger(shop.db)).toEqual([]));
afterAll(() => shop.close());

const pay = (amountMinor: number, who = payer) => paidPayment(shop, who, { amountMinor });
const body = (amountMinor: number) => ({ amountMinor, reason: 'Передумали' });
const refund = async (paymentId: string, amountMinor: number) =>
  (await shop.call(refundPayment, { params: { paymentId }, body: body(amountMinor) }, payer)).body;
const staffRefund = async (paymentId: string, amountMinor: number) =>
  (await shop.call(refundPaymentAsStaff, { params: { paymentId }, body: body(amountMinor) }, finance)).body;
/** Below zero: what staff charge for. */
async function correct(amountMinor: number) {
  const sent = {
    params: { organizationId: payer.organizationId },
    body: { amountMinor, currency: 'RUB' as const, reason: 'По договору' },
  };
  const headers = { 'idempotency-key': uuidv7() };
  expect((await shop.call(adjustBalance, sent, { ...finance, headers })).status).toBeLessThan(300);
}
async function earnBonus(fromMinor: number) {
  const friend = await newPayer(shop);
  await shop.db.queryText('update users set referrer_id = $2 where id = $1', [friend.id, payer.id]);
  await pay(fromMinor, friend);
  await shop.run(bonusCrediting, {});
}
const refundable = async (paymentId: string) => (await readPayment(shop, payer, paymentId)).refundableMinor;

test('a bonus is not cashed by refunding an earlier payment that is spent', async () => {
  const { id } = await pay(100_000);
  await correct(-100_000);
  await earnBonus(100_000);
  expect(await balanceOf(shop, payer)).toEqual({ RUB: 10_000 });
  expect(await refund(id, 1)).toMatchObject({ status: 409, code: 'refund_not_covered' });
  expect(await balanceOf(shop, payer)).toEqual({ RUB: 10_000 });
});

test('spent money lowers what can be refunded, whatever bonuses are left', async () => {
  const { id } = await pay(100_000);
  await earnBonus(100_000);
  await correct(-10_000);
  expect(await refundable(id)).toBe(90_000);
  const { code, detail } = await refund(id, 90_001);
  expect([code, detail.replaceAll('\u00a0', ' ')]).toEqual([
    'refund_not_covered',
    'Вернуть на карту не больше 900,00 ₽: столько оплачено и не потрачено. Бонусы и начисления поддержки на карту не возвращаются, а деньги из банковских переводов верните на счёт в банке: вкладка «Переводы» в платежах. Баланс не изменился.',
  ]);
  expect((await refund(id, 90_000)).refundedMinor).toBe(90_000);
  expect([await balanceOf(shop, payer), await refundable(id)]).toEqual([{ RUB: 10_000 }, 0]);
});

test('money given by staff is not refunded to cards, by customers nor by staff', async () => {
  const { id } = await pay(100_000);
  await correct(-30_000);
  await correct(30_000);
  expect((await staffRefund(id, 70_001)).code).toBe('refund_not_covered');
  expect((await staffRefund(id, 70_000)).refundedMinor).toBe(70_000);
  expect((await refund(id, 1)).code).toBe('refund_not_covered');
});

test('refunds of two payments at once share the money that is not spent', async () => {
  const payments = [await pay(50_000), await pay(50_000)];
  await earnBonus(600_000);
  await correct(-60_000);
  const answers = await Promise.all(payments.map(({ id }) => refund(id, 40_000)));
  expect(answers.filter(({ code }) => code === 'refund_not_covered')).toHaveLength(1);
  expect(await balanceOf(shop, payer)).toEqual({ RUB: 60_000 });
});
