import { listUndecidedRefunds, resolveRefund } from '@kazna/contract/admin/refunds';
import { getClosing } from '@kazna/contract/cabinet/account-closure';
import { closeOrganization } from '@kazna/contract/cabinet/organizations';
import { cancelPayment, refundPayment } from '@kazna/contract/cabinet/payments';
import { deleteProfile } from '@kazna/contract/cabinet/profile';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { closeWithMoney } from '../../tests/support/close-with-money.ts';
import { addMember, openCompany, untilDoneOrBlocked } from '../../tests/support/organizations.ts';
import { balanceOf, newPayer, openPayment, type Payer, paidPayment } from '../../tests/support/payments.ts';
import { type Shop, startShop } from '../../tests/support/shop.ts';
import { newStaff } from '../../tests/support/staff.ts';
import { checkLedger } from '../money/ledger/check-ledger.ts';
import { lockOwnOrganizations } from '../organizations/members-store.ts';
import { bonusCrediting } from '../people/referrals/jobs.ts';
import { sendToReview } from './change-status.ts';
import { anonymizePayer } from './closure-store.ts';
import { refundSettling } from './refunds/settle-refund.ts';
import { paymentSettling } from './settle-payment.ts';

let shop: Shop;
let payer: Payer;
beforeAll(async () => {
  shop = await startShop(inject('databaseUrl'), { REFERRAL_HOLD_DAYS: '0' });
});
beforeEach(async () => {
  payer = await newPayer(shop);
});
afterEach(async () => {
  await shop.provider.behave();
  expect(await checkLedger(shop.db)).toEqual([]);
});
afterAll(() => shop.close());

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
async function close() {
  const sent = { params: { organizationId: payer.organizationId }, body: { name: 'Личный счёт' } };
  const { status, body } = await shop.call(closeOrganization, sent, payer);
  return status === 204 ? 'closed' : [body.code, plain(body.detail)];
}
async function remove() {
  const { status, body } = await shop.call(deleteProfile, { body: { currentPassword: payer.password } }, payer);
  return status === 204 ? 'deleted' : [body.code, plain(body.detail)];
}
const closing = async () =>
  (await shop.call(getClosing, { params: { organizationId: payer.organizationId } }, payer)).body;

/** All of a payment is on its way back, and the provider takes its time. */
async function refundUnderWay() {
  const payment = await paidPayment(shop, payer, { amountMinor: 50_000 });
  await shop.provider.misbehave({ on: 'refund', do: 'pending', times: 1 });
  const sent = { params: { paymentId: payment.id }, body: { amountMinor: 50_000, reason: 'Передумали' } };
  const refundId = (await shop.call(refundPayment, sent, payer)).body.refunds[0]?.id as string;
  await shop.run(refundSettling, { refundId, attempt: 0 });
  const settle = async (order: object) => {
    const [atProvider] = await shop.provider.refundsFor(payment.providerId);
    await shop.provider.settleRefund(atProvider.id, order);
    await shop.run(refundSettling, { refundId, attempt: 1 });
  };
  return { payment, refundId, settle };
}
const declined = { status: 'canceled', reason: 'rejected_by_payee' };
const inTheWay = ['organization_has_unsettled_payments', 'Возвращается 500,00 ₽: дождитесь, пока возврат завершится.'];

describe('closing', () => {
  beforeEach(() => openCompany(shop, payer));

  test('closing an organization waits for a refund under way; once declined, its money keeps the organization open', async () => {
    const { payment, settle } = await refundUnderWay();
    expect(await close()).toEqual(inTheWay);
    expect(await closing()).toEqual({
      balances: [],
      unsettled: [{ kind: 'refund', paymentId: payment.id, amountMinor: 50_000, currency: 'RUB' }],
      held: [],
      services: [],
      unbilled: [],
    });
    await settle(declined);
    expect(await close()).toEqual([
      'organization_has_balance',
      'На балансе 500,00 ₽: верните их на карту или потратьте.',
    ]);
    expect(await balanceOf(shop, payer)).toEqual({ RUB: 50_000 });
  });

  test('closing an organization goes on once its refund has succeeded', async () => {
    const { settle } = await refundUnderWay();
    await settle({ status: 'succeeded' });
    expect(await close()).toBe('closed');
  });

  test('closing an organization waits for a payment that can still be paid, and goes on once it is canceled', async () => {
    const { id } = await openPayment(shop, payer, { amountMinor: 30_000 });
    expect(await close()).toEqual([
      'organization_has_unsettled_payments',
      'Ждёт оплаты платёж на 300,00 ₽: отмените его или дождитесь, пока истечёт срок.',
    ]);
    await shop.call(cancelPayment, { params: { paymentId: id } }, payer);
    expect(await close()).toBe('closed');
  });

  test('closing an organization waits for a payment in review', async () => {
    const { id } = await openPayment(shop, payer, { amountMinor: 30_000 });
    await shop.db.transaction((tx) => sendToReview(tx, id, 'outcome_unknown'));
    expect(await close()).toEqual([
      'organization_has_unsettled_payments',
      'На проверке платёж на 300,00 ₽: дождитесь решения поддержки.',
    ]);
  });

  test('closing an organization gives bonuses back to where they came from and leaves no balance', async () => {
    const friend = await newPayer(shop);
    await shop.db.queryText('update users set referrer_id = $2 where id = $1', [friend.id, payer.id]);
    await paidPayment(shop, friend, { amountMinor: 100_000 });
    await shop.run(bonusCrediting, {});
    expect(await closing()).toEqual({
      balances: [
        { currency: 'RUB', amountMinor: 10_000, refundableMinor: 0, bankMinor: 0, staffMinor: 0, bonusMinor: 10_000 },
      ],
      unsettled: [],
      held: [],
      services: [],
      unbilled: [],
    });
    expect(await close()).toBe('closed');
    const { rows } = await shop.db.queryText(
      'select balance_minor::int as left from ledger_accounts where organization_id = $1',
      [payer.organizationId],
    );
    expect(rows).toEqual([{ left: 0 }]);
  });
});

test('an account is not deleted while a refund of its own organization is under way', async () => {
  const { settle } = await refundUnderWay();
  expect(await remove()).toEqual(inTheWay);
  await settle({ status: 'succeeded' });
  expect(await remove()).toBe('deleted');
});

test('a refund declined after its organization was closed waits for a person and credits nobody', async () => {
  const operator = await newStaff(shop, 'finance');
  const { refundId, settle } = await refundUnderWay();
  // As an earlier version of the product let happen.
  await closeWithMoney(shop.db, payer.organizationId);
  await settle(declined);
  const balances = () =>
    shop.db.queryText('select balance_minor::int as left from ledger_accounts where organization_id = $1', [
      payer.organizationId,
    ]);
  expect((await balances()).rows).toEqual([{ left: 0 }]);
  const listed = async () => (await shop.call(listUndecidedRefunds, {}, operator)).body.items.map(({ id }) => id);
  expect(await listed()).toEqual([refundId]);
  const resolve = async (status: 'succeeded' | 'canceled') => {
    const sent = { params: { refundId }, body: { status, reason: 'Вернули по реквизитам' } };
    return shop.call(resolveRefund, sent, operator);
  };
  expect((await resolve('canceled')).body.code).toBe('organization_closed');
  expect((await resolve('succeeded')).status).toBe(204);
  expect([await listed(), (await balances()).rows]).toEqual([[], [{ left: 0 }]]);
});

test('a settlement and a deletion of the payer do not deadlock: both lock the organization before its payments', async () => {
  const owner = await newPayer(shop);
  const company = await openCompany(shop, owner);
  await addMember(shop, company.id, payer, 'admin');
  const payment = await openPayment(shop, payer);
  await shop.db.queryText('update payments set organization_id = $2 where id = $1', [payment.id, company.id]);
  await shop.provider.misbehave({ on: 'notification', do: 'lose' });
  await shop.provider.payByCard(payment.providerId);
  let settling: Promise<void> = Promise.resolve();
  await shop.db.transaction(async (tx) => {
    await lockOwnOrganizations(tx, payer.id);
    settling = shop.run(paymentSettling, { paymentId: payment.id, attempt: 0 });
    await untilDoneOrBlocked(shop, settling);
    await anonymizePayer(tx, payer.id);
  });
  await settling;
  const { rows } = await shop.db.queryText('select status, payer_email from payments where id = $1', [payment.id]);
  expect(rows).toEqual([{ status: 'succeeded', payer_email: null }]);
});
