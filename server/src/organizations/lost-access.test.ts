import { refresh, refreshWithOrganization } from '@kazna/contract/cabinet/accounts';
import { changeMemberRole, leaveOrganization, listMembers, removeMember } from '@kazna/contract/cabinet/members';
import { closeOrganization, getOrganization } from '@kazna/contract/cabinet/organizations';
import { getProfile } from '@kazna/contract/cabinet/profile';
import type { Endpoint } from '@kazna/contract/shared/endpoint';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { newMember, openCompany, type SignedIn, signedInPerson } from '../../tests/support/organizations.ts';

let app: TestApp;
let twin: TestApp;
let owner: SignedIn;
beforeAll(async () => {
  app = await startTestApp(inject('databaseUrl'));
  twin = await app.startSecondProcess();
  owner = await signedInPerson(app);
});
afterAll(async () => {
  await twin.close();
  await app.close();
});

async function memberInside(organizationId: string, role: 'admin' | 'member') {
  const person = await newMember(app, organizationId, role);
  const wanted = { query: { organizationId } };
  const { body } = await app.call(refreshWithOrganization, wanted, { token: person.refreshToken });
  return { ...person, token: body.accessToken, refreshToken: body.refreshToken as string };
}

const statusOf = async (endpoint: Endpoint, organizationId: string, { token }: SignedIn, on = app) =>
  (await on.call(endpoint, { params: { organizationId } } as never, { token })).status;
const setRole = (organizationId: string, of: SignedIn, role: 'admin' | 'accountant' | 'member') =>
  app.call(changeMemberRole, { params: { organizationId, userId: of.id }, body: { role } }, { token: owner.token });

test('accountants and plain members cannot list the members', async () => {
  const { id } = await openCompany(app, owner);
  for (const role of ['accountant', 'member'] as const) {
    expect(await statusOf(listMembers, id, await newMember(app, id, role))).toBe(403);
  }
});

test('a lost role refuses the very next call of an open session, in every process', async () => {
  const { id } = await openCompany(app, owner);
  const admin = await memberInside(id, 'admin');
  expect(await statusOf(listMembers, id, admin)).toBe(200);
  expect(await statusOf(listMembers, id, admin, twin)).toBe(200);
  await setRole(id, admin, 'accountant');
  expect(await statusOf(listMembers, id, admin, twin)).toBe(403);
  expect(await statusOf(listMembers, id, admin)).toBe(403);
  expect(await statusOf(getOrganization, id, admin)).toBe(200);
});

test('a gained role allows the very next call of an open session', async () => {
  const { id } = await openCompany(app, owner);
  const member = await memberInside(id, 'member');
  expect(await statusOf(listMembers, id, member)).toBe(403);
  await setRole(id, member, 'admin');
  expect(await statusOf(listMembers, id, member)).toBe(200);
});

describe('loss of the active organization', () => {
  const loss: [string, (organizationId: string, name: string, person: SignedIn) => Promise<{ status: number }>][] = [
    [
      'after removal',
      (organizationId, _, { id: userId }) =>
        app.call(removeMember, { params: { organizationId, userId } }, { token: owner.token }),
    ],
    [
      'after leaving',
      (organizationId, _, { token }) => app.call(leaveOrganization, { params: { organizationId } }, { token }),
    ],
    [
      'after closing',
      (organizationId, name) =>
        app.call(closeOrganization, { params: { organizationId }, body: { name } }, { token: owner.token }),
    ],
  ];

  test.each(loss)('a person stays signed in, in another organization, %s', async (_, lose) => {
    const { id, name } = await openCompany(app, owner);
    const person = await memberInside(id, 'admin');
    const profileOf = async (token: string) => (await app.call(getProfile, {}, { token })).body;
    expect((await profileOf(person.token)).activeOrganizationId).toBe(id);
    expect((await lose(id, name, person)).status).toBe(204);
    expect(await statusOf(getOrganization, id, person)).toBe(404);
    expect(await statusOf(getOrganization, id, person, twin)).toBe(404);
    expect((await profileOf(person.token)).activeOrganizationId).toBeNull();
    const next = await app.call(refresh, {}, { token: person.refreshToken });
    expect(next.status).toBe(200);
    const profile = await profileOf(next.body.accessToken);
    expect(profile.memberships).toMatchObject([{ kind: 'person' }]);
    expect(profile.activeOrganizationId).toBe(profile.memberships[0]?.organizationId);
  });
});
