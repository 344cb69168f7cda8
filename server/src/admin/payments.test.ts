import { listAllAudit } from '@kazna/contract/admin/audit';
import * as contract from '@kazna/contract/admin/payments';
import { getReferrals } from '@kazna/contract/cabinet/referrals';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { closeWithMoney } from '../../tests/support/close-with-money.ts';
import type { SignedIn } from '../../tests/support/organizations.ts';
import {
  balanceOf,
  newPayer,
  openPayment,
  type Payer,
  paidPayment,
  readPayment,
  seedPayments,
} from '../../tests/support/payments.ts';
import { type Shop, startShop } from '../../tests/support/shop.ts';
import { newStaff } from '../../tests/support/staff.ts';
import { checkLedger } from '../money/ledger/check-ledger.ts';
import { sendToReview } from '../payments/change-status.ts';
import { uuidv7 } from '../platform/db/uuid.ts';

let shop: Shop;
let finance: SignedIn;
let payer: Payer;
beforeAll(async () => {
  shop = await startShop(inject('databaseUrl'));
  finance = await newStaff(shop, 'finance');
});
beforeEach(async () => {
  payer = await newPayer(shop);
});
afterEach(async () => expect(await checkLedger(shop.db)).toEqual([]));
afterAll(() => shop.close());

const reason = 'Сверено с выпиской';
const resolve = (paymentId: string, status: 'succeeded' | 'canceled', given: string | undefined = reason) =>
  shop.call(
    contract.resolvePayment,
    { params: { paymentId }, body: { status, reason: given as string } },
    { token: finance.token },
  );
const creditRequested = (paymentId: string, by: SignedIn = finance) =>
  shop.call(
    contract.resolvePayment,
    { params: { paymentId }, body: { status: 'succeeded', credit: 'requested', reason } },
    { token: by.token },
  );
const refund = (paymentId: string, amountMinor: number) =>
  shop.call(
    contract.refundPaymentAsStaff,
    { params: { paymentId }, body: { amountMinor, reason } },
    { token: finance.token },
  );
const list = async (query: object) =>
  (await shop.call(contract.listAllPayments, { query } as never, { token: finance.token })).body;
const log = async () => {
  const query = { organizationId: payer.organizationId, actorId: finance.id };
  const { body } = await shop.call(listAllAudit, { query }, { token: finance.token });
  return body.items.map(({ action, details }) => [action, details]);
};
const entriesOf = async ({ organizationId }: Payer) => {
  const text = 'select kind, amount_minor::int as sum from ledger_entries where organization_id = $1 order by kind';
  return (await shop.db.queryText(text, [organizationId])).rows;
};
const comeBack = (paymentId: string) => fetch(`${shop.url}/api/payments/${paymentId}/return`, { redirect: 'manual' });
async function paymentInReview(amountMinor = 100_000) {
  const payment = await openPayment(shop, payer, { amountMinor });
  await shop.db.transaction((tx) => sendToReview(tx, payment.id, 'outcome_unknown'));
  return payment;
}

describe('a payment in review', () => {
  test('a payment in review that is resolved 10 times at once is credited once, with the requested sum', async () => {
    const { id } = await paymentInReview();
    const answers = await Promise.all(Array.from({ length: 10 }, () => resolve(id, 'succeeded')));
    const done = answers.filter(({ status }) => status === 200);
    expect(done).toHaveLength(1);
    expect(done[0]?.body).toMatchObject({ status: 'succeeded', organizationId: payer.organizationId });
    for (const { status, body } of answers) if (status !== 200) expect(body.code).toBe('payment_not_in_review');
    expect(await balanceOf(shop, payer)).toEqual({ RUB: 100_000 });
    const credited = { amountMinor: '100000', currency: 'RUB' };
    expect(await log()).toEqual([['payment.resolved', { ...credited, paymentId: id, status: 'succeeded', reason }]]);
    const { events } = await readPayment(shop, payer, id);
    expect(events.at(-1)).toMatchObject({ status: 'succeeded', source: 'operator', reason });
  });

  test('a payment in review that is resolved both ways at once ends one way, and the balance agrees', async () => {
    const { id } = await paymentInReview();
    await Promise.all([resolve(id, 'canceled'), resolve(id, 'succeeded')]);
    const { status } = await readPayment(shop, payer, id);
    expect(await balanceOf(shop, payer)).toEqual(status === 'succeeded' ? { RUB: 100_000 } : {});
    expect(await log()).toHaveLength(1);
  });

  test('a payment in review that is canceled credits nothing', async () => {
    const { id } = await paymentInReview();
    expect((await resolve(id, 'canceled')).body.status).toBe('canceled');
    expect(await balanceOf(shop, payer)).toEqual({});
  });

  test('money that comes after staff canceled a payment is reviewed once more instead of credited', async () => {
    const { id, providerId } = await paymentInReview();
    await resolve(id, 'canceled');
    await shop.provider.payByCard(providerId);
    await comeBack(id);
    const reviewed = { status: 'review', reason: 'paid_after_cancellation' };
    expect((await list({ q: id })).items).toMatchObject([reviewed]);
    await resolve(id, 'canceled');
    await comeBack(id);
    expect((await readPayment(shop, payer, id)).status).toBe('canceled');
    expect(await balanceOf(shop, payer)).toEqual({});
  });

  test('only a payment in review is resolved, and only with a reason', async () => {
    const { id } = await paymentInReview();
    expect((await resolve(id, 'succeeded', '')).status).toBe(400);
    expect((await readPayment(shop, payer, id)).status).toBe('review');
    const open = await openPayment(shop, payer);
    expect((await resolve(open.id, 'succeeded')).body.code).toBe('payment_not_in_review');
    expect((await resolve(uuidv7(), 'succeeded')).status).toBe(404);
    expect([await balanceOf(shop, payer), await log()]).toEqual([{}, []]);
  });

  test('a payment credited after review earns the referral bonus', async () => {
    const referrer = await newPayer(shop);
    await shop.db.queryText('update users set referrer_id = $2 where id = $1', [payer.id, referrer.id]);
    await resolve((await paymentInReview(50_000)).id, 'succeeded');
    const { body } = await shop.call(getReferrals, {}, { token: referrer.token });
    expect(body).toMatchObject({ invited: 1, paid: 1, held: [{ currency: 'RUB', amountMinor: 5_000 }] });
  });
});

describe('a payment of which another sum was paid', () => {
  /** Requested 1 000,00 ₽; the provider reports another sum. */
  async function paidOtherwise(value: string, currency = 'RUB') {
    const payment = await openPayment(shop, payer, { amountMinor: 100_000 });
    shop.provider.tamper((object) => (object.amount ? { ...object, amount: { value, currency } } : object));
    await shop.provider.payByCard(payment.providerId);
    await comeBack(payment.id);
    shop.provider.tamper();
    const [shown] = (await list({ q: payment.id })).items;
    return { ...payment, shown };
  }

  test('only staff see the sum that was paid and the payment’s id at the provider', async () => {
    const { id, providerId, shown } = await paidOtherwise('700.00');
    expect(shown).toMatchObject({
      status: 'review',
      reason: 'amount_differs',
      amountMinor: 100_000,
      providerPaymentId: providerId,
      claim: { amountMinor: 70_000, currency: 'RUB', providerPaymentId: providerId },
    });
    expect(JSON.stringify(await readPayment(shop, payer, id))).not.toContain(providerId);
  });

  test.each([
    ['700.00', 70_000],
    ['1200.00', 120_000],
  ])(
    'a payment of another sum is credited with the %s that was paid, which is the maximum to refund',
    async (value, paid) => {
      const { id } = await paidOtherwise(value);
      expect((await resolve(id, 'succeeded')).body).toMatchObject({ status: 'succeeded', amountMinor: paid });
      expect(await balanceOf(shop, payer)).toEqual({ RUB: paid });
      const details = { amountMinor: String(paid), currency: 'RUB', paymentId: id, status: 'succeeded', reason };
      expect(await log()).toEqual([['payment.resolved', details]]);
      const { rows } = await shop.db.queryText(
        'select amount_minor::int as sum from payment_daily_totals where organization_id = $1 and count > 0',
        [payer.organizationId],
      );
      expect(rows).toEqual([{ sum: paid }]);
      expect((await refund(id, paid + 1)).body.code).toBe('refund_too_large');
    },
  );

  test('a payment of another sum that staff canceled stays canceled, whatever is reported of it again', async () => {
    const { id } = await paidOtherwise('700.00');
    await resolve(id, 'canceled');
    await comeBack(id);
    expect((await readPayment(shop, payer, id)).status).toBe('canceled');
    expect(await balanceOf(shop, payer)).toEqual({});
  });

  test('a payment that came short is credited with the requested sum, of which only what came can be refunded', async () => {
    const { id } = await paidOtherwise('880.00');
    expect((await creditRequested(id)).body).toMatchObject({ status: 'succeeded', amountMinor: 88_000 });
    expect(await balanceOf(shop, payer)).toEqual({ RUB: 100_000 });
    const rows = await entriesOf(payer);
    expect(rows).toEqual([
      { kind: 'adjustment', sum: 12_000 },
      { kind: 'top_up', sum: 88_000 },
    ]);
    const correction = { amount: '120.00', currency: 'RUB', reason };
    const credited = { amountMinor: '88000', currency: 'RUB', paymentId: id, status: 'succeeded', reason };
    expect(await log()).toEqual([
      ['balance.adjusted', correction],
      ['payment.resolved', credited],
    ]);
    expect((await refund(id, 88_001)).body.code).toBe('refund_too_large');
    expect((await refund(id, 88_000)).status).toBe(201);
    expect(await balanceOf(shop, payer)).toEqual({ RUB: 12_000 });
  });

  test('a payment that came with too much is credited with the requested sum alone', async () => {
    const { id } = await paidOtherwise('1200.00');
    expect((await creditRequested(id)).body).toMatchObject({ status: 'succeeded', amountMinor: 100_000 });
    expect(await entriesOf(payer)).toEqual([{ kind: 'top_up', sum: 100_000 }]);
    expect((await refund(id, 100_001)).body.code).toBe('refund_too_large');
  });

  test('two staff who credit different sums of one payment at once credit one of them', async () => {
    const other = await newStaff(shop, 'finance');
    for (let turn = 0; turn < 5; turn += 1) {
      payer = await newPayer(shop);
      const { id } = await paidOtherwise('880.00');
      const answers = await Promise.all([creditRequested(id, other), resolve(id, 'succeeded')]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const credited = answers[0]?.status === 200 ? 100_000 : 88_000;
      expect(await balanceOf(shop, payer)).toEqual({ RUB: credited });
    }
  });

  test('a payment made in another currency is never credited with the requested sum', async () => {
    const { id } = await paidOtherwise('15.00', 'USD');
    expect((await creditRequested(id)).body.code).toBe('paid_in_another_currency');
    expect(await balanceOf(shop, payer)).toEqual({});
    await resolve(id, 'canceled');
  });

  test('a payment made in another currency is credited in that currency', async () => {
    const { id, shown } = await paidOtherwise('15.00', 'USD');
    expect(shown?.reason).toBe('currency_differs');
    await resolve(id, 'succeeded');
    expect(await balanceOf(shop, payer)).toEqual({ USD: 1_500 });
  });

  test('a payment made in a currency without balances can only be canceled', async () => {
    const { id } = await paidOtherwise('15.00', 'XAU');
    expect((await resolve(id, 'succeeded')).body.code).toBe('paid_amount_unknown');
    expect((await resolve(id, 'canceled')).status).toBe(200);
    expect(await balanceOf(shop, payer)).toEqual({});
  });

  test.each(['amount_differs', 'currency_differs', 'payment_differs'])(
    'a payment in review for %s without the provider’s word of the sum is never credited with the requested one',
    async (why) => {
      const { id } = await openPayment(shop, payer, { amountMinor: 100_000 });
      await shop.db.transaction((tx) => sendToReview(tx, id, why));
      expect((await resolve(id, 'succeeded')).body.code).toBe('paid_amount_unknown');
      expect((await resolve(id, 'canceled')).status).toBe(200);
      expect([await balanceOf(shop, payer), (await resolve(id, 'canceled')).body.code]).toEqual([
        {},
        'payment_not_in_review',
      ]);
    },
  );

  test('money that pays for one payment is never credited to another', async () => {
    const { id } = await paidOtherwise('700.00');
    const other = await paidPayment(shop, payer, { amountMinor: 50_000 });
    await shop.db.queryText('update payments set claimed_payment_id = $2 where id = $1', [id, other.providerId]);
    expect((await resolve(id, 'succeeded')).body.code).toBe('paid_for_another_payment');
    expect(await balanceOf(shop, payer)).toEqual({ RUB: 50_000 });
  });

  test('a payment in review is not credited to a closed organization', async () => {
    const { id } = await paidOtherwise('700.00');
    await closeWithMoney(shop.db, payer.organizationId);
    expect((await resolve(id, 'succeeded')).body.code).toBe('organization_closed');
    expect((await resolve(id, 'canceled')).status).toBe(200);
  });
});

test('a refund by staff debits the balance once, within what was paid, and is in the audit log', async () => {
  const payment = await paidPayment(shop, payer, { amountMinor: 100_000 });
  expect(await refund(payment.id, 30_000)).toMatchObject({ status: 201, body: { refundedMinor: 30_000 } });
  expect((await refund(payment.id, 70_001)).body.code).toBe('refund_too_large');
  expect((await refund(uuidv7(), 100)).status).toBe(404);
  expect(await balanceOf(shop, payer)).toEqual({ RUB: 70_000 });
  const details = { paymentId: payment.id, amountMinor: '30000', currency: 'RUB', reason };
  expect(await log()).toEqual([['payment.refunded', details]]);
});

describe('list of payments for staff', () => {
  test('the list of payments has all organizations, and filters by status, organization, number and id', async () => {
    const other = await newPayer(shop);
    const [ours] = await seedPayments(shop, payer, 1, () => ({ status: 'review' }));
    const [theirs] = await seedPayments(shop, other, 1, () => ({ status: 'expired' }));
    const ids = async (query: object) => (await list(query)).items.map(({ id }) => id);
    expect((await ids({})).slice(0, 2)).toEqual([theirs?.id, ours?.id]);
    expect(await ids({ organizationId: other.organizationId })).toEqual([theirs?.id]);
    expect(await ids({ q: ours?.id })).toEqual([ours?.id]);
    const [{ number } = { number: 0 }] = (await list({ q: ours?.id })).items;
    expect(await ids({ q: `К-${number}` })).toEqual([ours?.id]);
    expect(await ids({ q: 'Ромашка' })).toEqual([]);
    expect(await ids({ organizationId: payer.organizationId, status: 'expired' })).toEqual([]);
    // Keeps the counts of other tests unchanged.
    await shop.db.queryText("update payments set status = 'expired' where id = $1", [ours?.id]);
  });

  test('pages of the list of payments neither repeat nor skip while more are made', async () => {
    const planted = await seedPayments(shop, payer, 11, () => ({ status: 'expired' }));
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await list({ limit: 3, organizationId: payer.organizationId, ...(cursor && { cursor }) });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
      await seedPayments(shop, payer, 1, () => ({ status: 'expired' }));
    } while (cursor);
    expect(seen).toEqual(planted.map(({ id }) => id).reverse());
  });
});
