import { type AutoTopUpForm, getAutoTopUp, setAutoTopUp } from '@kazna/contract/cabinet/auto-top-up';
import { beforeAll, expect, test } from 'vitest';
import { shopForThisFile } from '../../../tests/support/app-for-file.ts';
import { cardsOf } from '../../../tests/support/cards.ts';
import { newKey } from '../../../tests/support/keys.ts';
import { create, type Payer } from '../../../tests/support/payments.ts';
import { balanceIn, type CardCompany, chargesOf, openCardCompany, spend } from '../../../tests/support/removals.ts';

const shop = shopForThisFile({ PAYMENT_PAUSES: '1', API_RATE_LIMIT: '1000000' });
let key: string;
beforeAll(async () => {
  ({ key } = await newKey(shop));
});

const eventually = (ask: () => Promise<unknown>) => expect.poll(ask, { timeout: 20_000 });
type Terms = Omit<AutoTopUpForm, 'paymentMethodId'>;
const large: Terms = {
  thresholdMinor: 200_000,
  targetMinor: 49_900_000,
  monthlyCapMinor: 5_000_000_000,
  currency: 'RUB',
};

const set = ({ token }: Payer, { organizationId, cardId }: CardCompany, terms = large) =>
  shop.call(setAutoTopUp, { params: { organizationId }, body: { ...terms, paymentMethodId: cardId } }, { token });
async function ruleOf({ owner, organizationId }: CardCompany) {
  const { body } = await shop.call(getAutoTopUp, { params: { organizationId } }, { token: owner.token });
  return [body.rule?.state, body.rule?.reason];
}
const requestsTo = async ({ saver }: CardCompany) =>
  (
    await shop.db.queryText("select from notifications where user_id = $1 and kind = 'card_permission_asked'", [
      saver.id,
    ])
  ).rows.length;

test('a rule that somebody else sets on a card waits for its saver and charges nothing before their yes', async () => {
  const company = await openCardCompany(shop);
  expect(await set(company.owner, company)).toMatchObject({
    status: 200,
    body: { rule: { state: 'paused', reason: 'awaits_saver' } },
  });
  await spend(shop, key, company.organizationId);
  // The whole loop of the worker has looked at another company by then.
  const other = await openCardCompany(shop);
  await spend(shop, key, other.organizationId);
  await eventually(() => balanceIn(shop, other)).toBe(500_000);
  expect(await chargesOf(shop, company.organizationId)).toEqual([]);
  expect(await requestsTo(company)).toBe(1);
  expect((await cardsOf(shop, company.saver))[0]).toMatchObject({ isMine: true, cap: { amountMinor: 5_000_000 } });
  expect((await cardsOf(shop, company.owner))[0]).toMatchObject({ isMine: false });
  await set(company.owner, company);
  expect(await ruleOf(company)).toEqual(['paused', 'awaits_saver']);
  expect((await set(company.saver, company)).body).toMatchObject({ rule: { state: 'active' } });
  await eventually(() => balanceIn(shop, company)).toBe(49_900_000);
  expect((await cardsOf(shop, company.saver))[0]).toMatchObject({ cap: { amountMinor: 5_000_000_000 } });
});

test('somebody else resumes a rule on the very terms that the saver agreed to, and no others', async () => {
  const company = await openCardCompany(shop);
  const agreed: Terms = { ...large, thresholdMinor: 100_000, targetMinor: 500_000, monthlyCapMinor: 5_000_000 };
  await shop.db.queryText("update auto_top_ups set status = 'paused', reason = 'refunded' where organization_id = $1", [
    company.organizationId,
  ]);
  expect((await set(company.owner, company, agreed)).body).toMatchObject({ rule: { state: 'active' } });
  const more = { ...agreed, monthlyCapMinor: 5_000_001 };
  expect((await set(company.owner, company, more)).body).toMatchObject({ rule: { reason: 'awaits_saver' } });
});

test('a payment by another’s card is refused, charges nothing, and asks its saver at most five times an hour', async () => {
  const company = await openCardCompany(shop);
  const pay = (payer: Payer) => create(shop, payer, { paymentMethodId: company.cardId, amountMinor: 70_000 });
  for (let time = 0; time < 7; time += 1)
    expect(await pay(company.owner)).toMatchObject({ status: 409, body: { code: 'card_of_another' } });
  expect(await chargesOf(shop, company.organizationId)).toEqual([]);
  expect(await requestsTo(company)).toBe(5);
  expect(await pay(company.saver)).toMatchObject({ status: 201, body: { status: 'succeeded' } });
});

test('a rule charges no more in a month than the saver of its card allows, whatever the rule says', async () => {
  const company = await openCardCompany(shop);
  await shop.db.queryText('update payment_methods set cap_minor = 440000 where id = $1', [company.cardId]);
  await spend(shop, key, company.organizationId);
  await eventually(() => balanceIn(shop, company)).toBe(490_000);
  await shop.db.queryText('update auto_top_ups set next_attempt_at = now() where organization_id = $1', [
    company.organizationId,
  ]);
  for (let time = 0; time < 4; time += 1) await spend(shop, key, company.organizationId);
  await eventually(() => ruleOf(company)).toEqual(['waiting', 'monthly_cap']);
  expect(await chargesOf(shop, company.organizationId)).toHaveLength(1);
});
