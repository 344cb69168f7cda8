import type { AddressInfo } from 'node:net';
import { listAllAudit } from '@kazna/contract/admin/audit';
import { listUsers, updateUser } from '@kazna/contract/admin/users';
import { endView, startView } from '@kazna/contract/admin/view';
import { refresh, signOut } from '@kazna/contract/cabinet/accounts';
import { listAudit } from '@kazna/contract/cabinet/audit';
import { getBalance } from '@kazna/contract/cabinet/balance';
import { listNotifications } from '@kazna/contract/cabinet/notifications';
import { createOrganization } from '@kazna/contract/cabinet/organization-forms';
import { getOrganization, listOrganizations, setStaffView } from '@kazna/contract/cabinet/organizations';
import { listPayments } from '@kazna/contract/cabinet/payments';
import { getProfile, updateProfile } from '@kazna/contract/cabinet/profile';
import { expect, test } from 'vitest';
import { appForThisFile } from '../../../../tests/support/app-for-file.ts';
import { companyBody, openCompany, type SignedIn, signedInPerson } from '../../../../tests/support/organizations.ts';
import { newStaff } from '../../../../tests/support/staff.ts';

const app = appForThisFile();

const reason = 'Разбираем обращение';
const view = (staff: SignedIn, organizationId: string) =>
  app.call(startView, { params: { organizationId }, body: { reason } }, { token: staff.token });
const read = ({ token }: SignedIn, organizationId: string) =>
  app.call(getOrganization, { params: { organizationId } }, { token });
const allow = ({ token }: SignedIn, organizationId: string, isAllowed: boolean) =>
  app.call(setStaffView, { params: { organizationId }, body: { isAllowed } }, { token });
const profileOf = async ({ token }: SignedIn) => (await app.call(getProfile, {}, { token })).body;

async function companyAndStaff() {
  const owner = await signedInPerson(app, 'Анна');
  const { id: organizationId } = await openCompany(app, owner);
  return { owner, organizationId, staff: await newStaff(app, 'support', 'Ольга') };
}

test('staff who view an organization see it as its owner does, and none of their own', async () => {
  const { organizationId, staff } = await companyAndStaff();
  const own = await profileOf(staff);
  expect((await read(staff, organizationId)).status).toBe(404);
  const { status, body } = await view(staff, organizationId);
  expect(status).toBe(200);
  const minutes = (Date.parse(body.until) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(29);
  expect(minutes).toBeLessThanOrEqual(30);

  const { token } = staff;
  expect(await profileOf(staff)).toMatchObject({
    id: staff.id,
    activeOrganizationId: organizationId,
    memberships: [{ organizationId, role: 'owner' }],
    view: { organizationId, organizationName: 'ООО «Ромашка»', ownerName: 'Анна', until: body.until },
  });
  expect(await read(staff, organizationId)).toMatchObject({ status: 200, body: { role: 'owner' } });
  expect((await app.call(listOrganizations, {}, { token })).body.items.map(({ id }) => id)).toEqual([organizationId]);
  expect((await app.call(getBalance, { params: { organizationId } }, { token })).status).toBe(200);
  expect((await app.call(listPayments, {}, { token })).status).toBe(200);
  const ownOrganization = own.activeOrganizationId as string;
  expect((await read(staff, ownOrganization)).status).toBe(404);
  expect((await app.call(listUsers, {}, { token })).status).toBe(200);
});

test('a session that views changes nothing but its own end, whatever the organization', async () => {
  const { organizationId, staff } = await companyAndStaff();
  await view(staff, organizationId);
  const refused = { status: 403, body: { code: 'view_is_read_only' } };
  const { token } = staff;
  expect(await allow(staff, organizationId, false)).toMatchObject(refused);
  expect(await app.call(updateProfile, { body: { name: 'Другая' } }, { token })).toMatchObject(refused);
  expect(await app.call(createOrganization, { body: companyBody() }, { token })).toMatchObject(refused);
  expect(await view(staff, organizationId)).toMatchObject(refused);
  expect((await app.call(signOut, {}, { token })).status).toBe(204);
});

test('the view of a cabinet is in the log of the organization with the reason, and in the bell of its owners', async () => {
  const { owner, organizationId, staff } = await companyAndStaff();
  await view(staff, organizationId);
  const { token } = owner;
  const { items } = (await app.call(listAudit, { params: { organizationId } }, { token })).body;
  expect(items[0]).toMatchObject({ action: 'organization.viewed', actorName: 'Поддержка', details: { reason } });
  const all = (await app.call(listAllAudit, {}, { token: staff.token })).body.items;
  expect(all[0]).toMatchObject({ action: 'organization.viewed', actorName: 'Ольга', details: { reason } });
  const bell = (await app.call(listNotifications, {}, { token })).body.items;
  expect(bell[0]).toMatchObject({ title: 'Поддержка открыла ваш кабинет для просмотра' });
});

test('the view of a cabinet ends by the staff member, after its time, and with the role; a refresh keeps it', async () => {
  const { organizationId, staff } = await companyAndStaff();
  await view(staff, organizationId);
  const refreshed = await app.call(refresh, {}, { token: staff.refreshToken });
  const here = { ...staff, token: refreshed.body.accessToken };
  expect((await read(here, organizationId)).status).toBe(200);
  expect((await app.call(endView, {}, { token: here.token })).status).toBe(204);
  expect((await read(here, organizationId)).status).toBe(404);
  expect((await profileOf(here)).view).toBeNull();

  await view(here, organizationId);
  await app.db.queryText("update sessions set view_until = now() - interval '1 second' where user_id = $1", [staff.id]);
  expect((await read(here, organizationId)).status).toBe(404);
  expect((await app.call(updateProfile, { body: { name: 'Ольга' } }, { token: here.token })).status).toBe(200);

  await view(here, organizationId);
  await app.db.queryText('update users set operator_role = null where id = $1', [staff.id]);
  expect((await read(here, organizationId)).status).toBe(404);
});

test('an organization that forbids views ends the one under way and refuses others until it allows them', async () => {
  const { owner, organizationId, staff } = await companyAndStaff();
  await view(staff, organizationId);
  expect((await allow(owner, organizationId, false)).status).toBe(204);
  expect((await read(owner, organizationId)).body.allowsStaffView).toBe(false);
  expect((await read(staff, organizationId)).status).toBe(404);
  expect(await view(staff, organizationId)).toMatchObject({ status: 409, body: { code: 'staff_view_forbidden' } });
  expect((await allow(owner, organizationId, true)).status).toBe(204);
  expect((await read(staff, organizationId)).status).toBe(404);
  expect((await view(staff, organizationId)).status).toBe(200);
});

test('taking a staff role away ends the view of a cabinet for good, also where the role is given again', async () => {
  const { organizationId, staff } = await companyAndStaff();
  const admin = await newStaff(app, 'admin');
  await view(staff, organizationId);
  for (const operatorRole of [null, 'support'] as const) {
    const call = { params: { userId: staff.id }, body: { operatorRole, reason } };
    expect((await app.call(updateUser, call, { token: admin.token })).status).toBe(200);
    expect((await read(staff, organizationId)).status).toBe(404);
    expect((await profileOf(staff)).view).toBeNull();
  }
});

/** Opens the stream of live updates; `untilEnd` is all that it sends until it ends by itself. */
async function follow({ token }: SignedIn): Promise<{ untilEnd: Promise<string> }> {
  const { port } = app.app.server.address() as AddressInfo;
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`http://127.0.0.1:${port}/api/events`, { headers });
  return { untilEnd: response.text() };
}

test('the live updates of a viewed organization end at once when its owner forbids the view, and with the role', async () => {
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  const admin = await newStaff(app, 'admin');
  const endings = {
    forbidden: (owner: SignedIn, _staff: SignedIn, organizationId: string) => allow(owner, organizationId, false),
    'without a role': (_owner: SignedIn, { id: userId }: SignedIn) =>
      app.call(updateUser, { params: { userId }, body: { operatorRole: null, reason } }, { token: admin.token }),
  };
  for (const end of Object.values(endings)) {
    const { owner, organizationId, staff } = await companyAndStaff();
    await view(staff, organizationId);
    const { untilEnd } = await follow(staff);
    await end(owner, staff, organizationId);
    expect(await untilEnd).toMatch(/data: memberships\n\n$/);
  }
});

test('the token of a session that views is no key of the operator API', async () => {
  const { organizationId, staff } = await companyAndStaff();
  await view(staff, organizationId);
  for (const [method, url] of [
    ['GET', '/v1/organizations'],
    ['POST', '/v1/charges'],
  ] as const) {
    for (const token of [staff.token, staff.refreshToken]) {
      const headers = { authorization: `Bearer ${token}` };
      expect((await app.app.inject({ method, url, headers })).statusCode).toBe(401);
    }
  }
});
