import { updateUser } from '@kazna/contract/admin/users';
import { listAudit } from '@kazna/contract/cabinet/audit';
import * as contract from '@kazna/contract/cabinet/invitations';
import { readInvitation } from '@kazna/contract/cabinet/invited-sign-up';
import { changeMemberRole, leaveOrganization, removeMember } from '@kazna/contract/cabinet/members';
import { createOrganization } from '@kazna/contract/cabinet/organization-forms';
import { deleteProfile, updateProfile } from '@kazna/contract/cabinet/profile';
import { describe, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import {
  companyBody,
  newMember,
  openCompany,
  type SignedIn,
  signedInPerson,
  untilDoneOrBlocked,
} from '../../../tests/support/organizations.ts';
import { newPerson } from '../../../tests/support/people.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { setAccountStatus } from '../../people/accounts/change-account.ts';
import { listLetters } from '../../platform/mail/mailbox-store.ts';

const app = appForThisFile();

const invite = (organizationId: string, email: string, { token }: SignedIn) =>
  app.call(contract.inviteMember, { params: { organizationId }, body: { email, role: 'member' } }, { token });
const resend = (organizationId: string, invitationId: string, { token }: SignedIn) =>
  app.call(contract.resendInvitation, { params: { organizationId, invitationId } }, { token });
const lettersTo = async (email: string) => (await listLetters(app.db, email, 100)).length;
async function untilLettersAreSent() {
  const waiting = `select from pgboss.job where name = 'invitation-letter' and state not in ('completed', 'failed')`;
  while ((await app.db.queryText(waiting)).rows.length > 0) await new Promise((resolve) => setTimeout(resolve, 50));
}
const create = ({ token }: SignedIn, name = 'Счёт') =>
  app.call(createOrganization, { body: { kind: 'person', name } }, { token });

describe('rate limits of invitation letters', () => {
  test('one person sends one address at most 5 invitations a day, from all organizations together', async () => {
    const [inviter, { email }] = [await signedInPerson(app), newPerson()];
    const statuses = [];
    for (let turn = 0; turn < 8; turn += 1) {
      const { id } = (await create(inviter)).body;
      statuses.push((await invite(id, email, inviter)).status);
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429, 429]);
    expect((await invite((await create(inviter)).body.id, newPerson().email, inviter)).status).toBe(201);
  });

  test('resent invitations count for the rate limit', async () => {
    const [inviter, { email }] = [await signedInPerson(app), newPerson()];
    const { id } = await openCompany(app, inviter);
    const { body } = await invite(id, email, inviter);
    const statuses = [];
    for (let turn = 0; turn < 6; turn += 1) {
      await app.db.queryText("update invitations set sent_at = sent_at - interval '2 minutes' where id = $1", [
        body.id,
      ]);
      statuses.push((await resend(id, body.id, inviter)).status);
    }
    expect(statuses).toEqual([204, 204, 204, 204, 429, 429]);
  });

  test('an address gets at most 10 invitation letters a day; further invitations stay valid without a letter', async () => {
    const { email } = newPerson();
    const invitations = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const inviter = await signedInPerson(app);
      for (let organization = 0; organization < 5; organization += 1) {
        const { id } = (await create(inviter)).body;
        invitations.push(await invite(id, email, inviter));
      }
    }
    expect(invitations.map(({ status }) => status)).toEqual(Array(15).fill(201));
    await untilLettersAreSent();
    expect(await lettersTo(email)).toBe(10);
  });

  test('the link of an earlier letter stays valid when the address gets no further one', async () => {
    const [inviter, { email }] = [await signedInPerson(app), newPerson()];
    const { id } = await openCompany(app, inviter);
    const { body } = await invite(id, email, inviter);
    const token = /invitation=([\w-]+)/.exec((await app.letter(email, 'Приглашение')).text)?.[1] as string;
    await app.db.queryText("update throttle_counters set hits = 10 where bucket like 'invitation-letters:%'");
    await app.db.queryText("update invitations set sent_at = now() - interval '1 hour' where id = $1", [body.id]);
    expect((await resend(id, body.id, inviter)).status).toBe(204);
    await untilLettersAreSent();
    expect(await lettersTo(email)).toBe(1);
    expect((await app.call(readInvitation, { query: { token } })).status).toBe(200);
  });

  test('one person invites at most 100 addresses an hour from all of their organizations', async () => {
    const inviter = await signedInPerson(app);
    const [one, other] = [(await create(inviter)).body.id, (await create(inviter)).body.id];
    // All of them lock one row in turn; on a busy machine the last of sixty would wait longer than a lock may be awaited.
    const inviteThirty = async (organizationId: string) => {
      const asking = Array.from({ length: 30 }, () => invite(organizationId, newPerson().email, inviter));
      return (await Promise.all(asking)).map(({ status }) => status);
    };
    expect([...(await inviteThirty(one)), ...(await inviteThirty(one))]).toEqual(Array(60).fill(201));
    expect(await inviteThirty(other)).toEqual(Array(30).fill(201));
    expect((await inviteThirty(other)).sort()).toEqual([...Array(10).fill(201), ...Array(20).fill(429)]);
  });
});

test('a person opens at most 50 organizations, asked for one by one or at once', async () => {
  const owner = await signedInPerson(app);
  const answers = await Promise.all(Array.from({ length: 55 }, () => create(owner)));
  // The personal organization counts as well.
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(49);
  expect(await create(owner)).toMatchObject({ status: 409, body: { code: 'too_many_organizations' } });
});

describe('names without links', () => {
  test('a web address is refused in the name of a person and of a personal organization', async () => {
    const person = await signedInPerson(app);
    const refused = { status: 400, body: { errors: [{ path: 'name' }] } };
    expect(await app.call(updateProfile, { body: { name: 'evil.com' } }, person)).toMatchObject(refused);
    expect(await create(person, 'Приз на t.me/evil')).toMatchObject(refused);
  });

  test('names with dots do not become links in an invitation letter', async () => {
    const owner = await signedInPerson(app);
    await app.db.queryText('update users set name = $2 where id = $1', [owner.id, 'https://evil.com/приз']);
    const company = await openCompany(app, owner, { ...companyBody(), name: 'ООО «Ромашка.ру»' });
    const { email } = newPerson();
    await invite(company.id, email, owner);
    const { subject, text, html } = await app.letter(email, 'Приглашение');
    for (const part of [subject, text, html]) {
      expect(part).not.toContain('evil.com');
      expect(part).not.toContain('Ромашка.ру');
      expect(part).toContain('Ромашка.\u2060ру');
    }
  });
});

test('an invitation into a suspended organization can be accepted once it is resumed', async () => {
  const [owner, guest] = [await signedInPerson(app), await signedInPerson(app)];
  const { id } = await openCompany(app, owner);
  const { body } = await invite(id, guest.email, owner);
  const accept = () => app.call(contract.acceptInvitation, { params: { invitationId: body.id } }, guest);
  const setStatus = (status: string) =>
    app.db.queryText('update organizations set status = $2 where id = $1', [id, status]);
  await setStatus('suspended');
  expect(await accept()).toMatchObject({ status: 403, body: { code: 'organization_suspended' } });
  await setStatus('active');
  expect((await accept()).status).toBe(200);
});

describe('invitations of a member who may not invite any more', () => {
  async function invitedByAdmin() {
    const owner = await signedInPerson(app);
    const { id } = await openCompany(app, owner);
    const admin = await newMember(app, id, 'admin');
    const guest = await signedInPerson(app);
    const { body } = await invite(id, guest.email, admin);
    const kept = await invite(id, newPerson().email, owner);
    const accept = () => app.call(contract.acceptInvitation, { params: { invitationId: body.id } }, guest);
    const statuses = async () =>
      (await app.call(contract.listInvitations, { params: { organizationId: id } }, owner)).body.items.map(
        (one) => [one.id === kept.body.id ? 'of the owner' : 'of the admin', one.status] as const,
      );
    return { owner, admin, of: { organizationId: id, userId: admin.id }, accept, statuses };
  }
  const revoked = [
    ['of the owner', 'pending'],
    ['of the admin', 'revoked'],
  ];

  test('end with their membership, so that nobody comes in by them', async () => {
    const { owner, of, accept, statuses } = await invitedByAdmin();
    expect((await app.call(removeMember, { params: of }, owner)).status).toBe(204);
    expect(await accept()).toMatchObject({ status: 404 });
    expect(await statuses()).toEqual(revoked);
  });

  type Invited = Awaited<ReturnType<typeof invitedByAdmin>>;
  const block = ({ of: { userId } }: Invited, { token }: SignedIn) =>
    app.call(updateUser, { params: { userId }, body: { status: 'blocked', reason: 'Украден' } }, { token });
  test.each<[string, number, (invited: Invited) => Promise<{ status: number }>]>([
    [
      'they leave',
      204,
      ({ admin, of: { organizationId } }) => app.call(leaveOrganization, { params: { organizationId } }, admin),
    ],
    [
      'they delete their account',
      204,
      ({ admin }) => app.call(deleteProfile, { body: { currentPassword: admin.password } }, admin),
    ],
    ['staff block them', 200, async (invited) => block(invited, await newStaff(app, 'admin'))],
  ])('end when %s', async (_, status, act) => {
    const invited = await invitedByAdmin();
    expect((await act(invited)).status).toBe(status);
    expect(await invited.accept()).toMatchObject({ status: 404 });
    expect(await invited.statuses()).toEqual(revoked);
  });

  test('stand in the log of the organization as revoked by the support once staff block them', async () => {
    const invited = await invitedByAdmin();
    await block(invited, await newStaff(app, 'admin'));
    const { items } = (await app.call(listAudit, { params: invited.of }, invited.owner)).body;
    expect(items[0]).toMatchObject({ action: 'invitation.revoked_by_staff', actorName: 'Поддержка', address: null });
  });

  test('are not sent by a call that waits while staff block them', async () => {
    const { admin, of, statuses } = await invitedByAdmin();
    const [inviting] = await app.db.transaction(async (tx) => {
      await setAccountStatus(tx, admin.id, 'blocked');
      const call = invite(of.organizationId, newPerson().email, admin);
      await untilDoneOrBlocked(app, call);
      return [call] as const;
    });
    expect((await inviting).status).toBe(401);
    expect(await statuses()).toHaveLength(2);
  });

  test('end with a role that may not invite, and stay with one that may', async () => {
    const { owner, of, accept, statuses } = await invitedByAdmin();
    const change = (role: 'owner' | 'accountant') => app.call(changeMemberRole, { params: of, body: { role } }, owner);
    expect((await change('owner')).status).toBe(204);
    expect((await statuses())[1]).toEqual(['of the admin', 'pending']);
    expect((await change('accountant')).status).toBe(204);
    expect(await accept()).toMatchObject({ status: 404 });
    expect(await statuses()).toEqual(revoked);
  });

  test('stay where somebody tries to remove them who may not', async () => {
    const { of, statuses } = await invitedByAdmin();
    const member = await newMember(app, of.organizationId, 'member');
    expect((await app.call(removeMember, { params: of }, member)).status).toBe(403);
    expect((await statuses())[1]).toEqual(['of the admin', 'pending']);
  });
});
