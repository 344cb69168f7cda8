import { refreshWithOrganization } from '@kazna/contract/cabinet/accounts';
import { getBalance, listEntries } from '@kazna/contract/cabinet/balance';
import * as contract from '@kazna/contract/cabinet/payments';
import type { OrganizationRole } from '@kazna/contract/shared/permissions';
import { beforeAll, describe, expect, test } from 'vitest';
import { shopForThisFile } from '../../tests/support/app-for-file.ts';
import { newMember, openCompany, type SignedIn } from '../../tests/support/organizations.ts';
import { create, newPayer, openPayment, type Payer, paidPayment } from '../../tests/support/payments.ts';
import { uuidv7 } from '../platform/db/uuid.ts';

const shop = shopForThisFile({ PAYMENT_CURRENCIES: 'RUB,KZT' });
let owner: Payer;
let companyId: string;
let paymentId: string;
beforeAll(async () => {
  owner = await newPayer(shop);
  companyId = (await openCompany(shop, owner)).id;
  paymentId = (await paidPayment(shop, { token: await switchTo(owner, companyId) })).id;
});

/** The person's token once their session is switched to the organization. */
async function switchTo({ refreshToken: token }: SignedIn, organizationId: string): Promise<string> {
  const { body } = await shop.call(refreshWithOrganization, { query: { organizationId } }, { token });
  return body.accessToken;
}
async function enter(role: OrganizationRole): Promise<string> {
  return switchTo(await newMember(shop, companyId, role), companyId);
}
const read = (token: string, id = paymentId) =>
  shop.call(contract.getPayment, { params: { paymentId: id } }, { token });
const cancel = (token: string, id = paymentId) =>
  shop.call(contract.cancelPayment, { params: { paymentId: id } }, { token });
const refund = (token: string, id = paymentId) =>
  shop.call(
    contract.refundPayment,
    { params: { paymentId: id }, body: { amountMinor: 100, reason: 'Передумали' } },
    { token },
  );
const exportAs = async (token: string) => {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${shop.url}/api/payments/export?format=csv`, { headers })).status;
};

describe('access to payments by role', () => {
  test.each<[OrganizationRole, boolean]>([
    ['member', false],
    ['accountant', true],
    ['admin', true],
    ['owner', true],
  ])('the role %s sees payments and tops up; may refund and export: %s', async (role, mayReturn) => {
    const token = await enter(role);
    expect((await read(token)).status).toBe(200);
    expect((await shop.call(contract.listPayments, {}, { token })).status).toBe(200);
    expect((await create(shop, { token })).status).toBe(201);
    expect((await refund(token)).status).toBe(mayReturn ? 201 : 403);
    expect(await exportAs(token)).toBe(mayReturn ? 200 : 403);
  });
});

describe('a payment of another organization', () => {
  const answers = async (token: string, id: string) => {
    const calls = await Promise.all([read(token, id), cancel(token, id), refund(token, id)]);
    return calls.map(({ status, body }) => ({ status, body }));
  };

  test('a payment answers a stranger exactly as a missing one', async () => {
    const { token } = await newPayer(shop);
    const missing = await answers(token, uuidv7());
    expect(missing.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(await answers(token, paymentId)).toEqual(missing);
  });

  test('a payment answers its own members as a missing one while their session is in another organization', async () => {
    const person = await newMember(shop, companyId, 'owner');
    expect(await answers(person.token, paymentId)).toEqual(await answers(person.token, uuidv7()));
    const inside = await switchTo(person, companyId);
    expect((await read(inside)).status).toBe(200);
    const { rows } = await shop.db.queryText(
      'select organization_id from memberships where user_id = $1 and organization_id <> $2',
      [person.id, companyId],
    );
    const outside = await switchTo(person, rows[0]?.organization_id as string);
    expect(await answers(outside, paymentId)).toEqual(await answers(outside, uuidv7()));
    const { body } = await shop.call(contract.listPayments, {}, { token: outside });
    expect(body.items).toEqual([]);
  });

  test('balance and ledger of another organization answer as missing ones', async () => {
    const { token } = await newPayer(shop);
    for (const endpoint of [getBalance, listEntries]) {
      const foreign = await shop.call(endpoint, { params: { organizationId: companyId } }, { token });
      const missing = await shop.call(endpoint, { params: { organizationId: uuidv7() } }, { token });
      expect([foreign.status, foreign.body]).toEqual([404, missing.body]);
    }
  });

  test('payments are neither shown nor created without a session', async () => {
    expect((await read('')).status).toBe(401);
    expect((await create(shop, { token: '' })).status).toBe(401);
  });
});

describe('the form of a payment', () => {
  test.each([
    ['RUB', 99, 'Сумма от 1,00 ₽ до 500 000,00 ₽'],
    ['RUB', 50_000_001, 'Сумма от 1,00 ₽ до 500 000,00 ₽'],
    ['KZT', 9_999, 'Сумма от 100,00 ₸ до 2 500 000,00 ₸'],
  ])('a payment of %s %i is refused with the limits by name', async (currency, amountMinor, message) => {
    const { status, body } = await create(shop, owner, { currency, amountMinor });
    expect(status).toBe(400);
    const errors = body.errors?.map((error) => ({ ...error, message: error.message.replaceAll('\u00a0', ' ') }));
    expect(errors).toEqual([{ path: 'amountMinor', message }]);
  });

  test.each([100, 50_000_000])('a payment of %i kopecks, a limit itself, is accepted', async (amountMinor) => {
    expect((await create(shop, owner, { amountMinor })).status).toBe(201);
  });

  test('a payment in a currency that is switched off is refused, in one that is on accepted', async () => {
    const refused = await create(shop, owner, { currency: 'USD', amountMinor: 1000 });
    expect([refused.status, refused.body.code]).toEqual([409, 'currency_disabled']);
    expect((await create(shop, owner, { currency: 'KZT', amountMinor: 10_000 })).status).toBe(201);
  });

  test.each([
    { amountMinor: 100.5 },
    { amountMinor: '1000' },
    { amountMinor: -1000 },
    { amountMinor: 1e21 },
    { currency: 'XXX' },
    { method: 'cash' },
    { description: 'строка\nдругая' },
    { description: 'я'.repeat(129) },
  ])('a payment with %j is refused', async (change) => {
    expect((await create(shop, owner, change)).status).toBe(400);
  });

  test('the longest description of a payment reaches the provider', async () => {
    const payment = await openPayment(shop, owner, { description: 'я'.repeat(128) });
    expect((await shop.provider.paymentsFor(payment.id))[0].description).toBe('я'.repeat(128));
  });
});
