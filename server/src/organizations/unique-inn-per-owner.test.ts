import { changeMemberRole, transferOwnership } from '@kazna/contract/cabinet/members';
import { createOrganization, updateOrganization } from '@kazna/contract/cabinet/organization-forms';
import { closeOrganization } from '@kazna/contract/cabinet/organizations';
import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../tests/support/app-for-file.ts';
import {
  addMember,
  companyBody,
  newInn,
  newMember,
  openCompany,
  rolesIn,
  type SignedIn,
  signedInPerson,
} from '../../tests/support/organizations.ts';

const app = appForThisFile();
let owner: SignedIn;
beforeAll(async () => {
  owner = await signedInPerson(app);
});

const exists = { status: 409, body: { code: 'organization_exists' } };
const create = (inn: string, person = owner) =>
  app.call(createOrganization, { body: companyBody(inn) }, { token: person.token });
const makeOwner = (organizationId: string, userId: string) =>
  app.call(changeMemberRole, { params: { organizationId, userId }, body: { role: 'owner' } }, { token: owner.token });

async function ownedWith(inn: string, person = owner): Promise<number> {
  const { rows } = await app.db.queryText(
    `select from memberships m join organizations o on o.id = m.organization_id
     where m.user_id = $1 and m.role = 'owner' and o.inn = $2 and o.status <> 'closed'`,
    [person.id, inn],
  );
  return rows.length;
}

test('an owner cannot create a second organization with the same ИНН, and others can', async () => {
  const inn = newInn();
  expect((await create(inn)).status).toBe(201);
  expect(await create(inn)).toMatchObject(exists);
  expect((await create(inn, await signedInPerson(app))).status).toBe(201);
});

test('10 concurrent creations with one ИНН make one organization', async () => {
  const inn = newInn();
  const answers = await Promise.all(Array.from({ length: 10 }, () => create(inn)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)]);
  const { rows } = await app.db.queryText('select from organizations where inn = $1', [inn]);
  expect(rows).toHaveLength(1);
});

test('closing an organization frees its ИНН', async () => {
  const { id, inn, name } = await openCompany(app, owner);
  const closing = { params: { organizationId: id }, body: { name } };
  expect((await app.call(closeOrganization, closing, { token: owner.token })).status).toBe(204);
  expect((await create(inn as string)).status).toBe(201);
  expect(await create(inn as string)).toMatchObject(exists);
});

test('changing the ИНН to that of another own organization is refused, also when two change at once', async () => {
  const [first, second, third] = [await openCompany(app, owner), await openCompany(app, owner), newInn()];
  const change = (organizationId: string, inn: string) =>
    app.call(updateOrganization, { params: { organizationId }, body: { inn } }, { token: owner.token });
  expect(await change(second.id, first.inn as string)).toMatchObject(exists);
  const answers = await Promise.all([change(first.id, third), change(second.id, third)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await ownedWith(third)).toBe(1);
});

test('a member who owns another organization with the ИНН cannot become an owner by a role', async () => {
  const { id, inn } = await openCompany(app, owner);
  const member = await newMember(app, id);
  await openCompany(app, member, companyBody(inn as string));
  expect(await makeOwner(id, member.id)).toMatchObject(exists);
  expect(await rolesIn(app, id)).toEqual({ [owner.id]: 'owner', [member.id]: 'member' });
});

test('a member who owns another organization with the ИНН cannot be handed the ownership', async () => {
  const { id, inn } = await openCompany(app, owner);
  const member = await newMember(app, id);
  await openCompany(app, member, companyBody(inn as string));
  const transfer = { params: { organizationId: id }, body: { userId: member.id } };
  expect(await app.call(transferOwnership, transfer, { token: owner.token })).toMatchObject(exists);
  expect(await rolesIn(app, id)).toEqual({ [owner.id]: 'owner', [member.id]: 'member' });
});

test('a former owner may register the ИНН again, and then cannot get the ownership back', async () => {
  const { id, inn } = await openCompany(app, owner);
  const heir = await newMember(app, id);
  const handOver = (userId: string, token: string) =>
    app.call(transferOwnership, { params: { organizationId: id }, body: { userId } }, { token });
  expect((await handOver(heir.id, owner.token)).status).toBe(204);
  expect((await create(inn as string)).status).toBe(201);
  expect(await handOver(owner.id, heir.token)).toMatchObject(exists);
});

test('of a concurrent creation and promotion with one ИНН one wins', async () => {
  const { id, inn } = await openCompany(app, owner);
  const member = await newMember(app, id);
  const answers = await Promise.all([create(inn as string, member), makeOwner(id, member.id)]);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(1);
  expect(await ownedWith(inn as string, member)).toBe(1);
});

test('a changed ИНН is checked for every owner', async () => {
  const { id } = await openCompany(app, owner);
  const coOwner = await signedInPerson(app);
  await addMember(app, id, coOwner, 'owner');
  const other = await openCompany(app, coOwner);
  const change = { params: { organizationId: id }, body: { inn: other.inn as string } };
  expect(await app.call(updateOrganization, change, { token: owner.token })).toMatchObject(exists);
});
