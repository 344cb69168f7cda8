import { setAccountantAddress } from '@kazna/contract/cabinet/accountant-letters';
import { signIn } from '@kazna/contract/cabinet/accounts';
import { acceptInvitation, inviteMember, listReceivedInvitations } from '@kazna/contract/cabinet/invitations';
import { changeEmail, deleteProfile, getProfile, updateProfile } from '@kazna/contract/cabinet/profile';
import { confirmSecondFactor, startSecondFactor } from '@kazna/contract/cabinet/second-factor';
import { generateSync } from 'otplib';
import { describe, expect, test } from 'vitest';
import { appForThisFile } from '../../tests/support/app-for-file.ts';
import { createPerson, newAddress, newPerson, registerPerson, signInPerson } from '../../tests/support/people.ts';
import { postTransfer } from '../money/ledger/post-transfer.ts';
import { insertInvitation } from '../organizations/invitations/store.ts';
import { insertMembership } from '../organizations/members-store.ts';
import { insertOrganization } from '../organizations/store.ts';
import { getUser } from '../people/accounts/store.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { deleteProfile as deletePerson } from './delete-profile.ts';

const app = appForThisFile();

const open = async () => {
  const person = await createPerson(app);
  return { ...person, token: (await signInPerson(app, person)).accessToken };
};
const remove = (token: string, currentPassword = newPerson().password, address = newAddress()) =>
  app.call(deleteProfile, { body: { currentPassword } }, { token, address });
const rowsOf = async (text: string, ...values: unknown[]) => (await app.db.queryText(text, values)).rows;

async function openOrganization(members: Record<string, 'owner' | 'member'>): Promise<string> {
  const id = uuidv7();
  await insertOrganization(app.db, id, { kind: 'person', name: 'Общий счёт' });
  for (const [userId, role] of Object.entries(members))
    await insertMembership(app.db, { organizationId: id, userId, role });
  return id;
}

async function dump(): Promise<string> {
  const tables = await rowsOf(
    "select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_schema in ('public', 'pgboss')",
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    for (const { row } of await rowsOf(`select t::text as row from ${name} t`)) texts.push(`${name}: ${row}`);
  }
  return texts.join('\n');
}

/** A person with data in every table that can have some. */
async function personWithTraces() {
  const person = { ...newPerson(), name: 'Аделаида Забвенная' };
  const phone = '+79161234509';
  const pendingEmail = newPerson().email;
  const addresses = [newAddress(), newAddress(), newAddress()] as const;
  await registerPerson(app, person);
  await signInPerson(app, person, { address: addresses[0] });
  const userAgent = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605';
  const { accessToken: token } = await signInPerson(app, person, { address: addresses[1], userAgent });
  const here = { token, address: addresses[1] };
  await app.letter(person.email, 'Вход с нового устройства');
  await app.call(updateProfile, { body: { phone } }, here);
  await app.call(setAccountantAddress, { body: { email: person.email } }, here);
  await app.letter(person.email, 'подтвердите адрес');

  const inviter = await open();
  const { memberships } = (await app.call(getProfile, {}, { token: inviter.token })).body;
  const ofInviter = { organizationId: memberships[0]?.organizationId ?? '' };
  const shared = { organizationId: await openOrganization({ [inviter.id]: 'owner' }) };
  for (const params of [ofInviter, shared]) {
    const body = { email: person.email, role: 'admin' as const };
    expect((await app.call(inviteMember, { params, body }, { token: inviter.token })).status).toBe(201);
  }
  const [received] = (await app.call(listReceivedInvitations, {}, here)).body.items;
  const accepted = { params: { invitationId: received?.id ?? '' } };
  const { organizationId } = (await app.call(acceptInvitation, accepted, here)).body;
  const guest = newPerson().email;
  await app.call(inviteMember, { params: { organizationId }, body: { email: guest, role: 'member' } }, here);
  await app.letter(guest, 'Приглашение');
  const body = { email: pendingEmail, currentPassword: person.password };
  await app.call(changeEmail, { body }, here);
  await app.letter(pendingEmail, 'Подтвердите новый e-mail');
  await app.letter(person.email, 'Запрошена смена e-mail');
  const { secret } = (await app.call(startSecondFactor, { body: { currentPassword: person.password } }, here)).body;
  await app.call(confirmSecondFactor, { body: { code: generateSync({ secret }) } }, here);
  await app.letter(person.email, 'Двухфакторная защита включена');
  const { id, referralCode } = (await app.call(getProfile, {}, here)).body;
  const [stored] = await rowsOf('select totp_secret from users where id = $1', id);
  const encrypted = stored?.totp_secret as string;
  const traces = [person.email, person.name, phone, pendingEmail, encrypted, referralCode, ...addresses.slice(0, 2)];
  return { person, id, token, address: addresses[2], traces, organizationId };
}

test('no row of the database identifies a deleted person', async () => {
  const { person, id, token, address, traces, organizationId } = await personWithTraces();
  const before = await dump();
  for (const trace of traces) expect(before).toContain(trace);

  expect((await remove(token, person.password, address)).status).toBe(204);
  const after = await dump();
  for (const trace of [...traces, address]) expect(after).not.toContain(trace);

  const consents = await rowsOf('select document, version, accepted_at, address from consents where user_id = $1', id);
  expect(consents).toHaveLength(2);
  expect(consents).toMatchObject([{ address: null }, { address: null }]);
  const actions = await rowsOf(
    'select action from audit_log where actor_id = $1 and organization_id = $2',
    id,
    organizationId,
  );
  expect(actions.map(({ action }) => action)).toEqual([
    'member.joined',
    'invitation.sent',
    'invitation.revoked',
    'member.left',
  ]);
  expect(await rowsOf('select 1 from memberships where user_id = $1', id)).toEqual([]);
});

test('an invitation that made a member the owner keeps no former address of the deleted person', async () => {
  const [person, other] = [await open(), await open()];
  const organizationId = await openOrganization({ [other.id]: 'owner', [person.id]: 'member' });
  const id = uuidv7();
  await insertInvitation(app.db, { id, organizationId, email: person.email, role: 'owner', invitedBy: other.id });
  expect((await app.call(acceptInvitation, { params: { invitationId: id } }, person)).status).toBe(200);
  await app.db.queryText('update users set email = $2 where id = $1', [person.id, newPerson().email]);
  expect((await remove(person.token)).status).toBe(204);
  expect(await rowsOf('select email from invitations where id = $1', id)).toEqual([
    { email: `deleted-${person.id}@invalid` },
  ]);
});

test('a deleted account has no sessions and no sign-in, and its address can register again', async () => {
  const person = await registerPerson(app);
  const [first, second] = [await signInPerson(app, person), await signInPerson(app, person)];
  const { id } = (await app.call(getProfile, {}, { token: first.accessToken })).body;
  expect((await remove(first.accessToken)).status).toBe(204);
  for (const { accessToken: token } of [first, second]) {
    expect(await app.call(getProfile, {}, { token })).toMatchObject({ status: 401, body: { code: 'session_ended' } });
  }
  const byPassword = await app.call(signIn, { body: { email: person.email, password: person.password } });
  const byStranger = await app.call(signIn, { body: { email: newPerson().email, password: person.password } });
  expect(byPassword.status).toBe(401);
  expect(byPassword.body).toEqual(byStranger.body);

  await registerPerson(app, person);
  const anew = await app.call(getProfile, {}, { token: (await signInPerson(app, person)).accessToken });
  expect(anew.body.id).not.toBe(id);
  expect(anew.body.memberships).toHaveLength(1);
});

test('deletion with a wrong password deletes nothing', async () => {
  const { token } = await open();
  expect(await remove(token, 'не тот')).toMatchObject({ status: 400, body: { code: 'wrong_password' } });
  expect((await app.call(getProfile, {}, { token })).status).toBe(200);
});

test('an admin cannot delete the account until another admin revokes the role', async () => {
  const { id, token, email } = await open();
  const setRole = (role: string | null) => rowsOf('update users set operator_role = $2 where id = $1', id, role);
  await setRole('admin');
  expect((await remove(token)).body).toMatchObject({ code: 'account_is_admin' });
  expect(await rowsOf('select status from users where email = $1', email)).toEqual([{ status: 'active' }]);
  await setRole(null);
  expect((await remove(token)).status).toBe(204);
});

describe('organizations of a deleted person', () => {
  test('organizations of the deleted person alone are closed', async () => {
    const { id, token } = await open();
    const organizationId = await openOrganization({ [id]: 'owner' });
    expect((await remove(token)).status).toBe(204);
    const rows = await rowsOf('select status, name from organizations where id = $1', organizationId);
    expect(rows).toEqual([{ status: 'closed', name: 'Личный счёт' }]);
  });

  test('deletion of the last owner among other members is refused, and nothing is closed', async () => {
    const [owner, member] = [await open(), await open()];
    await openOrganization({ [owner.id]: 'owner', [member.id]: 'member' });
    expect(await remove(owner.token)).toMatchObject({ status: 409, body: { code: 'last_owner' } });
    const { memberships } = (await app.call(getProfile, {}, { token: owner.token })).body;
    expect(memberships).toHaveLength(2);
    expect((await remove(member.token)).status).toBe(204);
    expect((await remove(owner.token)).status).toBe(204);
  });

  test('of two owners who delete their accounts at once one stays', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const people = [await createPerson(app), await createPerson(app), await createPerson(app)] as const;
      const [one, two, member] = people;
      const organizationId = await openOrganization({ [one.id]: 'owner', [two.id]: 'owner', [member.id]: 'member' });
      // Called without HTTP: hashing the passwords would serialize the deletions.
      const outcomes = await Promise.allSettled(
        [await getUser(app.db, one.id), await getUser(app.db, two.id)].map((owner) =>
          app.db.transaction((tx) => deletePerson(tx, app.queue, owner, '10.0.0.1')),
        ),
      );
      const refusals = outcomes.filter((outcome) => outcome.status === 'rejected');
      expect(refusals).toMatchObject([{ reason: { code: 'last_owner' } }]);
      const owners = await rowsOf(
        "select 1 from memberships where organization_id = $1 and role = 'owner'",
        organizationId,
      );
      expect(owners).toHaveLength(1);
    }
  });
});

test('concurrent sign-ins leave no session of a deleted account', async () => {
  const person = await open();
  const { email, password } = person;
  await Promise.all([
    remove(person.token),
    ...Array.from({ length: 6 }, () => app.call(signIn, { body: { email, password } }, { address: newAddress() })),
  ]);
  expect(await rowsOf('select 1 from sessions where user_id = $1', person.id)).toEqual([]);
  expect((await rowsOf('select status from users where id = $1', person.id))[0]).toEqual({ status: 'deleted' });
});

test('an account whose own organization has a balance is not deleted', async () => {
  const person = await open();
  const [{ id: organizationId } = {}] = await rowsOf(
    'select organization_id as id from memberships where user_id = $1',
    person.id,
  );
  await app.db.transaction((tx) =>
    postTransfer(tx, {
      key: `top_up:${uuidv7()}`,
      kind: 'top_up',
      from: 'clearing',
      to: { organizationId: String(organizationId) },
      amountMinor: 100,
      currency: 'RUB',
    }),
  );
  expect(await remove(person.token)).toMatchObject({ status: 409, body: { code: 'organization_has_balance' } });
});

test('deletion removes the receipt e-mail of payments', async () => {
  const person = await open();
  await app.db.queryText(
    `insert into payments (id, organization_id, created_by, amount_minor, currency, method, provider, expires_at, payer_email, status)
     select $1, organization_id, user_id, 100, 'RUB', 'card', 'yookassa', now(), $3, 'expired' from memberships where user_id = $2`,
    [uuidv7(), person.id, person.email],
  );
  expect(await dump()).toContain(person.email);
  expect((await remove(person.token)).status).toBe(204);
  expect(await dump()).not.toContain(person.email);
});
