import { refreshWithOrganization } from '@kazna/contract/cabinet/accounts';
import * as contract from '@kazna/contract/cabinet/invitations';
import { getOrganization } from '@kazna/contract/cabinet/organizations';
import { beforeAll, describe, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import {
  addMember,
  newMember,
  openCompany,
  rolesIn,
  type SignedIn,
  signedInPerson,
} from '../../../tests/support/organizations.ts';
import { newPerson } from '../../../tests/support/people.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';

const app = appForThisFile();
let owner: SignedIn;
let organizationId: string;
beforeAll(async () => {
  owner = await signedInPerson(app, 'Ольга');
  organizationId = (await openCompany(app, owner)).id;
});

const invite = (email: string, role = 'member', by = owner) =>
  app.call(
    contract.inviteMember,
    { params: { organizationId }, body: { email, role: role as 'member' } },
    { token: by.token },
  );
const received = async ({ token }: SignedIn) =>
  (await app.call(contract.listReceivedInvitations, {}, { token })).body.items;
const accept = (invitationId: string, { token }: SignedIn) =>
  app.call(contract.acceptInvitation, { params: { invitationId } }, { token });
const decline = (invitationId: string, { token }: SignedIn) =>
  app.call(contract.declineInvitation, { params: { invitationId } }, { token });
const revoke = (invitationId: string) =>
  app.call(contract.revokeInvitation, { params: { organizationId, invitationId } }, { token: owner.token });
const resend = (invitationId: string) =>
  app.call(contract.resendInvitation, { params: { organizationId, invitationId } }, { token: owner.token });
const listed = async (invitationId: string) => {
  const query = { limit: 100 };
  const { body } = await app.call(contract.listInvitations, { params: { organizationId }, query }, owner);
  return body.items.find(({ id }) => id === invitationId);
};
const move = (invitationId: string, change: string) =>
  app.db.queryText(`update invitations set ${change} where id = $1`, [invitationId]);
const missing = { status: 404, body: { code: 'not_found' } };
const weekMs = 7 * 24 * 60 * 60 * 1000;

async function invitedPerson() {
  const person = await signedInPerson(app);
  const { body } = await invite(person.email, 'accountant');
  return { person, invitationId: body.id };
}

describe('answering an invitation', () => {
  test('an invited person sees the invitation, accepts it and has that role', async () => {
    const { person, invitationId } = await invitedPerson();
    expect(await received(person)).toMatchObject([
      { id: invitationId, organizationName: 'ООО «Ромашка»', role: 'accountant', invitedBy: 'Ольга' },
    ]);
    expect(await accept(invitationId, person)).toMatchObject({ status: 200, body: { organizationId } });
    expect((await rolesIn(app, organizationId))[person.id]).toBe('accountant');
    expect(await received(person)).toEqual([]);
    expect(await listed(invitationId)).toMatchObject({ status: 'accepted' });
    const wanted = { query: { organizationId } };
    const switched = await app.call(refreshWithOrganization, wanted, { token: person.refreshToken });
    const { body } = await app.call(
      getOrganization,
      { params: { organizationId } },
      { token: switched.body.accessToken },
    );
    expect(body.role).toBe('accountant');
  });

  test('an invited person who declines stays outside and can be invited again', async () => {
    const { person, invitationId } = await invitedPerson();
    expect((await decline(invitationId, person)).status).toBe(204);
    expect(await rolesIn(app, organizationId)).not.toHaveProperty(person.id);
    expect(await listed(invitationId)).toMatchObject({ status: 'declined' });
    expect(await accept(invitationId, person)).toMatchObject(missing);
    expect((await invite(person.email)).status).toBe(201);
  });

  test('a member cannot accept an invitation, keeps the role and may decline it', async () => {
    const { person, invitationId } = await invitedPerson();
    await addMember(app, organizationId, person, 'member');
    expect(await accept(invitationId, person)).toMatchObject({ status: 409, body: { code: 'already_member' } });
    expect((await rolesIn(app, organizationId))[person.id]).toBe('member');
    expect((await decline(invitationId, person)).status).toBe(204);
  });

  test('an invitation does not exist for anybody but the invited person', async () => {
    const { person, invitationId } = await invitedPerson();
    const stranger = await signedInPerson(app);
    expect(await received(stranger)).toEqual([]);
    for (const answer of [accept, decline]) {
      const [foreign, unknown] = [await answer(invitationId, stranger), await answer(uuidv7(), stranger)];
      expect(unknown).toMatchObject(missing);
      expect(foreign.body).toEqual(unknown.body);
      expect(await answer(invitationId, owner)).toMatchObject(missing);
    }
    expect(await received(person)).toHaveLength(1);
  });
});

describe('inviting', () => {
  test('an invited address ignores case and spaces around it', async () => {
    const { email } = newPerson();
    expect(await invite(` ${email.toUpperCase()} `)).toMatchObject({ status: 201, body: { email, status: 'pending' } });
    expect(await invite(email, 'admin')).toMatchObject({ status: 409, body: { code: 'already_invited' } });
  });

  test('a member cannot be invited', async () => {
    const member = await newMember(app, organizationId);
    expect(await invite(member.email)).toMatchObject({ status: 409, body: { code: 'already_member' } });
    expect(await invite(owner.email)).toMatchObject({ status: 409, body: { code: 'already_member' } });
  });

  test.each([
    ['email', 'не адрес', 'member'],
    ['email', 'a@example.ru\r\nBcc: b@example.ru', 'member'],
    ['role', 'somebody@example.ru', 'owner'],
    ['role', 'somebody@example.ru', 'king'],
  ])('an invitation with an invalid %s is refused: %j as %s', async (path, email, role) => {
    expect(await invite(email, role)).toMatchObject({ status: 400, body: { errors: [{ path }] } });
  });

  test('two organizations may invite the same address', async () => {
    const { person } = await invitedPerson();
    const other = await openCompany(app, owner);
    const sent = { params: { organizationId: other.id }, body: { email: person.email, role: 'member' as const } };
    expect((await app.call(contract.inviteMember, sent, { token: owner.token })).status).toBe(201);
    expect(await received(person)).toHaveLength(2);
  });

  test('one organization sends at most 100 invitations an hour', async () => {
    const { id } = await openCompany(app, owner);
    const other = (email: string) =>
      app.call(
        contract.inviteMember,
        { params: { organizationId: id }, body: { email, role: 'member' } },
        { token: owner.token },
      );
    expect((await other(newPerson().email)).status).toBe(201);
    await app.db.queryText("update throttle_counters set hits = 100 where bucket like 'invitations:%' and hits = 1");
    const refused = await other(newPerson().email);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('lifetime of an invitation', () => {
  test('a revoked invitation cannot be accepted, revoked or resent, and a new one can be made', async () => {
    const { person, invitationId } = await invitedPerson();
    expect((await revoke(invitationId)).status).toBe(204);
    expect(await received(person)).toEqual([]);
    expect(await accept(invitationId, person)).toMatchObject(missing);
    expect(await revoke(invitationId)).toMatchObject(missing);
    expect(await resend(invitationId)).toMatchObject(missing);
    expect(await listed(invitationId)).toMatchObject({ status: 'revoked' });
    expect((await invite(person.email)).status).toBe(201);
  });

  test('an invitation expires after 7 days, and a new one can be sent', async () => {
    const { person, invitationId } = await invitedPerson();
    const { createdAt, expiresAt } = (await listed(invitationId)) ?? { createdAt: '', expiresAt: '' };
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(weekMs);
    await move(invitationId, 'expires_at = now()');
    expect(await received(person)).toEqual([]);
    expect(await accept(invitationId, person)).toMatchObject(missing);
    expect(await decline(invitationId, person)).toMatchObject(missing);
    expect(await listed(invitationId)).toMatchObject({ status: 'expired' });
    const again = await invite(person.email);
    expect(again.status).toBe(201);
    expect((await accept(again.body.id, person)).status).toBe(200);
  });

  test('a replaced invitation cannot be resent', async () => {
    const { person, invitationId } = await invitedPerson();
    await move(invitationId, "expires_at = now(), sent_at = now() - interval '7 days'");
    await invite(person.email);
    expect(await resend(invitationId)).toMatchObject(missing);
  });

  test('an invitation is resent at most once a minute, and is valid for 7 days from then', async () => {
    const { person, invitationId } = await invitedPerson();
    const early = await resend(invitationId);
    expect(early).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(early.headers['retry-after'])).toBeLessThanOrEqual(60);
    await move(invitationId, "sent_at = now() - interval '50 seconds'");
    expect(Number((await resend(invitationId)).headers['retry-after'])).toBeLessThanOrEqual(10);
    await move(invitationId, "sent_at = now() - interval '61 seconds', expires_at = now() - interval '1 day'");
    expect((await resend(invitationId)).status).toBe(204);
    const { sentAt, expiresAt, status } = (await listed(invitationId)) ?? { sentAt: '', expiresAt: '' };
    expect(status).toBe('pending');
    expect(Date.parse(expiresAt) - Date.parse(sentAt)).toBe(weekMs);
    const jobs = "select from pgboss.job where name = 'invitation-letter' and data->>'invitationId' = $1";
    expect((await app.db.queryText(jobs, [invitationId])).rows).toHaveLength(2);
    expect((await resend(invitationId)).status).toBe(429);
    expect((await accept(invitationId, person)).status).toBe(200);
  });
});
