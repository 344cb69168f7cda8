import { type AuditAction, auditActions, listAudit } from '@kazna/contract/cabinet/audit';
import * as invitations from '@kazna/contract/cabinet/invitations';
import * as members from '@kazna/contract/cabinet/members';
import * as forms from '@kazna/contract/cabinet/organization-forms';
import * as organizations from '@kazna/contract/cabinet/organizations';
import type { Endpoint } from '@kazna/contract/shared/endpoint';
import { beforeAll, describe, expect, test } from 'vitest';
import { appForThisFile } from '../../tests/support/app-for-file.ts';
import {
  addMember,
  companyBody,
  openCompany,
  type SignedIn,
  signedInPerson,
} from '../../tests/support/organizations.ts';
import { newPerson } from '../../tests/support/people.ts';

const app = appForThisFile();
let owner: SignedIn;
let admin: SignedIn;
let member: SignedIn;
beforeAll(async () => {
  owner = await signedInPerson(app, 'Ольга');
  admin = await signedInPerson(app, 'Андрей');
  member = await signedInPerson(app, 'Мила');
});

const address = '10.20.30.40';

async function act<E extends Endpoint>(by: SignedIn, endpoint: E, params: object, body?: object): Promise<string> {
  const sent = { params, ...(body ? { body } : {}) };
  const answer = await app.call(endpoint, sent as never, { token: by.token, address });
  if (answer.status !== endpoint.status) throw new Error(`${endpoint.path} answered ${answer.status}`);
  return (answer.body as { id?: string } | undefined)?.id ?? '';
}

const readLog = async (organizationId: string, query = {}) =>
  (await app.call(listAudit, { params: { organizationId }, query: { limit: 100, ...query } }, { token: owner.token }))
    .body.items;

/** Tested with the admin area. */
const byStaff = [
  'organization.suspended',
  'organization.resumed',
  'organization.viewed',
  'organization.exchange_changed',
  'invitation.revoked_by_staff',
];

type ExpectedEntry = [action: AuditAction, actor: string, subject: string | null, details: Record<string, string>];

describe('audit entries', () => {
  test('every action leaves an audit entry with actor, action, subject and address, in order', async () => {
    const { email } = newPerson();
    const organizationId = await act(owner, forms.createOrganization, {}, companyBody());
    const path = { organizationId };
    const asMember = { ...path, userId: member.id };
    await act(owner, forms.updateOrganization, path, { name: 'ООО «Лютик»', kpp: '771401002' });
    const toMember = await act(owner, invitations.inviteMember, path, { email: member.email, role: 'member' });
    await act(member, invitations.acceptInvitation, { invitationId: toMember });
    const toAdmin = await act(owner, invitations.inviteMember, path, { email: admin.email, role: 'admin' });
    await act(admin, invitations.declineInvitation, { invitationId: toAdmin });
    await addMember(app, organizationId, admin, 'admin');
    const toOther = await act(admin, invitations.inviteMember, path, { email, role: 'member' });
    await app.db.queryText("update invitations set sent_at = now() - interval '1 hour' where id = $1", [toOther]);
    await act(admin, invitations.resendInvitation, { ...path, invitationId: toOther });
    await act(admin, invitations.revokeInvitation, { ...path, invitationId: toOther });
    await act(admin, members.changeMemberRole, asMember, { role: 'accountant' });
    await act(owner, members.transferOwnership, path, { userId: member.id });
    await act(member, members.transferOwnership, path, { userId: owner.id });
    await act(owner, organizations.setStaffView, path, { isAllowed: false });
    await act(owner, members.removeMember, asMember);
    await act(admin, members.leaveOrganization, path);
    const expected: ExpectedEntry[] = [
      ['organization.created', 'Ольга', null, {}],
      ['organization.changed', 'Ольга', null, { fields: 'name, kpp' }],
      ['invitation.sent', 'Ольга', member.email, { role: 'member' }],
      ['member.joined', 'Мила', member.email, { role: 'member' }],
      ['invitation.sent', 'Ольга', admin.email, { role: 'admin' }],
      ['invitation.declined', 'Андрей', admin.email, {}],
      ['invitation.sent', 'Андрей', email, { role: 'member' }],
      ['invitation.resent', 'Андрей', email, {}],
      ['invitation.revoked', 'Андрей', email, {}],
      ['member.role_changed', 'Андрей', 'Мила', { from: 'member', to: 'accountant' }],
      ['ownership.transferred', 'Ольга', 'Мила', {}],
      ['ownership.transferred', 'Мила', 'Ольга', {}],
      ['organization.staff_view_changed', 'Ольга', null, { staffView: 'запрещён' }],
      ['member.removed', 'Ольга', 'Мила', {}],
      ['member.left', 'Андрей', null, {}],
    ];
    const log = (await readLog(organizationId)).toReversed();
    expect(log.map(({ action, actorName, subject, details }) => [action, actorName, subject, details])).toEqual(
      expected,
    );
    expect(log.map((entry) => entry.address)).toEqual(expected.map(() => address));
    const ofPeople = Object.keys(auditActions).filter((action) =>
      /^(organization|member|ownership|invitation)\./.test(action),
    );
    const covered = new Set([...expected.map(([action]) => action), 'organization.closed', ...byStaff]);
    expect(covered).toEqual(new Set(ofPeople));
  });

  test('a closed organization keeps its audit log', async () => {
    const { id, name } = await openCompany(app, owner);
    await act(owner, organizations.closeOrganization, { organizationId: id }, { name });
    const { rows } = await app.db.queryText(
      'select action, actor_id, host(address) as address from audit_log where organization_id = $1 order by id desc limit 1',
      [id],
    );
    expect(rows).toEqual([{ action: 'organization.closed', actor_id: owner.id, address }]);
  });

  test('a refused action and one that changes nothing leave no audit entry', async () => {
    const { id } = await openCompany(app, owner);
    await addMember(app, id, member);
    const asMember = { organizationId: id, userId: member.id };
    const [before] = await readLog(id);
    await app.call(members.removeMember, { params: asMember }, { token: member.token });
    await app.call(members.leaveOrganization, { params: { organizationId: id } }, { token: owner.token });
    await act(owner, members.changeMemberRole, asMember, { role: 'member' });
    expect(await readLog(id)).toEqual([before]);
  });

  test('the audit log does not name a person who deleted their account', async () => {
    const person = await signedInPerson(app, 'Уходящая');
    const { id } = await openCompany(app, person);
    await addMember(app, id, owner, 'owner');
    await act(owner, members.changeMemberRole, { organizationId: id, userId: person.id }, { role: 'admin' });
    await app.db.queryText('update users set deleted_at = now() where id = $1', [person.id]);
    expect(await readLog(id)).toMatchObject([
      { action: 'member.role_changed', actorName: 'Ольга', subject: null },
      { action: 'organization.created', actorName: null },
    ]);
  });
});

describe('atomicity of an action and its audit entry', () => {
  type Scene = { organizationId: string; userId: string; invitationId: string };
  const acts: [AuditAction, Endpoint, (() => object)?, ('owner' | 'member' | 'invited')?][] = [
    ['organization.changed', forms.updateOrganization, () => ({ name: 'ООО «Лютик»' })],
    ['organization.closed', organizations.closeOrganization, () => ({ name: 'ООО «Ромашка»' })],
    ['member.role_changed', members.changeMemberRole, () => ({ role: 'admin' })],
    ['member.removed', members.removeMember],
    ['member.left', members.leaveOrganization, undefined, 'member'],
    ['ownership.transferred', members.transferOwnership, () => ({ userId: member.id })],
    ['invitation.sent', invitations.inviteMember, () => ({ email: newPerson().email, role: 'member' })],
    ['invitation.resent', invitations.resendInvitation],
    ['invitation.revoked', invitations.revokeInvitation],
    ['member.joined', invitations.acceptInvitation, undefined, 'invited'],
    ['invitation.declined', invitations.declineInvitation, undefined, 'invited'],
  ];

  async function setScene(): Promise<Scene> {
    const { id: organizationId } = await openCompany(app, owner);
    await addMember(app, organizationId, member);
    // Every scene invites the same address, more often than the rate limit allows.
    await app.db.queryText('delete from throttle_counters');
    const body = { email: admin.email, role: 'member' };
    const invitationId = await act(owner, invitations.inviteMember, { organizationId }, body);
    await app.db.queryText("update invitations set sent_at = now() - interval '1 hour' where id = $1", [invitationId]);
    return { organizationId, userId: member.id, invitationId };
  }

  async function everythingOf(organizationId: string): Promise<unknown[]> {
    const read = async (text: string) => (await app.db.queryText(text, [organizationId])).rows;
    return [
      await read('select * from organizations where id = $1'),
      await read('select * from memberships where organization_id = $1 order by user_id'),
      // The worker writes the letter's token at any time.
      await read("select to_jsonb(i) - 'token_hash' from invitations i where organization_id = $1 order by id"),
      await read('select * from audit_log where organization_id = $1 order by id'),
    ];
  }

  test.each(acts)(
    '%s is rolled back when its audit entry cannot be written',
    async (action, endpoint, body, by = 'owner') => {
      const scene = await setScene();
      const before = await everythingOf(scene.organizationId);
      const rule = `no_${scene.organizationId.replaceAll('-', '')}`;
      await app.db.queryText(
        `alter table audit_log add constraint ${rule} check (organization_id <> '${scene.organizationId}') not valid`,
      );
      const person = { owner, member, invited: admin }[by];
      const sent = { params: scene, ...(body ? { body: body() } : {}) };
      const call = () => app.call(endpoint, sent as never, { token: person.token, address });
      expect((await call()).status).toBe(500);
      expect(await everythingOf(scene.organizationId)).toEqual(before);
      await app.db.queryText(`alter table audit_log drop constraint ${rule}`);
      expect((await call()).status).toBe(endpoint.status);
      const text = 'select from audit_log where organization_id = $1 and action = $2';
      const written = (await app.db.queryText(text, [scene.organizationId, action])).rows.length;
      expect(written).toBe(action === 'invitation.sent' ? 2 : 1);
    },
  );
});
