import { acceptInvitation as accept } from '@kazna/contract/cabinet/invitations';
import { leaveOrganization, removeMember } from '@kazna/contract/cabinet/members';
import { createOrganization } from '@kazna/contract/cabinet/organization-forms';
import { closeOrganization, type Organization } from '@kazna/contract/cabinet/organizations';
import { deleteProfile } from '@kazna/contract/cabinet/profile';
import { createSavedView } from '@kazna/contract/cabinet/saved-views';
import { expect, test } from 'vitest';
import { appForThisFile } from '../../tests/support/app-for-file.ts';
import {
  companyBody,
  newMember,
  openCompany,
  rolesIn,
  type SignedIn,
  signedInPerson,
  untilDoneOrBlocked,
} from '../../tests/support/organizations.ts';
import { newStaff } from '../../tests/support/staff.ts';
import { acceptInvitation } from '../organizations/invitations/answer-invitation.ts';
import { insertInvitation } from '../organizations/invitations/store.ts';
import { insertManagedOrganization } from '../organizations/store.ts';
import { openSession } from '../people/accounts/sessions/session-tokens.ts';
import { getUser, lockPassword } from '../people/accounts/store.ts';
import { uuidv7 } from '../platform/db/uuid.ts';

const app = appForThisFile();

type Act = (company: Organization, owner: SignedIn, member: SignedIn) => Promise<{ status: number }>;
const acts: [string, number, Act][] = [
  [
    'is removed',
    404,
    ({ id: organizationId }, { token }, { id: userId }) =>
      app.call(removeMember, { params: { organizationId, userId } }, { token }),
  ],
  [
    'leaves',
    404,
    ({ id: organizationId }, _, { token }) => app.call(leaveOrganization, { params: { organizationId } }, { token }),
  ],
  [
    'has their organization closed',
    204,
    ({ id: organizationId, name }, { token }) =>
      app.call(closeOrganization, { params: { organizationId }, body: { name } }, { token }),
  ],
];

test.each(acts)(
  'a person who %s while deleting the account is deleted, and both calls answer',
  async (_, status, act) => {
    const owner = await signedInPerson(app);
    const company = await openCompany(app, owner);
    const member = await newMember(app, company.id);
    const { password, token } = member;
    const [deletion, other] = await app.db.transaction(async (tx) => {
      // Both transactions have begun before either continues.
      await tx.queryText('select from users where id = $1 for no key update', [member.id]);
      const first = app.call(deleteProfile, { body: { currentPassword: password } }, { token });
      await untilDoneOrBlocked(app, first);
      const second = act(company, owner, member);
      await untilDoneOrBlocked(app, second, 2);
      return [first, second] as const;
    });
    expect([(await deletion).status, (await other).status]).toEqual([204, status]);
    expect(await rolesIn(app, company.id)).toEqual({ [owner.id]: 'owner' });
  },
);

/** An organization without members, whose owner the person is invited to become. */
async function invitedToOwn({ email }: SignedIn): Promise<{ organizationId: string; invitationId: string }> {
  const [organizationId, invitationId] = [uuidv7(), uuidv7()];
  const organization = { id: organizationId, kind: 'company', name: 'ООО «Лютик»', externalId: null } as const;
  await insertManagedOrganization(app.db, { ...organization, metadata: {} });
  const { id: invitedBy } = await newStaff(app, 'admin');
  await insertInvitation(app.db, { id: invitationId, organizationId, email, role: 'owner', invitedBy });
  return { organizationId, invitationId };
}

test('a person who deletes the account while accepting an invitation leaves no organization without an owner', async () => {
  const person = await signedInPerson(app);
  const { id, password, token } = person;
  const { organizationId, invitationId } = await invitedToOwn(person);
  const [deletion] = await app.db.transaction(async (tx) => {
    await acceptInvitation(tx, { id, address: '127.0.0.1' }, invitationId);
    const deleting = app.call(deleteProfile, { body: { currentPassword: password } }, { token });
    await untilDoneOrBlocked(app, deleting);
    return [deleting] as const;
  });
  expect((await deletion).status).toBe(204);
  expect(await rolesIn(app, organizationId)).toEqual({});
  const { rows } = await app.db.queryText('select status from organizations where id = $1', [organizationId]);
  expect(rows).toEqual([{ status: 'closed' }]);
});

test('a person who accepts an invitation while deleting the account joins nothing', async () => {
  const person = await signedInPerson(app);
  const { id, password, token } = person;
  const { organizationId, invitationId } = await invitedToOwn(person);
  const [deletion, accepting] = await app.db.transaction(async (tx) => {
    await tx.queryText('select from users where id = $1 for no key update', [id]);
    const first = app.call(deleteProfile, { body: { currentPassword: password } }, { token });
    await untilDoneOrBlocked(app, first);
    const second = app.call(accept, { params: { invitationId } }, { token });
    await untilDoneOrBlocked(app, second, 2);
    return [first, second] as const;
  });
  expect([(await deletion).status, (await accepting).status]).toEqual([204, 404]);
  expect(await rolesIn(app, organizationId)).toEqual({});
});

test('a person who deletes the account opens neither an organization nor a saved view after that', async () => {
  const { id, password, token } = await signedInPerson(app);
  const view = { list: 'operations', name: 'Мои', filters: { kind: 'charge' }, isShared: false } as const;
  const calls = await app.db.transaction(async (tx) => {
    await tx.queryText('select from users where id = $1 for no key update', [id]);
    const deletion = app.call(deleteProfile, { body: { currentPassword: password } }, { token });
    await untilDoneOrBlocked(app, deletion);
    const opening = app.call(createOrganization, { body: companyBody() }, { token });
    await untilDoneOrBlocked(app, opening, 2);
    const saving = app.call(createSavedView, { body: view }, { token });
    await untilDoneOrBlocked(app, saving, 3);
    return [deletion, opening, saving] as const;
  });
  const answers: { status: number }[] = await Promise.all(calls);
  expect(answers.map(({ status }) => status)).toEqual([204, 401, 401]);
});

test('a sign-in under way does not stop the deletion, and its session is deleted', async () => {
  const { id, password, token } = await signedInPerson(app);
  const [deletion] = await app.db.transaction(async (tx) => {
    expect(await lockPassword(tx, await getUser(tx, id))).toBe(true);
    const deleting = app.call(deleteProfile, { body: { currentPassword: password } }, { token });
    await untilDoneOrBlocked(app, deleting);
    await openSession(tx, app.keys, id, { address: '127.0.0.1', userAgent: '' });
    return [deleting] as const;
  });
  expect((await deletion).status).toBe(204);
  expect((await app.db.queryText('select from sessions where user_id = $1', [id])).rows).toEqual([]);
});
