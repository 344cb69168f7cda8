import { listAllAudit } from '@kazna/contract/admin/audit';
import { listChargesAsStaff, listHoldsAsStaff, setCreditLimit } from '@kazna/contract/admin/balance';
import { getOrganizationAsStaff } from '@kazna/contract/admin/organizations';
import { listAudit } from '@kazna/contract/cabinet/audit';
import { createCharge } from '@kazna/contract/v1/charges';
import { createHold } from '@kazna/contract/v1/holds';
import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { amountsOf, callerWith, fundedOrganization } from '../../../tests/support/charges.ts';
import { newKey } from '../../../tests/support/keys.ts';
import { openCompany, type SignedIn, signedInPerson } from '../../../tests/support/organizations.ts';
import { newStaff } from '../../../tests/support/staff.ts';

const app = appForThisFile();
let staff: SignedIn;
let key: string;
beforeAll(async () => {
  staff = await newStaff(app, 'finance', 'Фаина');
  ({ key } = await newKey(app));
});

const reason = 'Договор о постоплате';
const setLimit = (organizationId: string, limitMinor: number) =>
  app.call(
    setCreditLimit,
    { params: { organizationId }, body: { currency: 'RUB', limitMinor, reason } },
    { token: staff.token },
  );
const charge = async (organizationId: string, amountMinor: number) => {
  const body = { organizationId, amountMinor, currency: 'RUB' as const, description: 'Услуга' };
  return (await callerWith(app, key)(createCharge, { body })).status;
};

test('a credit limit lets charges take the balance below zero by so much, even before the first top-up', async () => {
  const id = await fundedOrganization(app, 0);
  expect(await charge(id, 300)).toBe(402);
  expect((await setLimit(id, 500)).status).toBe(204);
  expect(await amountsOf(app, key, id)).toEqual({ balance: 0, held: 0, available: 500 });
  expect(await charge(id, 300)).toBe(201);
  expect(await charge(id, 201)).toBe(402);
  expect(await setLimit(id, 299)).toMatchObject({ status: 409, body: { code: 'credit_limit_used' } });
  expect((await setLimit(id, 300)).status).toBe(204);
});

test('a change of the credit limit stands in both logs with its reason; members do not see who made it', async () => {
  const owner = await signedInPerson(app);
  const { id: organizationId } = await openCompany(app, owner);
  await setLimit(organizationId, 50_000);
  await setLimit(organizationId, 50_000);
  const details = { from: '0.00', to: '500.00', currency: 'RUB', reason };
  const own = await app.call(listAudit, { params: { organizationId } }, { token: owner.token });
  expect(own.body.items.filter(({ action }) => action === 'credit_limit.changed')).toMatchObject([
    { actorName: 'Поддержка', address: null, details },
  ]);
  const all = await app.call(listAllAudit, { query: { organizationId } }, { token: staff.token });
  expect(all.body.items[0]).toMatchObject({ action: 'credit_limit.changed', actorName: 'Фаина', details });
});

test('a closed organization gets no credit', async () => {
  const id = await fundedOrganization(app, 0);
  await app.db.queryText("update organizations set status = 'closed', closed_at = now() where id = $1", [id]);
  expect(await setLimit(id, 1)).toMatchObject({ status: 409, body: { code: 'organization_closed' } });
});

test('staff see charges, holds, what is set aside and the credit limit of an organization, and nothing of others', async () => {
  const id = await fundedOrganization(app, 1000);
  const other = await fundedOrganization(app, 1000);
  const call = callerWith(app, key);
  await setLimit(id, 500);
  await charge(other, 1);
  const about = { organizationId: id, currency: 'RUB' as const };
  const charged = { ...about, amountMinor: 300, service: 'Хостинг', description: 'тариф за ноябрь' };
  await call(createCharge, { body: charged });
  await call(createCharge, { body: { ...charged, amountMinor: 40 } });
  await call(createHold, { body: { ...about, amountMinor: 200, description: 'Сервер на сутки' } });
  const options = { token: staff.token };
  const params = { organizationId: id };
  const first = (await app.call(listChargesAsStaff, { params, query: { limit: 1 } }, options)).body;
  expect(first.items).toMatchObject([{ amountMinor: 40, refundedMinor: 0, service: 'Хостинг' }]);
  const cursor = first.nextCursor as string;
  const second = (await app.call(listChargesAsStaff, { params, query: { limit: 1, cursor } }, options)).body;
  expect(second).toMatchObject({ items: [{ amountMinor: 300 }], nextCursor: null });
  const held = (await app.call(listHoldsAsStaff, { params }, options)).body;
  expect(held).toMatchObject({ items: [{ amountMinor: 200, capturedMinor: 0, status: 'open' }], nextCursor: null });
  const { balances } = (await app.call(getOrganizationAsStaff, { params }, options)).body;
  expect(balances).toEqual([{ currency: 'RUB', amountMinor: 460, heldMinor: 200, creditLimitMinor: 500 }]);
});
