import * as contract from '@kazna/contract/cabinet/invitations';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import {
  openCompany,
  rolesIn,
  type SignedIn,
  signedInPerson,
  untilDoneOrBlocked,
} from '../../../tests/support/organizations.ts';
import { newPerson } from '../../../tests/support/people.ts';
import { settleForClosing } from '../../account-closure/settle-for-closing.ts';
import { closeOrganization } from '../organization-status.ts';

let app: TestApp;
let twin: TestApp;
let owner: SignedIn;
let organizationId: string;
beforeAll(async () => {
  app = await startTestApp(inject('databaseUrl'));
  twin = await app.startSecondProcess();
  owner = await signedInPerson(app);
  organizationId = (await openCompany(app, owner)).id;
});
afterAll(async () => {
  await twin.close();
  await app.close();
});

const times = <T>(count: number, act: (on: TestApp) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, turn) => act(turn % 2 ? twin : app)));
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted();
const invite = (email: string, on = app, id = organizationId) =>
  on.call(
    contract.inviteMember,
    { params: { organizationId: id }, body: { email, role: 'member' } },
    { token: owner.token },
  );
const accept = (invitationId: string, { token }: SignedIn, on = app) =>
  on.call(contract.acceptInvitation, { params: { invitationId } }, { token });
const resend = (invitationId: string, on = app) =>
  on.call(contract.resendInvitation, { params: { organizationId, invitationId } }, { token: owner.token });

async function countLog(action: string, invitationId: string): Promise<number> {
  const text = 'select from audit_log where action = $1 and invitation_id = $2';
  return (await app.db.queryText(text, [action, invitationId])).rows.length;
}

test('an invitation accepted 20 times at once makes one membership and one audit entry', async () => {
  const person = await signedInPerson(app);
  const { body } = await invite(person.email);
  const answers = await times(20, (on) => accept(body.id, person, on));
  expect(statuses(answers)).toEqual([200, ...Array(19).fill(404)]);
  expect((await rolesIn(app, organizationId))[person.id]).toBe('member');
  expect(await countLog('member.joined', body.id)).toBe(1);
});

test('an address invited 10 times at once gets one invitation and one letter', async () => {
  const { email } = newPerson();
  const answers = await times(10, (on) => invite(email, on));
  expect(statuses(answers)).toEqual([201, ...Array(9).fill(409)]);
  const { rows } = await app.db.queryText('select id from invitations where email = $1', [email]);
  expect(rows).toHaveLength(1);
  expect(await countLog('invitation.sent', String(rows[0]?.id))).toBe(1);
  const jobs = "select from pgboss.job where name = 'invitation-letter' and data->>'invitationId' = $1";
  expect((await app.db.queryText(jobs, [rows[0]?.id])).rows).toHaveLength(1);
});

test('an address invited 10 times at once after an expired invitation gets one new invitation', async () => {
  const { email } = newPerson();
  const { body } = await invite(email);
  await app.db.queryText('update invitations set expires_at = now() where id = $1', [body.id]);
  expect(statuses(await times(10, (on) => invite(email, on)))).toEqual([201, ...Array(9).fill(409)]);
});

test('an invitation sent again 10 times at once makes one letter', async () => {
  const { body } = await invite(newPerson().email);
  await app.db.queryText("update invitations set sent_at = now() - interval '2 minutes' where id = $1", [body.id]);
  expect(statuses(await times(10, (on) => resend(body.id, on)))).toEqual([204, ...Array(9).fill(429)]);
  expect(await countLog('invitation.resent', body.id)).toBe(1);
});

test('of a concurrent acceptance and revocation one wins, and the membership agrees', async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const person = await signedInPerson(app);
    const { body } = await invite(person.email);
    const params = { organizationId, invitationId: body.id };
    const [accepted, revoked] = await Promise.all([
      accept(body.id, person),
      twin.call(contract.revokeInvitation, { params }, { token: owner.token }),
    ]);
    expect([
      [200, 404],
      [404, 204],
    ]).toContainEqual([accepted.status, revoked.status]);
    expect(person.id in (await rolesIn(app, organizationId))).toBe(accepted.status === 200);
  }
});

test('of a concurrent acceptance and decline one wins', async () => {
  const person = await signedInPerson(app);
  const { body } = await invite(person.email);
  const [accepted, declined] = await Promise.all([
    accept(body.id, person),
    twin.call(contract.declineInvitation, { params: { invitationId: body.id } }, { token: person.token }),
  ]);
  expect([accepted, declined].filter(({ status }) => status === 404)).toHaveLength(1);
  expect(person.id in (await rolesIn(app, organizationId))).toBe(accepted.status === 200);
});

test('nobody joins an organization that is being closed', async () => {
  const person = await signedInPerson(app);
  const company = await openCompany(app, owner);
  const { body } = await invite(person.email, app, company.id);
  let accepting: ReturnType<typeof accept> | undefined;
  await app.db.transaction(async (tx) => {
    await closeOrganization(
      tx,
      { id: owner.id, address: '127.0.0.1' },
      {
        organizationId: company.id,
        name: company.name,
        settleMoney: settleForClosing,
      },
    );
    accepting = accept(body.id, person);
    await untilDoneOrBlocked(app, accepting);
  });
  expect(await accepting).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await rolesIn(app, company.id)).toEqual({ [owner.id]: 'owner' });
});
