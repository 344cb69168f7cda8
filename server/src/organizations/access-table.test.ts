import type { Endpoint } from '@kazna/contract/endpoint';
import { endpoints } from '@kazna/contract/endpoints';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { uuidv7 } from '../db/uuid.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { addMember, companyBody, openCompany, type SignedIn, signedInPerson } from '../testing/organizations.ts';
import { createPerson, newPerson } from '../testing/people.ts';
import { insertInvitation } from './invitations/store.ts';
import { deleteMembership } from './store.ts';

const who = ['anonymous', 'stranger', 'removed', 'member', 'accountant', 'admin', 'owner'] as const;
type Who = (typeof who)[number];

/** What each of them is answered, in the order of `who`. The target of a change is a plain member. */
const table: Record<string, number[]> = {
  //                 anonymous stranger removed member accountant admin owner
  listOrganizations: [401, 200, 200, 200, 200, 200, 200],
  createOrganization: [401, 201, 201, 201, 201, 201, 201],
  getOrganization: [401, 404, 404, 200, 200, 200, 200],
  updateOrganization: [401, 404, 404, 403, 403, 403, 200],
  closeOrganization: [401, 404, 404, 403, 403, 403, 204],
  listMembers: [401, 404, 404, 403, 403, 200, 200],
  changeMemberRole: [401, 404, 404, 403, 403, 204, 204],
  removeMember: [401, 404, 404, 403, 403, 204, 204],
  leaveOrganization: [401, 404, 404, 204, 204, 204, 409],
  transferOwnership: [401, 404, 404, 403, 403, 403, 204],
  listInvitations: [401, 404, 404, 403, 403, 200, 200],
  inviteMember: [401, 404, 404, 403, 403, 201, 201],
  revokeInvitation: [401, 404, 404, 403, 403, 204, 204],
  resendInvitation: [401, 404, 404, 403, 403, 204, 204],
  getBalance: [401, 404, 404, 200, 200, 200, 200],
  listEntries: [401, 404, 404, 200, 200, 200, 200],
  listAudit: [401, 404, 404, 403, 403, 200, 200],
};

interface Scene {
  organizationId: string;
  userId: string;
  invitationId: string;
}

/** A body that the endpoint accepts, where it takes one. */
const bodies: Record<string, (scene: Scene) => object> = {
  createOrganization: () => companyBody(),
  updateOrganization: () => ({ name: 'ООО «Лютик»' }),
  closeOrganization: () => ({ name: 'ООО «Ромашка»' }),
  changeMemberRole: () => ({ role: 'accountant' }),
  transferOwnership: ({ userId }) => ({ userId }),
  inviteMember: () => ({ email: newPerson().email, role: 'member' }),
};

let app: TestApp;
let people: Record<Exclude<Who, 'anonymous'>, SignedIn>;
let target: { id: string };
beforeAll(async () => {
  app = await startTestApp(inject('databaseUrl'));
  const [stranger, removed, member, accountant, admin, owner] = await Promise.all(
    Array.from({ length: 6 }, () => signedInPerson(app)),
  );
  people = { stranger, removed, member, accountant, admin, owner } as typeof people;
  target = await createPerson(app);
});
afterAll(() => app.close());

/** An organization with everybody in it, a plain member and an invitation that waits to be sent again. */
async function setScene(): Promise<Scene> {
  const { id: organizationId } = await openCompany(app, people.owner);
  for (const role of ['member', 'accountant', 'admin'] as const)
    await addMember(app, organizationId, people[role], role);
  await addMember(app, organizationId, target);
  await addMember(app, organizationId, people.removed, 'owner');
  await deleteMembership(app.db, organizationId, people.removed.id);
  const invitationId = uuidv7();
  const { email } = newPerson();
  await insertInvitation(app.db, {
    id: invitationId,
    organizationId,
    email,
    role: 'member',
    invitedBy: people.owner.id,
  });
  await app.db.queryText("update invitations set sent_at = now() - interval '2 minutes' where id = $1", [invitationId]);
  return { organizationId, userId: target.id, invitationId };
}

function call(name: string, scene: Scene, person: Who, body: object | undefined = bodies[name]?.(scene)) {
  const options = person === 'anonymous' ? {} : { token: people[person].token };
  const sent = { params: { ...scene }, ...(body ? { body } : {}) };
  return app.call(endpoints[name] as Endpoint, sent as never, options);
}

const organizationEndpoints = Object.entries(endpoints).filter(([, { path }]) => path.startsWith('/api/organizations'));

test('every endpoint of organizations stands in the table', () => {
  expect(Object.keys(table).toSorted()).toEqual(organizationEndpoints.map(([name]) => name).toSorted());
});

describe('each endpoint answers by role', () => {
  test.each(Object.entries(table))('%s: %j', async (name, expected) => {
    const answers: number[] = [];
    for (const person of who) answers.push((await call(name, await setScene(), person)).status);
    expect(Object.fromEntries(who.map((person, at) => [person, answers[at]]))).toEqual(
      Object.fromEntries(who.map((person, at) => [person, expected[at]])),
    );
  });
});

describe('a foreign id answers exactly as a missing one', () => {
  const named = (parameter: string) =>
    organizationEndpoints.filter(([, { path }]) => path.includes(`{${parameter}}`)).map(([name]) => name);
  const comparable = ({ status, body, headers }: Awaited<ReturnType<typeof call>>) => ({
    status,
    body,
    type: headers['content-type'],
  });

  async function expectSame(name: string, scene: Scene, parameter: keyof Scene, foreignId: string) {
    const answers: object[] = [];
    for (const id of [uuidv7(), foreignId, 'not-an-id', "' or 1=1 --"]) {
      answers.push(comparable(await call(name, { ...scene, [parameter]: id }, 'owner')));
    }
    expect(answers[0]).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(answers).toEqual(Array(4).fill(answers[0]));
  }

  test.each(named('organizationId'))('an organization, in %s', async (name) => {
    const foreign = await openCompany(app, people.stranger);
    await expectSame(name, await setScene(), 'organizationId', foreign.id);
  });

  test.each(named('organizationId'))('a closed organization, in %s', async (name) => {
    const scene = await setScene();
    expect((await call('closeOrganization', scene, 'owner')).status).toBe(204);
    await expectSame(name, await setScene(), 'organizationId', scene.organizationId);
  });

  test.each(named('userId'))('a person of another organization, in %s', async (name) => {
    await expectSame(name, await setScene(), 'userId', people.stranger.id);
  });

  test.each(named('invitationId'))('an invitation of another organization, in %s', async (name) => {
    const { invitationId } = await setScene();
    await expectSame(name, await setScene(), 'invitationId', invitationId);
  });

  test('a person of another organization, as the one to hand the ownership to', async () => {
    const scene = await setScene();
    const missing = await call('transferOwnership', scene, 'owner', { userId: uuidv7() });
    const foreign = await call('transferOwnership', scene, 'owner', { userId: people.stranger.id });
    expect(missing).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(comparable(foreign)).toEqual(comparable(missing));
  });

  test('a stranger learns nothing from a body that is wrong', async () => {
    const scene = await setScene();
    expect((await call('updateOrganization', scene, 'stranger', { inn: 'x' })).status).toBe(404);
    expect((await call('closeOrganization', scene, 'stranger', { name: 'не то' })).status).toBe(404);
  });
});
