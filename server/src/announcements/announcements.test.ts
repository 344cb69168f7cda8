import * as staff from '@kazna/contract/admin/announcements';
import { dismissAnnouncement } from '@kazna/contract/cabinet/announcements';
import { getProfile } from '@kazna/contract/cabinet/profile';
import { beforeEach, expect, test } from 'vitest';
import { announced, plantAnnouncement } from '../../tests/support/announcements.ts';
import { appForThisFile } from '../../tests/support/app-for-file.ts';
import { addMember, signedInPerson } from '../../tests/support/organizations.ts';
import { signInPerson } from '../../tests/support/people.ts';
import { plantSubscription } from '../../tests/support/services.ts';
import { newStaff } from '../../tests/support/staff.ts';
import { sql } from '../platform/db/sql.ts';

const app = appForThisFile();

beforeEach(() => app.db.query(sql`delete from announcements`));

const announcementsOf = async (token: string) =>
  (await app.call(getProfile, {}, { token })).body.announcements.map(({ text, isDismissed }) => [text, isDismissed]);
const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();

test('an announcement is shown from its beginning to its end, the latest first and three at most', async () => {
  const { token } = await signedInPerson(app);
  await plantAnnouncement(app.db, { text: 'прошло', from: hours(-2), until: hours(-1) });
  await plantAnnouncement(app.db, { text: 'будет', from: hours(1), until: hours(2) });
  for (const ago of [5, 4, 3, 2]) await plantAnnouncement(app.db, { text: `${ago} назад`, from: hours(-ago) });
  expect(await announcementsOf(token)).toEqual([2, 3, 4].map((ago) => [`${ago} назад`, false]));
});

test('a dismissed announcement stays dismissed in every session of the person, and for nobody else', async () => {
  const [person, other] = [await signedInPerson(app), await signedInPerson(app)];
  const announcementId = await plantAnnouncement(app.db, { text: 'работы' });
  const dismiss = () => app.call(dismissAnnouncement, { params: { announcementId } }, { token: person.token });
  expect([(await dismiss()).status, (await dismiss()).status]).toEqual([204, 204]);
  const again = await signInPerson(app, person);
  expect(await announcementsOf(again.accessToken)).toEqual([['работы', true]]);
  expect(await announcementsOf(other.token)).toEqual([['работы', false]]);
});

/** A person with the organization that their session stands in. */
const openOwner = async () => {
  const { id, token } = await signedInPerson(app);
  const organizationId = (await app.call(getProfile, {}, { token })).body.activeOrganizationId as string;
  return { id, token, organizationId };
};

test('an announcement to owners is seen by the owner of the active organization alone', async () => {
  const [owner, member] = [await openOwner(), await openOwner()];
  await addMember(app, owner.organizationId, member);
  await plantAnnouncement(app.db, { text: 'владельцам', audience: 'owners' });
  expect(await announcementsOf(owner.token)).toEqual([['владельцам', false]]);
  expect(await announcementsOf(member.token)).toEqual([['владельцам', false]]);
  await app.db.query(sql`update sessions set organization_id = ${owner.organizationId} where user_id = ${member.id}`);
  expect(await announcementsOf(member.token)).toEqual([]);
});

test('an announcement to a tariff is seen in organizations that have it and are not done with it', async () => {
  const [customer, other] = [await openOwner(), await openOwner()];
  const subscriptionId = await plantSubscription(app.db, customer.organizationId);
  const [row] = await app.db.query<{ tariffId: string }>(
    sql`select tariff_id as "tariffId" from subscriptions where id = ${subscriptionId}`,
  );
  const tariffId = row?.tariffId as string;
  await plantAnnouncement(app.db, { text: 'дороже', audience: 'tariff', tariffId });
  expect(await announcementsOf(customer.token)).toEqual([['дороже', false]]);
  expect(await announcementsOf(other.token)).toEqual([]);
  const { token } = await newStaff(app, 'support');
  const counted = await app.call(staff.countAudience, { query: { audience: 'tariff', tariffId } }, { token });
  expect(counted.body.people).toBe(1);
  await app.db.query(
    sql`update subscriptions set status = 'ended', ended_on = started_on, next_step_at = null where id = ${subscriptionId}`,
  );
  expect(await announcementsOf(customer.token)).toEqual([]);
});

test('staff plan, change, end and delete announcements, and see their states', async () => {
  const { token } = await newStaff(app, 'admin');
  const create = async (form: object) =>
    (await app.call(staff.createAnnouncement, { body: { ...announced, ...form } }, { token })).body.id;
  const states = async () =>
    (await app.call(staff.listAnnouncements, {}, { token })).body.items.map(({ text, state }) => `${text} ${state}`);
  const planned = await create({ text: 'цены', from: hours(1), until: hours(2) });
  const shown = await create({ text: 'работы' });
  expect(await states()).toEqual(['работы shown', 'цены planned']);
  await app.call(staff.endAnnouncement, { params: { announcementId: shown } }, { token });
  const body = { ...announced, text: 'новые цены' };
  await app.call(staff.updateAnnouncement, { params: { announcementId: planned }, body }, { token });
  expect(await states()).toEqual(['работы ended', 'новые цены shown']);
  await app.call(staff.deleteAnnouncement, { params: { announcementId: shown } }, { token });
  expect(await states()).toEqual(['новые цены shown']);
});

test.each([
  ['until', { until: announced.from }],
  ['tariffId', { audience: 'tariff' }],
  ['tariffId', { audience: 'tariff', tariffId: '00000000-0000-4000-8000-000000000000' }],
  ['link', { link: 'javascript:alert(1)' }],
  ['link', { link: '//evil.example' }],
  ['link', { link: 'https://evil.example' }],
  ['text', { text: '<b>Работы</b>' }],
  ['text', { text: 'я'.repeat(301) }],
])('an announcement with an invalid %s %j is refused on its field', async (path, form) => {
  const { token } = await newStaff(app, 'admin');
  const answer = await app.call(staff.createAnnouncement, { body: { ...announced, ...form } as never }, { token });
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ path }] } });
});
