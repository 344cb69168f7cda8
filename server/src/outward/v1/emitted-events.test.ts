import { randomUUID } from 'node:crypto';
import { adjustBalance } from '@kazna/contract/admin/balance';
import { updateOrganizationAsStaff } from '@kazna/contract/admin/organizations';
import { leaveOrganization } from '@kazna/contract/cabinet/members';
import { closeOrganization } from '@kazna/contract/cabinet/organizations';
import { cancelPayment, refundPayment } from '@kazna/contract/cabinet/payments';
import { check } from '@kazna/contract/shared/validation';
import * as charges from '@kazna/contract/v1/charges';
import { eventData, listEvents } from '@kazna/contract/v1/events';
import * as holds from '@kazna/contract/v1/holds';
import { getOrganization } from '@kazna/contract/v1/organizations';
import { beforeAll, expect, test } from 'vitest';
import { shopForThisFile } from '../../../tests/support/app-for-file.ts';
import { callerWith, topUp } from '../../../tests/support/charges.ts';
import { newKey } from '../../../tests/support/keys.ts';
import { addMember, openCompany, signedInPerson } from '../../../tests/support/organizations.ts';
import { newPayer, openPayment, paidPayment } from '../../../tests/support/payments.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { expireHolds } from '../../money/charges/holds/expire-holds.ts';
import { postTransfers } from '../../money/ledger/post-transfer.ts';

const shop = shopForThisFile();
let token: string;
beforeAll(async () => {
  token = (await newKey(shop)).key;
});

/** Of one organization; every event must be what the contract says of its type. */
async function eventsOf(organizationId: string) {
  const events = [];
  let cursor: string | undefined;
  for (;;) {
    const { body } = await shop.call(listEvents, { query: { limit: 100, ...(cursor && { cursor }) } }, { token });
    events.push(...body.items.filter((event) => event.organizationId === organizationId));
    if (!body.nextCursor) break;
    cursor = body.nextCursor;
  }
  for (const { type, data } of events) expect(check(eventData[type], data).errors, type).toBeUndefined();
  return events;
}
const typesOf = async (organizationId: string) => (await eventsOf(organizationId)).map(({ type }) => type);

test('a paid payment and its refund are events with the state of the time, and each moves the balance once', async () => {
  const payer = await newPayer(shop);
  const { organizationId } = payer;
  const payment = await paidPayment(shop, payer);
  const refund = { params: { paymentId: payment.id }, body: { amountMinor: 50, reason: 'Передумали' } };
  await shop.call(refundPayment, refund, { token: payer.token });
  const [sent] = await shop.provider.refundsFor(payment.providerId);
  if (sent?.status === 'pending') await shop.provider.settleRefund(sent.id, { status: 'succeeded' });
  await expect.poll(() => typesOf(organizationId), { timeout: 15_000 }).toContain('refund.succeeded');
  const events = await eventsOf(organizationId);
  expect(events.map(({ type }) => type)).toEqual([
    'organization.created',
    'member.joined',
    'balance.changed',
    'payment.succeeded',
    'balance.changed',
    'refund.succeeded',
  ]);
  const [, , credited, paid, debited, refunded] = events.map(({ data }) => data);
  const { amountMinor } = payment;
  expect(credited).toMatchObject({ organizationId, balances: [{ currency: 'RUB', balanceMinor: amountMinor }] });
  expect(paid).toMatchObject({ id: payment.id, status: 'succeeded', amountMinor, paidAt: expect.any(String) });
  expect(debited).toMatchObject({ balances: [{ balanceMinor: amountMinor - 50, availableMinor: amountMinor - 50 }] });
  expect(refunded).toMatchObject({ paymentId: payment.id, amountMinor: 50, status: 'succeeded', reason: 'Передумали' });
});

test('a canceled payment is an event', async () => {
  const payer = await newPayer(shop);
  const { id: paymentId } = await openPayment(shop, payer);
  await shop.call(cancelPayment, { params: { paymentId } }, { token: payer.token });
  const events = await eventsOf(payer.organizationId);
  expect(events.at(-1)).toMatchObject({ type: 'payment.canceled', data: { id: paymentId, status: 'canceled' } });
});

test('creation, suspension, resumption, members and closing are events in their order', async () => {
  const owner = await signedInPerson(shop);
  const { id: organizationId, name } = await openCompany(shop, owner);
  const member = await signedInPerson(shop);
  await addMember(shop, organizationId, member);
  const staff = await newStaff(shop, 'admin');
  const params = { organizationId };
  for (const status of ['suspended', 'suspended', 'active'] as const) {
    const body = { status, reason: 'Проверка' };
    await shop.call(updateOrganizationAsStaff, { params, body }, { token: staff.token });
  }
  expect((await shop.call(leaveOrganization, { params }, { token: member.token })).status).toBe(204);
  const closing = await shop.call(closeOrganization, { params, body: { name } }, { token: owner.token });
  expect(closing.status).toBe(204);
  const events = await eventsOf(organizationId);
  expect(events.map(({ type, data }) => [type, data.status ?? data.role])).toEqual([
    ['organization.created', 'active'],
    ['member.joined', 'owner'],
    ['organization.suspended', 'suspended'],
    ['organization.resumed', 'active'],
    ['member.left', 'member'],
    ['organization.closed', 'closed'],
  ]);
  const { body: shown } = await shop.call(getOrganization, { params }, { token });
  expect(events.at(-1)?.data).toEqual(shown);
});

test('several transfers of one transaction are one change of the balance, with what is set aside', async () => {
  const { organizationId } = await newPayer(shop);
  const move = { currency: 'RUB', sourceKind: 'organization', sourceId: organizationId } as const;
  const balance = { organizationId };
  await shop.db.transaction(async (tx) => {
    const topUp = { ...move, key: `a:${organizationId}`, kind: 'top_up', from: 'clearing', to: balance } as const;
    await postTransfers(tx, [{ ...topUp, amountMinor: 1000 }]);
    const aside = { ...move, kind: 'hold', from: balance, to: { held: organizationId } } as const;
    await postTransfers(tx, [
      { ...aside, key: `b:${organizationId}`, amountMinor: 300 },
      { ...aside, key: `c:${organizationId}`, amountMinor: 50 },
    ]);
  });
  const capture = { ...move, key: `d:${organizationId}`, kind: 'hold_capture', to: 'revenue' } as const;
  const from = { held: organizationId };
  await shop.db.transaction((tx) => postTransfers(tx, [{ ...capture, from, amountMinor: 200 }]));
  await shop.db.transaction((tx) => postTransfers(tx, [{ ...capture, from, amountMinor: 200 }]));
  const changes = (await eventsOf(organizationId)).filter(({ type }) => type === 'balance.changed');
  expect(changes.map(({ data }) => data.balances)).toEqual(
    [350, 150].map((heldMinor) => [
      { currency: 'RUB', balanceMinor: 650, heldMinor, availableMinor: 650, creditLimitMinor: 0 },
    ]),
  );
});

test('the last change of a balance that many transactions moved at once is the balance itself', async () => {
  const { organizationId } = await newPayer(shop);
  const staff = await newStaff(shop, 'admin');
  const adjust = (index: number) =>
    shop.call(
      adjustBalance,
      { params: { organizationId }, body: { amountMinor: 100 + index, currency: 'RUB', reason: 'Проверка' } },
      { token: staff.token, headers: { 'idempotency-key': `adjustment-${index}` } },
    );
  await Promise.all(Array.from({ length: 15 }, (_, index) => adjust(index)));
  const changes = (await eventsOf(organizationId)).filter(({ type }) => type === 'balance.changed');
  expect(changes).toHaveLength(15);
  const seen = changes.map(({ data }) => (data.balances as { balanceMinor: number }[])[0]?.balanceMinor ?? 0);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  const { body } = await shop.call(getOrganization, { params: { organizationId } }, { token });
  expect(seen.at(-1)).toBe(body.balances[0]?.balanceMinor);
});

test('charges, their refunds and holds are events with what became of them', async () => {
  const { organizationId } = await newPayer(shop);
  await topUp(shop, organizationId, 1000);
  const call = callerWith(shop, token);
  const form = { organizationId, currency: 'RUB', description: 'Трафик' } as const;
  const { body: charge } = await call(charges.createCharge, { body: { ...form, amountMinor: 100 } });
  const item = { ...form, amountMinor: 10, idempotencyKey: randomUUID() };
  await call(charges.createChargeBatch, { body: { charges: [item, { ...item, idempotencyKey: randomUUID() }] } });
  const refund = { params: { chargeId: charge.id }, body: { amountMinor: 30, reason: 'Ошибка' } };
  await call(charges.refundCharge, refund);
  const newHold = async () => (await call(holds.createHold, { body: { ...form, amountMinor: 50 } })).body.id;
  const [captured, released, overdue] = [await newHold(), await newHold(), await newHold()];
  await call(holds.captureHold, { params: { holdId: captured }, body: { amountMinor: 20 } });
  await call(holds.releaseHold, { params: { holdId: released } });
  await shop.db.queryText("update holds set expires_at = now() - interval '1 second' where id = $1", [overdue]);
  await expireHolds(shop.db);
  const events = (await eventsOf(organizationId)).filter(({ type }) => /^(charge|hold)/.test(type));
  expect(events.map(({ type, data }) => [type, data.refundedMinor ?? data.status])).toEqual([
    ['charge.created', 0],
    ['charge.created', 0],
    ['charge.created', 0],
    ['charge.refunded', 30],
    ['hold.created', 'open'],
    ['hold.created', 'open'],
    ['hold.created', 'open'],
    ['charge.created', 0],
    ['hold.captured', 'captured'],
    ['hold.released', 'released'],
    ['hold.expired', 'expired'],
  ]);
  const changes = (await eventsOf(organizationId)).filter(({ type }) => type === 'balance.changed');
  expect(changes).toHaveLength(10);
  expect(changes.at(-1)?.data.balances).toMatchObject([{ balanceMinor: 890, heldMinor: 0 }]);
});
