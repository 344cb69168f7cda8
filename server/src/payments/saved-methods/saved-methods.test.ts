import { refreshWithOrganization } from '@kazna/contract/cabinet/accounts';
import { listAudit } from '@kazna/contract/cabinet/audit';
import { closeOrganization } from '@kazna/contract/cabinet/organizations';
import {
  listPaymentMethods,
  removePaymentMethod,
  savePaymentMethod,
  setDefaultPaymentMethod,
} from '@kazna/contract/cabinet/payment-methods';
import { cancelPayment, getPayment, listPayments } from '@kazna/contract/cabinet/payments';
import { deleteProfile } from '@kazna/contract/cabinet/profile';
import { check } from '@kazna/contract/shared/validation';
import { eventData, listEvents } from '@kazna/contract/v1/events';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { shopForThisFile } from '../../../tests/support/app-for-file.ts';
import { bindCard, cardsOf, payerWithCard, plantRule, saveByPayment } from '../../../tests/support/cards.ts';
import { newKey } from '../../../tests/support/keys.ts';
import { newMember, openCompany, type SignedIn } from '../../../tests/support/organizations.ts';
import { balanceOf, create, newPayer, openPayment, untilStatus } from '../../../tests/support/payments.ts';
import { deleteMembership } from '../../organizations/members-store.ts';

const shop = shopForThisFile();
let key: string;
beforeAll(async () => {
  key = (await newKey(shop)).key;
});
afterEach(() => shop.provider.behave());

const enter = async (person: SignedIn, organizationId: string): Promise<SignedIn & { organizationId: string }> => {
  const { body } = await shop.call(
    refreshWithOrganization,
    { query: { organizationId } },
    { token: person.refreshToken },
  );
  return { ...person, token: body.accessToken, refreshToken: body.refreshToken as string, organizationId };
};
const remove = ({ token }: { token: string }, paymentMethodId: string) =>
  shop.call(removePaymentMethod, { params: { paymentMethodId } }, { token });

async function cardEvents(organizationId: string) {
  const types = 'payment_method.saved,payment_method.removed';
  const { body } = await shop.call(listEvents, { query: { limit: 100, types } }, { token: key });
  const events = body.items.filter((event) => event.organizationId === organizationId);
  for (const { type, data } of events) expect(check(eventData[type], data).errors).toBeUndefined();
  return events.map(({ type, data }) => [type, data.last4]);
}

test('a card saved with a payment is listed by its mask alone, and the owners and programs hear of it', async () => {
  const payer = await newPayer(shop);
  await saveByPayment(shop, payer);
  const [card, ...others] = await cardsOf(shop, payer);
  expect(others).toEqual([]);
  expect(card).toEqual({
    id: expect.any(String),
    brand: 'MasterCard',
    last4: '4444',
    expiryMonth: 12,
    expiryYear: 2040,
    isDefault: true,
    unusableReason: null,
    savedBy: payer.name,
    isMine: true,
    cap: { amountMinor: 5_000_000, currency: 'RUB' },
    charging: null,
    savedAt: expect.any(String),
  });
  expect(await cardEvents(payer.organizationId)).toEqual([['payment_method.saved', '4444']]);
  const letters = 'select kind, details from notifications where user_id = $1 and kind like $2';
  const { rows } = await shop.db.queryText(letters, [payer.id, 'card_%']);
  expect(rows).toEqual([{ kind: 'card_saved', details: { card: 'Mastercard ·· 4444', actorId: payer.id } }]);
});

test('the organization’s log names who saved a card, with its mask', async () => {
  const { payer, cardId } = await payerWithCard(shop);
  await remove(payer, cardId);
  const params = { organizationId: payer.organizationId };
  const { body } = await shop.call(listAudit, { params, query: {} }, { token: payer.token });
  expect(body.items).toMatchObject([
    { action: 'card.removed', actorName: payer.name, address: '127.0.0.1' },
    { action: 'card.saved', actorName: payer.name, details: { card: 'Mastercard ·· 4444' }, address: null },
  ]);
});

test('a payment that saved a card offers a rule for automatic top-ups until there is one', async () => {
  const { payer, cardId } = await payerWithCard(shop);
  const { body } = await shop.call(listPayments, { query: {} }, payer);
  const paymentId = body.items[0]?.id as string;
  const offers = async () => (await shop.call(getPayment, { params: { paymentId } }, payer)).body.offersAutoTopUp;
  expect(await offers()).toBe(true);
  await plantRule(shop, payer.organizationId, cardId, payer.id);
  expect(await offers()).toBe(false);
});

test('a card that the payer did not tick is not saved, though saving was offered', async () => {
  const payer = await newPayer(shop);
  const payment = await openPayment(shop, payer, { saveMethod: true });
  await shop.provider.payByCard(payment.providerId);
  expect((await untilStatus(shop, payer, payment, 'succeeded')).offersAutoTopUp).toBe(false);
  expect(await cardsOf(shop, payer)).toEqual([]);
});

test('a payment by a saved card is paid at once without a page, and its retry under the key charges nothing more', async () => {
  const { payer, cardId } = await payerWithCard(shop);
  const before = (await balanceOf(shop, payer)).RUB as number;
  const idempotencyKey = crypto.randomUUID();
  const body = { paymentMethodId: cardId };
  const [first, again] = [
    await create(shop, payer, body, idempotencyKey),
    await create(shop, payer, body, idempotencyKey),
  ];
  expect(first).toMatchObject({ status: 201, body: { status: 'succeeded', confirmationUrl: null } });
  expect(first.body.card).toEqual({ last4: '4444', type: 'MasterCard' });
  expect(again.body).toEqual(first.body);
  expect(await balanceOf(shop, payer)).toEqual({ RUB: before + first.body.amountMinor });
  expect(await shop.provider.paymentsFor(first.body.id)).toHaveLength(1);
});

test('a payment by a saved card that the provider did not answer stays pending, cannot be given up, and is charged once', async () => {
  const { payer, cardId } = await payerWithCard(shop);
  await shop.provider.misbehave({ on: 'create', do: 'error_500_after' });
  const { body: payment } = await create(shop, payer, { paymentMethodId: cardId });
  expect(payment.status).toBe('pending');
  const cancel = await shop.call(cancelPayment, { params: { paymentId: payment.id } }, { token: payer.token });
  expect([cancel.status, cancel.body.code]).toEqual([409, 'payment_being_charged']);
  await shop.run({ name: 'payment-settling', options: {} as never }, { paymentId: payment.id, attempt: 0 });
  await untilStatus(shop, payer, payment, 'succeeded');
  expect(await shop.provider.paymentsFor(payment.id)).toHaveLength(1);
});

test('a card saved without paying charges nothing, and a page left alone saves nothing', async () => {
  const payer = await newPayer(shop);
  await bindCard(shop, payer, '2202474301322987');
  await bindCard(shop, payer, null);
  expect(await cardsOf(shop, payer)).toMatchObject([{ brand: 'Mir', last4: '2987', isDefault: true }]);
  expect(await balanceOf(shop, payer)).toEqual({});
});

test('the same card saved again stays one card', async () => {
  const { payer, cardId } = await payerWithCard(shop);
  await saveByPayment(shop, payer);
  await bindCard(shop, payer, '5555555555554444');
  expect((await cardsOf(shop, payer)).map(({ id }) => id)).toEqual([cardId]);
});

test('a provider that does not answer saves no card, and the answer says so', async () => {
  const payer = await newPayer(shop);
  await shop.provider.misbehave({ on: 'create', do: 'error_500_before' });
  const { status, body } = await shop.call(savePaymentMethod, {}, { token: payer.token });
  expect([status, body.code]).toEqual([503, 'provider_silent']);
  expect(await cardsOf(shop, payer)).toEqual([]);
});

test('a removed card is charged no more, nothing is left to charge it by, and the next card becomes the default', async () => {
  const { payer, cardId } = await payerWithCard(shop);
  await bindCard(shop, payer, '2202474301322987');
  expect((await remove(payer, cardId)).status).toBe(204);
  expect((await remove(payer, cardId)).status).toBe(404);
  expect(await create(shop, payer, { paymentMethodId: cardId })).toMatchObject({ status: 404 });
  expect(await cardsOf(shop, payer)).toMatchObject([{ last4: '2987', isDefault: true }]);
  const { rows } = await shop.db.queryText('select provider_method_id as id from payment_methods where id = $1', [
    cardId,
  ]);
  expect(rows).toEqual([{ id: null }]);
  expect((await cardEvents(payer.organizationId)).at(-1)).toEqual(['payment_method.removed', '4444']);
});

test('one card is the default, and choosing another one moves it', async () => {
  const { payer, cardId } = await payerWithCard(shop);
  await bindCard(shop, payer, '2202474301322987');
  const [, other] = await cardsOf(shop, payer);
  const params = { paymentMethodId: other?.id as string };
  expect((await shop.call(setDefaultPaymentMethod, { params }, { token: payer.token })).status).toBe(204);
  const cards = await cardsOf(shop, payer);
  expect(cards.map(({ id, isDefault }) => [id, isDefault])).toEqual([
    [other?.id, true],
    [cardId, false],
  ]);
});

test('a card that the bank refused for good is offered no more, and saving it anew makes it usable', async () => {
  const { payer, cardId } = await payerWithCard(shop);
  await shop.provider.misbehave({ on: 'autopayment', do: 'decline', reason: 'card_expired' });
  const { body } = await create(shop, payer, { paymentMethodId: cardId });
  expect(body).toMatchObject({ status: 'canceled', reason: 'card_expired' });
  expect(await cardsOf(shop, payer)).toMatchObject([{ unusableReason: 'card_expired' }]);
  const refused = await create(shop, payer, { paymentMethodId: cardId });
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'card_unusable' }]);
  await saveByPayment(shop, payer);
  expect(await cardsOf(shop, payer)).toMatchObject([{ id: cardId, unusableReason: null }]);
});

test('a member tops up by their own card, but neither uses, sees nor adds cards of the organization', async () => {
  const { payer, cardId } = await payerWithCard(shop);
  const member = await enter(await newMember(shop, payer.organizationId), payer.organizationId);
  expect((await create(shop, member)).status).toBe(201);
  for (const body of [{ paymentMethodId: cardId }, { saveMethod: true }])
    expect((await create(shop, member, body)).status).toBe(403);
  expect((await shop.call(listPaymentMethods, {}, { token: member.token })).status).toBe(403);
});

test('the card of somebody who has left is charged no more', async () => {
  const { payer, cardId } = await payerWithCard(shop);
  const owner = await enter(await newMember(shop, payer.organizationId, 'owner'), payer.organizationId);
  await deleteMembership(shop.db, payer.organizationId, payer.id);
  expect((await cardsOf(shop, owner))[0]?.unusableReason).toBe('saver_left');
  const { status, body } = await create(shop, owner, { paymentMethodId: cardId });
  expect([status, body]).toMatchObject([409, { code: 'card_unusable' }]);
});

test('closing an organization and deleting an account drop the cards', async () => {
  const statuses = async (organizationId: string) => {
    const text = 'select status, provider_method_id from payment_methods where organization_id = $1';
    return (await shop.db.queryText(text, [organizationId])).rows;
  };
  const owner = await newPayer(shop);
  const company = await openCompany(shop, owner);
  const inside = { ...(await enter(owner, company.id)), organizationId: company.id };
  await bindCard(shop, inside, '5555555555554444');
  const close = { params: { organizationId: company.id }, body: { name: company.name } };
  expect((await shop.call(closeOrganization, close, { token: inside.token })).status).toBe(204);
  expect(await statuses(company.id)).toEqual([{ status: 'removed', provider_method_id: null }]);
  const other = await newPayer(shop);
  await bindCard(shop, other, '5555555555554444');
  const leaving = { body: { currentPassword: other.password } };
  expect((await shop.call(deleteProfile, leaving, { token: other.token })).status).toBe(204);
  expect(await statuses(other.organizationId)).toEqual([{ status: 'removed', provider_method_id: null }]);
});
