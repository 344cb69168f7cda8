import { forgotPassword, resetPassword, signIn, signUp } from '@kazna/contract/cabinet/accounts';
import { inviteMember, resendInvitation, revokeInvitation } from '@kazna/contract/cabinet/invitations';
import { readInvitation, signUpInvited } from '@kazna/contract/cabinet/invited-sign-up';
import { getProfile } from '@kazna/contract/cabinet/profile';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import {
  addMember,
  openCompany,
  rolesIn,
  type SignedIn,
  signedInPerson,
} from '../../../tests/support/organizations.ts';
import {
  createOrganization,
  createPerson,
  newPerson,
  type Person,
  signInPerson,
  signUpBody,
  tokenIn,
} from '../../../tests/support/people.ts';

let app: TestApp;
let owner: SignedIn;
let organizationId: string;
beforeAll(async () => {
  app = await startTestApp(inject('databaseUrl'));
});
beforeEach(async () => {
  owner = await signedInPerson(app, 'Ольга');
  organizationId = (await openCompany(app, owner)).id;
});
afterAll(() => app.close());

const invalid = { status: 400, body: { code: 'token_invalid' } };

async function invite(email: string) {
  const sent = { params: { organizationId }, body: { email, role: 'accountant' as const } };
  const { body } = await app.call(inviteMember, sent, { token: owner.token });
  const letter = await app.letter(email, 'Приглашение');
  return { invitationId: body.id, token: invitationIn(letter.text) };
}
const invitationIn = (text: string) => /invitation=([\w-]+)/.exec(text)?.[1] ?? '';
const read = (token: string) => app.call(readInvitation, { query: { token } });
const register = (token: string, person: Person) => {
  const { email: _, ...form } = signUpBody(person);
  return app.call(signUpInvited, { body: { ...form, token } });
};

test('the link of an invitation shows inviter, organization and role', async () => {
  const { email } = newPerson();
  const { token } = await invite(email);
  expect(await read(token)).toMatchObject({
    status: 200,
    body: { email, organizationName: 'ООО «Ромашка»', role: 'accountant', invitedBy: 'Ольга', hasAccount: false },
  });
});

test('an invited person registers without a second letter and starts in the organization', async () => {
  const person = newPerson();
  const { token } = await invite(person.email);
  const registered = await register(token, person);
  expect(registered.status).toBe(201);
  const { body: profile } = await app.call(getProfile, {}, { token: registered.body.accessToken });
  expect(profile).toMatchObject({ email: person.email, activeOrganizationId: organizationId, pendingConsents: [] });
  expect(profile.memberships.map(({ role }) => role).sort()).toEqual(['accountant', 'owner']);
  const again = await signInPerson(app, person);
  expect((await app.call(getProfile, {}, { token: again.accessToken })).body.activeOrganizationId).toBe(organizationId);
  expect(await register(token, person)).toMatchObject(invalid);
});

test('of 10 registrations by one invitation at once exactly one succeeds', async () => {
  const person = newPerson();
  const { token } = await invite(person.email);
  const statuses = (await Promise.all(Array.from({ length: 10 }, () => register(token, person)))).map(
    ({ status }) => status,
  );
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.every((status) => [201, 400, 409].includes(status))).toBe(true);
});

describe('invalid links of invitations', () => {
  test('the link of a revoked invitation is not valid', async () => {
    const person = newPerson();
    const { invitationId, token } = await invite(person.email);
    await app.call(revokeInvitation, { params: { organizationId, invitationId } }, { token: owner.token });
    expect(await read(token)).toMatchObject(invalid);
    expect(await register(token, person)).toMatchObject(invalid);
  });

  test('the link of an invitation expires after a week and while its organization is suspended', async () => {
    const person = newPerson();
    const { invitationId, token } = await invite(person.email);
    const setStatus = (status: string) =>
      app.db.queryText('update organizations set status = $2 where id = $1', [organizationId, status]);
    await setStatus('suspended');
    expect(await register(token, person)).toMatchObject(invalid);
    await setStatus('active');
    await app.db.queryText('update invitations set expires_at = now() where id = $1', [invitationId]);
    expect(await register(token, person)).toMatchObject(invalid);
  });

  test('the link of an invitation is not valid once a newer letter was sent', async () => {
    const person = newPerson();
    const { invitationId, token } = await invite(person.email);
    await app.db.queryText("update invitations set sent_at = now() - interval '2 minutes'");
    await app.call(resendInvitation, { params: { organizationId, invitationId } }, { token: owner.token });
    const newer = invitationIn((await app.letter(person.email, 'Приглашение', 2)).text);
    expect(await register(token, person)).toMatchObject(invalid);
    expect((await register(newer, person)).status).toBe(201);
  });
});

test('an invited address with an account keeps its password, and the person is sent to sign in', async () => {
  const person = newPerson();
  const { token } = await invite(person.email);
  await createPerson(app, person);
  expect((await read(token)).body.hasAccount).toBe(true);
  const taken = await register(token, { ...person, password: 'совсем другой пароль' });
  expect(taken).toMatchObject({ status: 409, body: { code: 'account_exists' } });
  await signInPerson(app, person);
});

test("a stranger's registration of the invited address gets neither membership nor password", async () => {
  const person = newPerson();
  const { token } = await invite(person.email);
  const strangers = 'пароль чужака';
  await app.call(signUp, { body: { ...signUpBody(person), password: strangers } });
  await app.call(forgotPassword, { body: { email: person.email } });
  const reset = tokenIn((await app.letter(person.email, 'Восстановление пароля')).text);
  expect((await register(token, person)).status).toBe(201);
  expect((await app.call(signIn, { body: { email: person.email, password: strangers } })).status).toBe(401);
  expect(await app.call(resetPassword, { body: { token: reset, password: strangers } })).toMatchObject(invalid);
  expect(Object.keys(await rolesIn(app, organizationId))).toHaveLength(2);
});

test('a new session starts in the organization joined last, later in the one used last', async () => {
  const person = await createPerson(app);
  const first = await createOrganization(app, person.id);
  await addMember(app, organizationId, person);
  const active = async () => {
    const { accessToken: token } = await signInPerson(app, person);
    return (await app.call(getProfile, {}, { token })).body.activeOrganizationId;
  };
  expect(await active()).toBe(organizationId);
  await app.db.queryText('update sessions set organization_id = $2 where user_id = $1', [person.id, first]);
  expect(await active()).toBe(first);
});
