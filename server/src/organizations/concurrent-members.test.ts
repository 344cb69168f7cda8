import { refresh, refreshWithOrganization } from '@kazna/contract/cabinet/accounts';
import { changeMemberRole, leaveOrganization, removeMember } from '@kazna/contract/cabinet/members';
import { getOrganization, listOrganizations } from '@kazna/contract/cabinet/organizations';
import { getProfile } from '@kazna/contract/cabinet/profile';
import type { TokenPair } from '@kazna/contract/shared/fields';
import { beforeAll, describe, expect, test } from 'vitest';
import { appForThisFile } from '../../tests/support/app-for-file.ts';
import {
  addMember,
  newMember,
  openCompany,
  rolesIn,
  type SignedIn,
  signedInPerson,
  untilDoneOrBlocked,
} from '../../tests/support/organizations.ts';
import { openSession } from '../people/accounts/sessions/session-tokens.ts';
import { getUser, lockPassword } from '../people/accounts/store.ts';
import * as operations from './remove-member.ts';

const app = appForThisFile();
let people: SignedIn[];
beforeAll(async () => {
  people = await Promise.all(Array.from({ length: 2 }, () => signedInPerson(app)));
});

async function openWithTwoOwners() {
  const [one, two] = people as [SignedIn, SignedIn];
  const { id } = await openCompany(app, one);
  await addMember(app, id, two, 'owner');
  return { id, one, two };
}

const demote = (organizationId: string, by: SignedIn, of: SignedIn) =>
  app.call(
    changeMemberRole,
    { params: { organizationId, userId: of.id }, body: { role: 'member' } },
    { token: by.token },
  );
const remove = (organizationId: string, by: SignedIn, whom: SignedIn) =>
  app.call(removeMember, { params: { organizationId, userId: whom.id } }, { token: by.token });
const leave = (organizationId: string, { token }: SignedIn) =>
  app.call(leaveOrganization, { params: { organizationId } }, { token });
const organizationsOf = async ({ token }: SignedIn) => (await app.call(listOrganizations, {}, { token })).body.items;

describe('the last owner under concurrency', () => {
  type Act = (id: string, one: SignedIn, two: SignedIn) => Promise<{ status: number }>;
  const acts: [string, Act, Act][] = [
    ['who demote each other', (id, one, two) => demote(id, one, two), (id, one, two) => demote(id, two, one)],
    ['who remove each other', (id, one, two) => remove(id, one, two), (id, one, two) => remove(id, two, one)],
    ['who leave', (id, one) => leave(id, one), (id, _, two) => leave(id, two)],
    ['who demote themselves', (id, one) => demote(id, one, one), (id, _, two) => demote(id, two, two)],
    ['of whom one leaves and demotes the other', (id, one) => leave(id, one), (id, one, two) => demote(id, one, two)],
  ];

  test.each(acts)('of two owners %s at once one stays, 10 times of 10', async (_, first, second) => {
    for (let turn = 0; turn < 10; turn += 1) {
      const { id, one, two } = await openWithTwoOwners();
      const answers = await Promise.all([first(id, one, two), second(id, one, two)]);
      expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
      expect(answers.filter(({ status }) => [403, 404, 409].includes(status))).toHaveLength(1);
      expect(Object.values(await rolesIn(app, id)).filter((role) => role === 'owner')).toHaveLength(1);
    }
  });
});

test('a person who leaves both organizations at once stays in one', async () => {
  const owner = await signedInPerson(app);
  for (let turn = 0; turn < 5; turn += 1) {
    const person = await signedInPerson(app);
    await app.db.queryText('delete from memberships where user_id = $1', [person.id]);
    const companies = [await openCompany(app, owner), await openCompany(app, owner)];
    for (const { id } of companies) await addMember(app, id, person);
    const answers = await Promise.all(companies.map(({ id }) => leave(id, person)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    expect(await organizationsOf(person)).toHaveLength(1);
  }
});

test('a person removed from both organizations at once gets one personal organization', async () => {
  const owner = await signedInPerson(app);
  const person = await signedInPerson(app);
  await app.db.queryText('delete from memberships where user_id = $1', [person.id]);
  const [one, two] = [await openCompany(app, owner), await openCompany(app, owner)];
  for (const { id } of [one, two]) await addMember(app, id, person);
  let second: ReturnType<typeof remove> | undefined;
  await app.db.transaction(async (tx) => {
    await operations.removeMember(tx, { id: owner.id, address: '127.0.0.1' }, one.id, person.id);
    second = remove(two.id, owner, person);
    await untilDoneOrBlocked(app, second);
  });
  expect((await second)?.status).toBe(204);
  expect(await organizationsOf(person)).toMatchObject([{ kind: 'person', role: 'owner' }]);
});

test('a sign-in and a concurrent removal from its organization do not deadlock', async () => {
  const owner = await signedInPerson(app);
  const { id: companyId } = await openCompany(app, owner);
  const person = await newMember(app, companyId);
  await app.call(refreshWithOrganization, { query: { organizationId: companyId } }, { token: person.refreshToken });
  const [removal] = await app.db.transaction(async (tx) => {
    expect(await lockPassword(tx, await getUser(tx, person.id))).toBe(true);
    const removing = remove(companyId, owner, person);
    await untilDoneOrBlocked(app, removing);
    await openSession(tx, app.keys, person.id, { address: '127.0.0.1', userAgent: '' });
    return [removing] as const;
  });
  expect((await removal).status).toBe(204);
});

describe('concurrent switch and removal', () => {
  /** Whatever pair the person has: no access to the lost organization, and the session goes on. */
  async function expectLivesOn(lostId: string, pair: TokenPair) {
    const look = async (token: string) => (await app.call(getProfile, {}, { token })).body;
    const [personal] = (await look(pair.accessToken)).memberships;
    expect(personal).toMatchObject({ kind: 'person' });
    expect((await look(pair.accessToken)).activeOrganizationId).not.toBe(lostId);
    const lost = { params: { organizationId: lostId } };
    expect((await app.call(getOrganization, lost, { token: pair.accessToken })).status).toBe(404);
    const next = await app.call(refresh, {}, { token: pair.refreshToken });
    expect(next.status).toBe(200);
    expect((await look(next.body.accessToken)).activeOrganizationId).toBe(personal?.organizationId);
    expect((await app.call(getOrganization, lost, { token: next.body.accessToken })).status).toBe(404);
    const back = { query: { organizationId: lostId } };
    expect((await app.call(refreshWithOrganization, back, { token: next.body.refreshToken })).status).toBe(404);
  }

  test('a switch during an uncommitted removal gives no access to the lost organization', async () => {
    const owner = await signedInPerson(app);
    const person = await signedInPerson(app);
    const { id } = await openCompany(app, owner);
    await addMember(app, id, person);
    const wanted = { query: { organizationId: id } };
    let switching: Promise<{ status: number; body: object }> | undefined;
    await app.db.transaction(async (tx) => {
      await operations.removeMember(tx, { id: owner.id, address: '127.0.0.1' }, id, person.id);
      switching = app.call(refreshWithOrganization, wanted, { token: person.refreshToken });
      await untilDoneOrBlocked(app, switching);
    });
    const switched = await switching;
    expect(switched?.status).toBe(200);
    await expectLivesOn(id, switched?.body as never);
  });

  test('a switch and a removal at the same moment give no access to the lost organization', async () => {
    const owner = await signedInPerson(app);
    for (let turn = 0; turn < 10; turn += 1) {
      const person = await signedInPerson(app);
      const { id } = await openCompany(app, owner);
      await addMember(app, id, person);
      const wanted = { query: { organizationId: id } };
      const [switched, removed] = await Promise.all([
        app.call(refreshWithOrganization, wanted, { token: person.refreshToken }),
        remove(id, owner, person),
      ]);
      expect(removed.status).toBe(204);
      expect([200, 404]).toContain(switched.status);
      const kept = { accessToken: person.token, refreshToken: person.refreshToken };
      await expectLivesOn(id, switched.status === 200 ? (switched.body as TokenPair) : kept);
    }
  });
});
