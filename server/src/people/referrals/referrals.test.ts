import { signUp, verifyEmail } from '@kazna/contract/cabinet/accounts';
import { listEntries } from '@kazna/contract/cabinet/balance';
import { refundPayment } from '@kazna/contract/cabinet/payments';
import { getProfile } from '@kazna/contract/cabinet/profile';
import { getReferrals } from '@kazna/contract/cabinet/referrals';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import {
  balanceOf,
  newPayer,
  openPayment,
  type Payer,
  paidPayment,
  readPayment,
} from '../../../tests/support/payments.ts';
import { newPerson, signInPerson, signUpBody, tokenIn } from '../../../tests/support/people.ts';
import { type Shop, startShop } from '../../../tests/support/shop.ts';
import { checkLedger } from '../../money/ledger/check-ledger.ts';
import { postTransfer } from '../../money/ledger/post-transfer.ts';
import { openPersonalOrganization } from '../../organizations/create-organization.ts';
import { refundSettling } from '../../payments/refunds/settle-refund.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { bonusCrediting, creditBonuses } from './jobs.ts';

let shop: Shop;
let referrer: Payer;
let referred: Payer;
beforeAll(async () => {
  shop = await startShop(inject('databaseUrl'), {
    PAYMENT_CURRENCIES: 'RUB,USD',
    REFERRAL_PERCENT: '7',
    REFERRAL_CAP: '20000',
    REFERRAL_HOLD_DAYS: '0',
  });
});
beforeEach(async () => {
  [referrer, referred] = [await newPayer(shop), await newPayer(shop)];
  await shop.db.queryText('update users set referrer_id = $2 where id = $1', [referred.id, referrer.id]);
});
afterEach(async () => {
  await shop.provider.behave();
  expect(await checkLedger(shop.db)).toEqual([]);
});
afterAll(() => shop.close());

const referrals = async ({ token } = referrer) => (await shop.call(getReferrals, {}, { token })).body;
const balance = async (whose = referrer) => (await balanceOf(shop, whose)).RUB ?? 0;
const credit = () => shop.run(bonusCrediting, {});
async function pay(amountMinor: number, who: { token: string } = referred) {
  const payment = await paidPayment(shop, who, { amountMinor });
  await credit();
  return payment;
}
const bonuses = async ({ token, organizationId } = referrer) => {
  const { body } = await shop.call(listEntries, { params: { organizationId } }, { token });
  return body.items.filter(({ kind }) => kind.startsWith('bonus')).map(({ kind, amountMinor }) => [kind, amountMinor]);
};
async function startRefund(paymentId: string, amountMinor: number): Promise<string> {
  const sent = { params: { paymentId }, body: { amountMinor, reason: 'Передумали' } };
  const { body } = await shop.call(refundPayment, sent, { token: referred.token });
  return body.refunds.at(-1)?.id as string;
}
const charge = ({ organizationId }: Payer, amountMinor: number) =>
  shop.db.transaction((tx) =>
    postTransfer(tx, {
      key: uuidv7(),
      kind: 'charge',
      from: { organizationId },
      to: 'revenue',
      amountMinor,
      currency: 'RUB',
    }),
  );
const settle = (refundId: string, attempt = 0) => shop.run(refundSettling, { refundId, attempt });
const refund = async (paymentId: string, amountMinor: number) => settle(await startRefund(paymentId, amountMinor));

async function registerBy(referrerCode: string) {
  const person = newPerson();
  const { verifier } = (await shop.call(signUp, { body: { ...signUpBody(person), referrerCode } })).body;
  const letter = await shop.letter(person.email, 'Подтвердите e-mail');
  const confirm = () => shop.call(verifyEmail, { query: { token: tokenIn(letter.text), verifier } });
  return { person, confirm };
}
const codeOf = async ({ token }: { token: string }) => (await shop.call(getProfile, {}, { token })).body.referralCode;

describe('earning a bonus', () => {
  test('a confirmed referral counts, and only the first payment earns the percentage', async () => {
    const host = await newPayer(shop);
    expect(await referrals(host)).toEqual({
      percent: 7,
      capMinor: 20_000,
      holdDays: 0,
      invited: 0,
      paid: 0,
      earned: [],
      held: [],
    });
    const { person, confirm } = await registerBy((await codeOf(host)).toLowerCase());
    expect(await referrals(host)).toMatchObject({ invited: 0, paid: 0 });
    await confirm();
    expect(await referrals(host)).toMatchObject({ invited: 1, paid: 0, earned: [] });
    const { accessToken: token } = await signInPerson(shop, person);
    await pay(100_050, { token });
    // 7% of 1000,50 is 70,035: rounded down to a kopeck.
    expect(await referrals(host)).toMatchObject({
      invited: 1,
      paid: 1,
      earned: [{ currency: 'RUB', amountMinor: 7_003 }],
    });
    expect([await balance(host), await bonuses(host)]).toEqual([7_003, [['bonus', 7_003]]]);
    await pay(200_000, { token });
    expect([await balance(host), await bonuses(host)]).toEqual([7_003, [['bonus', 7_003]]]);
  });

  test('a bonus does not exceed the cap', async () => {
    await pay(1_000_000);
    expect(await balance()).toBe(20_000);
  });

  test('a failed payment earns no bonus', async () => {
    const payment = await openPayment(shop, referred);
    await shop.provider.payByCard(payment.providerId, '5555555555554600');
    await fetch(`${shop.url}/api/payments/${payment.id}/return`, { redirect: 'manual' });
    expect((await readPayment(shop, referred, payment.id)).status).toBe('canceled');
    expect((await referrals()).paid).toBe(0);
    await pay(10_000);
    expect(await balance()).toBe(700);
  });

  test('after a first payment without a bonus no later one earns', async () => {
    const setStatus = (status: string) =>
      shop.db.queryText('update users set status = $2 where id = $1', [referrer.id, status]);
    await setStatus('blocked');
    await pay(10_000);
    await setStatus('active');
    await pay(100_000);
    expect(await referrals()).toMatchObject({ paid: 1, earned: [] });
    expect([await balance(), await bonuses()]).toEqual([0, []]);
  });

  test('a bonus goes to the open personal organization, not to an older closed one', async () => {
    const person = await newPayer(shop);
    await shop.db.queryText('update users set referrer_id = $2 where id = $1', [referred.id, person.id]);
    await shop.db.queryText("update organizations set status = 'closed', closed_at = now() where id = $1", [
      person.organizationId,
    ]);
    await shop.db.transaction((tx) => openPersonalOrganization(tx, person.id));
    await pay(100_000);
    expect((await referrals(person)).earned).toEqual([{ currency: 'RUB', amountMinor: 7_000 }]);
  });

  test('a person without a referrer earns nobody a bonus', async () => {
    await pay(100_000, referrer);
    expect(await bonuses()).toEqual([]);
    expect((await referrals(referred)).invited).toBe(0);
  });
});

describe('delay of bonuses', () => {
  const hold = () => shop.db.queryText("update referral_bonuses set due_at = now() + interval '1 second' * 3600");

  test('a bonus is credited once, after its delay', async () => {
    await paidPayment(shop, referred, { amountMinor: 100_000 });
    await hold();
    await credit();
    expect(await referrals()).toMatchObject({ paid: 1, earned: [], held: [{ currency: 'RUB', amountMinor: 7_000 }] });
    expect(await balance()).toBe(0);
    await shop.db.queryText('update referral_bonuses set due_at = now()');
    await Promise.all([credit(), credit(), credit()]);
    expect(await referrals()).toMatchObject({ earned: [{ currency: 'RUB', amountMinor: 7_000 }], held: [] });
    expect(await bonuses()).toEqual([['bonus', 7_000]]);
  });

  test('a bonus that cannot be credited keeps none after it from being credited', async () => {
    const first = await paidPayment(shop, referred, { amountMinor: 100_000 });
    const [other, otherReferred] = [await newPayer(shop), await newPayer(shop)];
    await shop.db.queryText('update users set referrer_id = $2 where id = $1', [otherReferred.id, other.id]);
    await paidPayment(shop, otherReferred, { amountMinor: 100_000 });
    await shop.db.queryText("update referral_bonuses set due_at = now() - interval '1 hour' where payment_id = $1", [
      first.id,
    ]);
    const rule = "alter table ledger_entries add constraint stuck check (organization_id <> '%') not valid";
    await shop.db.queryText(rule.replace('%', referrer.organizationId));
    await expect(creditBonuses(shop.db, { pageSize: 1 })).rejects.toThrow('stuck');
    await shop.db.queryText('alter table ledger_entries drop constraint stuck');
    expect([await balance(), await balance(other)]).toEqual([0, 7_000]);
    await credit();
    expect(await balance()).toBe(7_000);
  });

  test('a partial refund during the delay leaves the rest of the bonus', async () => {
    const { id } = await paidPayment(shop, referred, { amountMinor: 100_000 });
    await refund(id, 30_000);
    await credit();
    expect(await bonuses()).toEqual([['bonus', 4_900]]);
  });

  test('a bonus of a blocked referrer waits until they are unblocked', async () => {
    const setStatus = (status: string) =>
      shop.db.queryText('update users set status = $2 where id = $1', [referrer.id, status]);
    await paidPayment(shop, referred, { amountMinor: 100_000 });
    await setStatus('blocked');
    await credit();
    await setStatus('active');
    expect(await balance()).toBe(0);
    await credit();
    expect(await balance()).toBe(7_000);
  });
});

describe('one’s own code', () => {
  test('one’s own code at another registration of the address has no effect', async () => {
    const { person, confirm } = await registerBy('');
    const own = async () => {
      const { rows } = await shop.db.queryText('select id, referral_code, referrer_id from users where email = $1', [
        person.email,
      ]);
      return rows[0];
    };
    const again = async () => {
      const referrerCode = (await own())?.referral_code as string;
      const { status } = await shop.call(signUp, { body: { ...signUpBody(person), referrerCode } });
      expect(status).toBe(201);
    };
    await confirm();
    await again();
    expect((await own())?.referrer_id).toBeNull();
  });

  test('the database refuses a person as their own referrer', async () => {
    const { id } = await pay(10_000, referrer);
    const insert = shop.db.queryText(
      `insert into referral_bonuses (referred_id, referrer_id, payment_id, organization_id, amount_minor, currency, due_at)
       values ($1, $1, $2, $3, 1, 'RUB', now())`,
      [referrer.id, id, referrer.organizationId],
    );
    await expect(insert).rejects.toThrow('referral_bonuses_check');
  });
});

describe('concurrent payments', () => {
  test.each(['RUB', 'USD'])('two concurrent first payments, in RUB and %s, earn one bonus', async (currency) => {
    const payments = [
      await openPayment(shop, referred, { amountMinor: 10_000 }),
      await openPayment(shop, referred, { amountMinor: 20_000, currency }),
    ];
    await shop.provider.misbehave({ on: 'notification', do: 'lose', times: 2 });
    for (const { providerId } of payments) await shop.provider.payByCard(providerId);
    const back = payments.map(({ id }) => fetch(`${shop.url}/api/payments/${id}/return`, { redirect: 'manual' }));
    await Promise.all([
      ...back,
      ...payments.map(({ id }) => fetch(`${shop.url}/api/payments/${id}/return`, { redirect: 'manual' })),
    ]);
    for (const { id } of payments) expect((await readPayment(shop, referred, id)).status).toBe('succeeded');
    await credit();
    expect(await bonuses()).toHaveLength(1);
    const { paid, earned } = await referrals();
    expect([paid, earned.length]).toEqual([1, 1]);
  });
});

describe('refunds and bonuses', () => {
  test('refunds take the bonus back in proportion, once, and it is never earned again', async () => {
    const { id } = await pay(100_000);
    await refund(id, 40_000);
    expect([await balance(), (await referrals()).earned]).toEqual([4_200, [{ currency: 'RUB', amountMinor: 4_200 }]]);
    const last = await startRefund(id, 60_000);
    await Promise.all(Array.from({ length: 5 }, () => settle(last)));
    expect(await bonuses()).toEqual([
      ['bonus_reversal', -4_200],
      ['bonus_reversal', -2_800],
      ['bonus', 7_000],
    ]);
    expect([await balance(), (await referrals()).earned]).toEqual([0, []]);
    await pay(100_000);
    expect([await balance(), (await bonuses()).length]).toEqual([0, 3]);
  });

  test('a refund of a later payment leaves the bonus', async () => {
    await pay(100_000);
    const later = await pay(50_000);
    await refund(later.id, 50_000);
    expect(await balance()).toBe(7_000);
  });

  test('a refund takes no more of the bonus than the referrer has', async () => {
    const { id } = await pay(100_000);
    await charge(referrer, 6_500);
    await refund(id, 100_000);
    expect((await bonuses())[0]).toEqual(['bonus_reversal', -500]);
    expect(await balance()).toBe(0);
  });

  test('a refund of a spent bonus leaves a debt that later bonuses settle first', async () => {
    const { id } = await pay(100_000);
    await charge(referrer, 7_000);
    await refund(id, 100_000);
    expect(await balance()).toBe(0);
    for (const [amountMinor, left] of [
      [60_000, 0],
      [50_000, 700],
    ] as const) {
      const other = await newPayer(shop);
      await shop.db.queryText('update users set referrer_id = $2 where id = $1', [other.id, referrer.id]);
      await pay(amountMinor, other);
      expect(await balance()).toBe(left);
    }
  });

  test('a refund of all but a kopeck leaves no bonus', async () => {
    const { id } = await pay(100_000);
    await refund(id, 99_999);
    expect([await balance(), (await referrals()).earned]).toEqual([0, []]);
  });

  test('a canceled refund leaves the bonus', async () => {
    const { id, providerId } = await pay(100_000);
    await shop.provider.misbehave({ on: 'refund', do: 'pending', times: 1 });
    const waiting = await startRefund(id, 60_000);
    await settle(waiting);
    await refund(id, 40_000);
    const [pending] = (await shop.provider.refundsFor(providerId)).filter(({ status }) => status === 'pending');
    await shop.provider.settleRefund(pending.id, { status: 'canceled', reason: 'rejected_by_payee' });
    await settle(waiting, 1);
    expect((await readPayment(shop, referred, id)).refundedMinor).toBe(40_000);
    expect(await balance()).toBe(4_200);
  });

  test('a pending refund keeps a delayed bonus from being credited', async () => {
    const { id, providerId } = await paidPayment(shop, referred, { amountMinor: 100_000 });
    await shop.provider.misbehave({ on: 'refund', do: 'pending', times: 1 });
    const waiting = await startRefund(id, 100_000);
    await settle(waiting);
    await credit();
    expect(await balance()).toBe(0);
    const [pending] = await shop.provider.refundsFor(providerId);
    await shop.provider.settleRefund(pending.id, { status: 'canceled', reason: 'rejected_by_payee' });
    await settle(waiting, 1);
    await credit();
    expect(await balance()).toBe(7_000);
  });
});
