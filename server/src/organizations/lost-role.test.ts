import { inviteMember, listInvitations, resendInvitation, revokeInvitation } from '@kazna/contract/cabinet/invitations';
import { changeMemberRole, leaveOrganization, removeMember, transferOwnership } from '@kazna/contract/cabinet/members';
import { updateOrganization } from '@kazna/contract/cabinet/organization-forms';
import { closeOrganization, getOrganization } from '@kazna/contract/cabinet/organizations';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { appForThisFile } from '../../tests/support/app-for-file.ts';
import {
  newMember,
  openCompany,
  rolesIn,
  type SignedIn,
  signedInPerson,
  untilDoneOrBlocked,
} from '../../tests/support/organizations.ts';
import { newPerson } from '../../tests/support/people.ts';
import type { Transaction } from '../platform/db/database.ts';
import * as demoting from './change-members.ts';
import { suspendOrganization } from './organization-status.ts';

const app = appForThisFile();
let owner: SignedIn;
beforeAll(async () => {
  owner = await signedInPerson(app);
});

let organizationId: string;
let name: string;
let actor: SignedIn;
let other: SignedIn;
let invitationId: string;
beforeEach(async () => {
  ({ id: organizationId, name } = await openCompany(app, owner));
  actor = await newMember(app, organizationId, 'owner');
  other = await newMember(app, organizationId, 'member');
  invitationId = (await app.call(inviteMember, invited(), { token: owner.token })).body.id;
  await app.db.queryText("update invitations set sent_at = now() - interval '1 hour' where id = $1", [invitationId]);
});

const params = () => ({ organizationId });
const invited = () => ({ params: params(), body: { email: newPerson().email, role: 'member' as const } });
const ofOther = () => ({ organizationId, userId: other.id });
const ofInvitation = () => ({ organizationId, invitationId });

type Act = (options: { token: string }) => Promise<{ status: number; body: { code: string } | undefined }>;

const acts: [string, Act][] = [
  ['rename it', (by) => app.call(updateOrganization, { params: params(), body: { name: 'Чужое' } }, by)],
  ['close it', (by) => app.call(closeOrganization, { params: params(), body: { name } }, by)],
  ['hand it over', (by) => app.call(transferOwnership, { params: params(), body: { userId: other.id } }, by)],
  ['give a role', (by) => app.call(changeMemberRole, { params: ofOther(), body: { role: 'admin' } }, by)],
  ['remove a member', (by) => app.call(removeMember, { params: ofOther() }, by)],
  ['invite', (by) => app.call(inviteMember, invited(), by)],
  ['revoke an invitation', (by) => app.call(revokeInvitation, { params: ofInvitation() }, by)],
  ['send an invitation again', (by) => app.call(resendInvitation, { params: ofInvitation() }, by)],
];

/** Calls while the change is not committed, so that the access check still sees the old state. */
async function callAmid(change: (tx: Transaction) => Promise<void>, act: Act) {
  let call: ReturnType<Act> | undefined;
  await app.db.transaction(async (tx) => {
    await change(tx);
    call = act({ token: actor.token });
    await untilDoneOrBlocked(app, call);
  });
  return call;
}

async function everything() {
  const by = { token: owner.token };
  const organization = await app.call(getOrganization, { params: params() }, by);
  const invitations = await app.call(listInvitations, { params: params() }, by);
  return [organization.body.name, invitations.body.items, (await rolesIn(app, organizationId))[other.id]];
}

describe("concurrent loss of the owner's role", () => {
  test.each(acts)('an owner demoted at the same moment cannot %s', async (_, act) => {
    const before = await everything();
    const demotion = { organizationId, userId: actor.id, role: 'member' as const };
    const answer = await callAmid(
      (tx) => demoting.changeMemberRole(tx, { id: owner.id, address: '127.0.0.1' }, demotion),
      act,
    );
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await everything()).toEqual(before);
  });
});

describe('concurrent suspension', () => {
  const suspend = (tx: Transaction) => suspendOrganization(tx, organizationId, 'suspended');

  test.each(acts)('an owner cannot %s while staff suspend the organization', async (_, act) => {
    expect(await callAmid(suspend, act)).toMatchObject({ status: 403, body: { code: 'organization_suspended' } });
  });

  test('an owner can leave the organization while staff suspend it', async () => {
    const leave: Act = (by) => app.call(leaveOrganization, { params: params() }, by);
    expect(await callAmid(suspend, leave)).toMatchObject({ status: 204 });
  });
});
