import { getAutoTopUp, setAutoTopUp } from '@kazna/contract/cabinet/auto-top-up';
import { changeMemberRole, removeMember } from '@kazna/contract/cabinet/members';
import { closeOrganization } from '@kazna/contract/cabinet/organizations';
import { removePaymentMethod } from '@kazna/contract/cabinet/payment-methods';
import { refundPayment } from '@kazna/contract/cabinet/payments';
import { createCharge } from '@kazna/contract/v1/charges';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { shopForThisFile } from '../../../tests/support/app-for-file.ts';
import { autoTopUpTerms, bindCard, cardsOf } from '../../../tests/support/cards.ts';
import { callerWith, topUp } from '../../../tests/support/charges.ts';
import { newKey } from '../../../tests/support/keys.ts';
import { newMember, openCompany, type SignedIn, signedInPerson } from '../../../tests/support/organizations.ts';
import { balanceOf, type Payer } from '../../../tests/support/payments.ts';
import { switchTo } from '../../../tests/support/sessions.ts';

const shop = shopForThisFile({ PAYMENT_PAUSES: '1', API_RATE_LIMIT: '1000000' });
let call: ReturnType<typeof callerWith>;
beforeAll(async () => {
  call = callerWith(shop, (await newKey(shop)).key);
});
afterEach(() => shop.provider.behave());

const enter = async (person: SignedIn, organizationId: string): Promise<Payer> => ({
  ...person,
  token: (await switchTo(shop, person, organizationId)).accessToken,
  organizationId,
});

/** A company with 1500 on its balance; the accountant's card brings it to 5000 below 1000. */
async function companyOnAccountantsCard() {
  const founder = await signedInPerson(shop);
  const { id: organizationId, name } = await openCompany(shop, founder);
  const owner = await enter(founder, organizationId);
  const accountant = await enter(await newMember(shop, organizationId, 'accountant'), organizationId);
  await topUp(shop, organizationId, 150_000);
  await bindCard(shop, accountant, '5555555555554444');
  const cardId = (await cardsOf(shop, owner))[0]?.id as string;
  expect((await set(accountant, cardId)).status).toBe(200);
  return { owner, accountant, cardId, name, organizationId };
}

const set = ({ organizationId, token }: Payer, paymentMethodId: string) =>
  shop.call(setAutoTopUp, { params: { organizationId }, body: { ...autoTopUpTerms, paymentMethodId } }, { token });
const charge = (organizationId: string, amountMinor: number) =>
  call(createCharge, { body: { organizationId, amountMinor, currency: 'RUB', description: 'Трафик' } });
async function stateOf({ organizationId, token }: Payer) {
  const { rule, attempts } = (await shop.call(getAutoTopUp, { params: { organizationId } }, { token })).body;
  return [rule?.state, rule?.reason, attempts.map(({ status }) => status)];
}
const eventually = (ask: () => Promise<unknown>) => expect.poll(ask, { timeout: 20_000 });
const balance = async (payer: Payer) => (await balanceOf(shop, payer)).RUB;
const rested = (organizationId: string) =>
  shop.db.queryText('update auto_top_ups set next_attempt_at = now() where organization_id = $1', [organizationId]);

test('the card of somebody demoted to a member is charged no more, the rule says why, and their promotion lets it be resumed', async () => {
  const { owner, accountant, cardId, organizationId } = await companyOnAccountantsCard();
  const give = (role: 'member' | 'accountant') =>
    shop.call(
      changeMemberRole,
      { params: { organizationId, userId: accountant.id }, body: { role } },
      { token: owner.token },
    );
  expect((await give('member')).status).toBe(204);
  expect(await cardsOf(shop, owner)).toMatchObject([{ unusableReason: 'saver_demoted' }]);
  await charge(organizationId, 100_000);
  await eventually(() => stateOf(owner)).toEqual(['paused', 'saver_demoted', []]);
  expect(await set(owner, cardId)).toMatchObject({ status: 409, body: { code: 'card_unusable' } });
  await give('accountant');
  expect((await set(owner, cardId)).status).toBe(200);
  await eventually(() => balance(owner)).toBe(500_000);
});

test('what an attempt under way charges after the owner of its card is removed goes back, and the next one pauses the rule', async () => {
  const { owner, accountant, organizationId } = await companyOnAccountantsCard();
  await shop.provider.misbehave({ on: 'autopayment', do: 'pending' });
  await charge(organizationId, 100_000);
  await untilAsked(owner);
  const params = { organizationId, userId: accountant.id };
  expect((await shop.call(removeMember, { params }, { token: owner.token })).status).toBe(204);
  await settlePending(organizationId, 'succeeded');
  await eventually(() => returnsOf(organizationId)).toEqual([{ status: 'succeeded', amount: 450_000 }]);
  expect(await balance(owner)).toBe(50_000);
  await rested(organizationId);
  await eventually(() => stateOf(owner)).toEqual(['paused', 'saver_left', ['canceled']]);
});

/** The attempt is stored before the provider hears of it: what comes in between cancels it without a charge. */
async function untilAsked(owner: Payer): Promise<void> {
  await eventually(() => stateOf(owner)).toEqual(['active', null, ['pending']]);
  const text = 'select from payments where organization_id = $1 and is_automatic and provider_payment_id is not null';
  await eventually(async () => (await shop.db.queryText(text, [owner.organizationId])).rows).toHaveLength(1);
}

async function returnsOf(organizationId: string) {
  const text = `select r.status, r.amount_minor::int as amount from refunds r join payments p on p.id = r.payment_id
    where p.organization_id = $1`;
  return (await shop.db.queryText(text, [organizationId])).rows;
}

/** The provider decides about the attempt that waits. */
async function settlePending(organizationId: string, status: 'succeeded' | 'canceled'): Promise<void> {
  const text = "select id from payments where organization_id = $1 and is_automatic and status = 'pending'";
  const id = (await shop.db.queryText(text, [organizationId])).rows[0]?.id as string;
  const [sent] = await shop.provider.paymentsFor(id);
  await shop.provider.force(sent.id, { status, ...(status === 'canceled' && { reason: 'general_decline' }) });
}

test('what an attempt under way charges after the organization is suspended goes back, and no other begins until it is resumed', async () => {
  const { owner, organizationId } = await companyOnAccountantsCard();
  await shop.provider.misbehave({ on: 'autopayment', do: 'pending' });
  await charge(organizationId, 100_000);
  await untilAsked(owner);
  const change = (status: string) =>
    shop.db.queryText('update organizations set status = $2 where id = $1', [organizationId, status]);
  await change('suspended');
  await settlePending(organizationId, 'succeeded');
  await eventually(() => returnsOf(organizationId)).toEqual([{ status: 'succeeded', amount: 450_000 }]);
  expect(await balance(owner)).toBe(50_000);
  await rested(organizationId);
  const { rows } = await shop.db.queryText(
    'select a.is_below_top_up as is from ledger_accounts a where organization_id = $1 and is_below_top_up',
    [organizationId],
  );
  expect(rows).toEqual([{ is: true }]);
  expect(await stateOf(owner)).toEqual(['active', null, ['canceled']]);
  await change('active');
  await eventually(() => balance(owner)).toBe(500_000);
  expect(await stateOf(owner)).toEqual(['active', null, ['succeeded', 'canceled']]);
});

test('an organization is not closed while its card is being charged, and closing takes the rule and the card away', async () => {
  const { owner, organizationId, name } = await companyOnAccountantsCard();
  await shop.provider.misbehave({ on: 'autopayment', do: 'pending' });
  await charge(organizationId, 150_000);
  await untilAsked(owner);
  const close = () =>
    shop.call(closeOrganization, { params: { organizationId }, body: { name } }, { token: owner.token });
  expect(await close()).toMatchObject({ status: 409, body: { code: 'organization_has_unsettled_payments' } });
  await settlePending(organizationId, 'canceled');
  await eventually(async () => (await stateOf(owner))[2]).toEqual(['canceled']);
  expect((await close()).status).toBe(204);
  const left = `select from auto_top_ups where organization_id = $1
    union all select from payment_methods where organization_id = $1 and status <> 'removed'`;
  expect((await shop.db.queryText(left, [organizationId])).rows).toEqual([]);
});

test('a refund that leaves the balance below the threshold pauses the rule instead of charging the card again', async () => {
  const { owner, cardId, organizationId } = await companyOnAccountantsCard();
  await charge(organizationId, 100_000);
  await eventually(() => balance(owner)).toBe(500_000);
  const text = 'select id from payments where organization_id = $1 and is_automatic';
  const paymentId = (await shop.db.queryText(text, [organizationId])).rows[0]?.id as string;
  const giveBack = (amountMinor: number) =>
    shop.call(
      refundPayment,
      { params: { paymentId }, body: { amountMinor, reason: 'Списали лишнее' } },
      { token: owner.token },
    );
  expect((await giveBack(100_000)).status).toBe(201);
  expect(await stateOf(owner)).toEqual(['active', null, ['succeeded']]);
  await rested(organizationId);
  expect((await giveBack(350_000)).status).toBe(201);
  expect(await stateOf(owner)).toEqual(['paused', 'refunded', ['succeeded']]);
  const letters = "select from notifications where user_id = $1 and kind = 'auto_top_up_paused'";
  expect((await shop.db.queryText(letters, [owner.id])).rows).toHaveLength(1);
  await set(owner, cardId);
  await eventually(() => balance(owner)).toBe(500_000);
});

test('a card that two people save is each one’s own: the other’s leaving or removing theirs takes nothing away', async () => {
  const { owner, accountant, cardId, organizationId } = await companyOnAccountantsCard();
  await bindCard(shop, owner, '5555555555554444');
  const own = (await cardsOf(shop, owner)).find(({ id }) => id !== cardId);
  expect(own).toMatchObject({ last4: '4444', unusableReason: null });
  const params = { paymentMethodId: own?.id as string };
  expect((await shop.call(removePaymentMethod, { params }, { token: owner.token })).status).toBe(204);
  await charge(organizationId, 100_000);
  await eventually(() => balance(owner)).toBe(500_000);
  await bindCard(shop, owner, '5555555555554444');
  const leaving = { organizationId, userId: accountant.id };
  await shop.call(removeMember, { params: leaving }, { token: owner.token });
  const reasons = (await cardsOf(shop, owner)).map(({ id, unusableReason }) => [id === cardId, unusableReason]);
  expect(new Map(reasons as [boolean, string | null][])).toEqual(
    new Map([
      [true, 'saver_left'],
      [false, null],
    ]),
  );
});
