import {
  changeMemberRole,
  leaveOrganization,
  listMembers,
  removeMember,
  transferOwnership,
} from '@kazna/contract/cabinet/members';
import { listOrganizations } from '@kazna/contract/cabinet/organizations';
import { deleteProfile } from '@kazna/contract/cabinet/profile';
import { organizationRoles } from '@kazna/contract/shared/permissions';
import { beforeAll, describe, expect, test } from 'vitest';
import { appForThisFile } from '../../tests/support/app-for-file.ts';
import {
  addMember,
  newMember,
  openCompany,
  rolesIn,
  type SignedIn,
  signedInPerson,
} from '../../tests/support/organizations.ts';

const app = appForThisFile();
let owner: SignedIn;
let admin: SignedIn;
let member: SignedIn;
beforeAll(async () => {
  [owner, admin, member] = [await signedInPerson(app), await signedInPerson(app), await signedInPerson(app)];
});

async function openWithMembers(): Promise<string> {
  const { id } = await openCompany(app, owner);
  await addMember(app, id, admin, 'admin');
  await addMember(app, id, member);
  return id;
}

type Role = (typeof organizationRoles)[number];
const setRole = (organizationId: string, by: SignedIn, of: SignedIn, role: Role) =>
  app.call(changeMemberRole, { params: { organizationId, userId: of.id }, body: { role } }, { token: by.token });
const remove = (organizationId: string, by: SignedIn, whom: SignedIn) =>
  app.call(removeMember, { params: { organizationId, userId: whom.id } }, { token: by.token });
const leave = (organizationId: string, { token }: SignedIn) =>
  app.call(leaveOrganization, { params: { organizationId } }, { token });
const transfer = (organizationId: string, by: SignedIn, to: SignedIn) =>
  app.call(transferOwnership, { params: { organizationId }, body: { userId: to.id } }, { token: by.token });
const refused = (code: string) => ({ status: code === 'forbidden' ? 403 : 409, body: { code } });

describe('an admin of an organization', () => {
  test("an organization's admin can neither demote nor remove an owner", async () => {
    const id = await openWithMembers();
    expect(await setRole(id, admin, owner, 'member')).toMatchObject(refused('forbidden'));
    expect(await remove(id, admin, owner)).toMatchObject(refused('forbidden'));
    expect((await rolesIn(app, id))[owner.id]).toBe('owner');
  });

  test("an organization's admin makes nobody an owner", async () => {
    const id = await openWithMembers();
    expect(await setRole(id, admin, member, 'owner')).toMatchObject(refused('forbidden'));
    expect(await setRole(id, admin, admin, 'owner')).toMatchObject(refused('forbidden'));
    expect(await transfer(id, admin, member)).toMatchObject(refused('forbidden'));
  });

  test("an organization's admin gives members any other role and removes them", async () => {
    const id = await openWithMembers();
    for (const role of ['accountant', 'admin', 'member'] as const) {
      expect((await setRole(id, admin, member, role)).status).toBe(204);
      expect((await rolesIn(app, id))[member.id]).toBe(role);
    }
    expect((await remove(id, admin, member)).status).toBe(204);
    expect(await rolesIn(app, id)).toEqual({ [owner.id]: 'owner', [admin.id]: 'admin' });
  });
});

describe('an owner of an organization', () => {
  test('an owner gives any role, including owner', async () => {
    const id = await openWithMembers();
    for (const role of organizationRoles) expect((await setRole(id, owner, member, role)).status).toBe(204);
    expect((await setRole(id, owner, admin, 'owner')).status).toBe(204);
    expect(Object.values(await rolesIn(app, id)).toSorted()).toEqual(['member', 'owner', 'owner']);
  });

  test('the last owner can be neither demoted nor removed, and cannot leave', async () => {
    const id = await openWithMembers();
    expect(await setRole(id, owner, owner, 'admin')).toMatchObject(refused('last_owner'));
    expect(await remove(id, owner, owner)).toMatchObject(refused('last_owner'));
    expect(await leave(id, owner)).toMatchObject(refused('last_owner'));
  });

  test('an owner who transfers the ownership becomes an admin and may then leave', async () => {
    const id = await openWithMembers();
    expect((await transfer(id, owner, member)).status).toBe(204);
    expect(await rolesIn(app, id)).toEqual({ [owner.id]: 'admin', [admin.id]: 'admin', [member.id]: 'owner' });
    expect(await transfer(id, owner, admin)).toMatchObject(refused('forbidden'));
    expect((await leave(id, owner)).status).toBe(204);
    expect(await rolesIn(app, id)).toEqual({ [admin.id]: 'admin', [member.id]: 'owner' });
  });

  test('an owner cannot transfer the ownership to themselves', async () => {
    const id = await openWithMembers();
    expect(await transfer(id, owner, owner)).toMatchObject({ status: 400, body: { errors: [{ path: 'userId' }] } });
    expect((await rolesIn(app, id))[owner.id]).toBe('owner');
  });

  test('one of two owners may leave', async () => {
    const id = await openWithMembers();
    await setRole(id, owner, member, 'owner');
    expect((await leave(id, owner)).status).toBe(204);
    expect(await rolesIn(app, id)).toEqual({ [admin.id]: 'admin', [member.id]: 'owner' });
  });
});

describe('a blocked owner', () => {
  const block = ({ id }: SignedIn) => app.db.queryText("update users set status = 'blocked' where id = $1", [id]);

  test('the last active owner beside a blocked one cannot be demoted, removed or deleted, leave or hand over to them', async () => {
    const id = await openWithMembers();
    const blocked = await newMember(app, id, 'owner');
    await block(blocked);
    expect(await transfer(id, owner, blocked)).toMatchObject(refused('last_owner'));
    expect(await setRole(id, owner, owner, 'admin')).toMatchObject(refused('last_owner'));
    expect(await remove(id, owner, owner)).toMatchObject(refused('last_owner'));
    expect(await leave(id, owner)).toMatchObject(refused('last_owner'));
    const deletion = { body: { currentPassword: owner.password } };
    expect(await app.call(deleteProfile, deletion, owner)).toMatchObject(refused('last_owner'));
  });

  test('a blocked owner can be demoted and removed by the only active one', async () => {
    const id = await openWithMembers();
    const blocked = await newMember(app, id, 'owner');
    await block(blocked);
    expect((await setRole(id, owner, blocked, 'admin')).status).toBe(204);
    expect((await setRole(id, owner, blocked, 'owner')).status).toBe(204);
    expect((await remove(id, owner, blocked)).status).toBe(204);
  });
});

test('an unknown role is refused', async () => {
  const id = await openWithMembers();
  expect(await setRole(id, owner, member, 'king' as Role)).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'role' }] },
  });
});

test('a person cannot leave their last organization', async () => {
  const id = await openWithMembers();
  const person = await newMember(app, id);
  await app.db.queryText('delete from memberships where user_id = $1 and organization_id <> $2', [person.id, id]);
  expect(await leave(id, person)).toMatchObject(refused('last_organization'));
});

test('a removed person who had no other organization gets a personal one', async () => {
  const id = await openWithMembers();
  const person = await newMember(app, id);
  await app.db.queryText('delete from memberships where user_id = $1 and organization_id <> $2', [person.id, id]);
  expect((await remove(id, owner, person)).status).toBe(204);
  const { body } = await app.call(listOrganizations, {}, { token: person.token });
  expect(body.items).toMatchObject([{ kind: 'person', name: 'Личный счёт', role: 'owner' }]);
});

test('pages of the list of members show everybody once with role and last activity', async () => {
  const id = await openWithMembers();
  const list = (query: object) =>
    app.call(listMembers, { params: { organizationId: id }, query }, { token: owner.token });
  const first = await list({ limit: 2 });
  const second = await list({ limit: 2, cursor: first.body.nextCursor });
  expect([first.body.items.length, second.body.items.length, second.body.nextCursor]).toEqual([2, 1, null]);
  const members = Object.fromEntries([...first.body.items, ...second.body.items].map((item) => [item.userId, item]));
  expect(members[member.id]).toMatchObject({ name: member.name, email: member.email, role: 'member' });
  expect(members[admin.id]).toMatchObject({ role: 'admin', lastActiveAt: expect.any(String) });
  expect(members[owner.id]).toMatchObject({ role: 'owner', joinedAt: expect.any(String) });
});
