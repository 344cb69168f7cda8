import { createStaffView, deleteStaffView, listStaffViews } from '@kazna/contract/admin/saved-views';
import { leaveOrganization } from '@kazna/contract/cabinet/members';
import { deleteProfile } from '@kazna/contract/cabinet/profile';
import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  maxSavedViews,
  updateSavedView,
} from '@kazna/contract/cabinet/saved-views';
import { expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { addMember, signedInPerson } from '../../../tests/support/organizations.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { sql } from '../../platform/db/sql.ts';

const app = appForThisFile();

const charges = { list: 'operations' as const, name: 'Списания', filters: { kind: 'charge' }, isShared: false };

async function newOwner() {
  const { id, token, password } = await signedInPerson(app);
  const [row] = await app.db.query<{ organizationId: string }>(
    sql`select organization_id as "organizationId" from memberships where user_id = ${id}`,
  );
  return { id, token, password, organizationId: row?.organizationId as string };
}
type Person = Awaited<ReturnType<typeof newOwner>>;

async function newColleague(owner: Person, role: 'member' | 'admin' = 'member'): Promise<Person> {
  const person = await newOwner();
  await addMember(app, owner.organizationId, person, role);
  await app.db.query(sql`update sessions set organization_id = ${owner.organizationId} where user_id = ${person.id}`);
  return person;
}

const save = ({ token }: { token: string }, form: object = {}) =>
  app.call(createSavedView, { body: { ...charges, ...form } }, { token });

const viewsOf = async ({ token }: { token: string }) =>
  (await app.call(listSavedViews, { query: { list: 'operations' } }, { token })).body.items;

const namesOf = async (person: Person) => (await viewsOf(person)).map(({ name }) => name);

test('a saved view is seen by its owner, and a shared one by every member of the organization', async () => {
  const owner = await newOwner();
  const member = await newColleague(owner);
  await save(owner);
  await save(owner, { name: 'Все приходы', filters: { direction: 'in' }, isShared: true });
  expect(await namesOf(owner)).toEqual(['Списания', 'Все приходы']);
  expect(await viewsOf(member)).toMatchObject([{ name: 'Все приходы', isShared: true, mayChange: false }]);
  expect(await namesOf(await newOwner())).toEqual([]);
});

test('only those who manage members share views and change shared ones', async () => {
  const owner = await newOwner();
  const [member, admin] = [await newColleague(owner), await newColleague(owner, 'admin')];
  expect((await save(member, { isShared: true })).status).toBe(403);
  const { body: view } = await save(admin, { isShared: true });
  const rename = ({ token }: Person) =>
    app.call(updateSavedView, { params: { viewId: view.id }, body: { name: 'Наши' } }, { token });
  const remove = ({ token }: Person) => app.call(deleteSavedView, { params: { viewId: view.id } }, { token });
  expect([(await rename(member)).status, (await remove(member)).status]).toEqual([403, 403]);
  expect(await rename(owner)).toMatchObject({ status: 200, body: { name: 'Наши', isShared: true } });
  expect((await remove(owner)).status).toBe(204);
});

test('a suspended organization keeps its saved views, and no other is shared', async () => {
  const owner = await newOwner();
  await save(owner, { isShared: true });
  await app.db.query(sql`update organizations set status = 'suspended' where id = ${owner.organizationId}`);
  expect(await viewsOf(owner)).toMatchObject([{ name: 'Списания', mayChange: false }]);
  expect(await save(owner, { name: 'Ещё', isShared: true })).toMatchObject({
    status: 403,
    body: { code: 'organization_suspended' },
  });
  expect((await save(owner, { name: 'Свои' })).status).toBe(201);
});

test('the name of a saved view is unique by list and owner, whatever its case', async () => {
  const owner = await newOwner();
  await save(owner);
  expect(await save(owner, { name: 'СПИСАНИЯ' })).toMatchObject({ status: 409, body: { code: 'view_name_taken' } });
  expect((await save(owner, { isShared: true })).status).toBe(201);
  expect((await save(owner, { list: 'payments', filters: { status: 'paid' } })).status).toBe(201);
  const other = (await save(owner, { name: 'Другие' })).body;
  const renamed = { params: { viewId: other.id }, body: { name: 'списания' } };
  expect((await app.call(updateSavedView, renamed, owner)).status).toBe(409);
  expect(await namesOf(owner)).toEqual(['Другие', 'Списания', 'Списания']);
});

test(`a person saves at most ${maxSavedViews} views a list, also at once`, async () => {
  const owner = await newOwner();
  const answers = await Promise.all(
    Array.from({ length: maxSavedViews + 3 }, (_, at) => save(owner, { name: `Вид ${at}` })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(maxSavedViews);
  expect(answers.find(({ status }) => status !== 201)).toMatchObject({ status: 409, body: { code: 'too_many_views' } });
  expect(await viewsOf(owner)).toHaveLength(maxSavedViews);
});

test.each([
  ['name', { name: '  ' }],
  ['name', { name: 'я'.repeat(61) }],
  ['name', { name: '<b>Списания</b>' }],
  ['filters', { filters: {} }],
  ['filters.kind', { filters: { kind: 'theft' } }],
  ['filters.operation', { filters: { operation: '00000000-0000-4000-8000-000000000000' } }],
  ['filters.__proto__', { filters: JSON.parse('{"__proto__": "x"}') }],
])('a saved view with an invalid %s %j is refused on its field and not stored', async (path, form) => {
  const owner = await newOwner();
  const answer = await save(owner, form);
  expect(answer.status).toBe(400);
  if (path !== 'filters.__proto__') expect(answer.body).toMatchObject({ errors: [{ path }] });
  expect(await viewsOf(owner)).toEqual([]);
});

test('filters of a saved view that the list knows no longer are left out and named', async () => {
  const owner = await newOwner();
  await save(owner);
  await app.db.query(sql`
    update saved_views set filters = '{"kind": "gone", "mood": "good", "direction": "out"}'
    where organization_id = ${owner.organizationId}`);
  expect(await viewsOf(owner)).toMatchObject([{ filters: { direction: 'out' }, dropped: ['kind', 'mood'] }]);
});

test('a former member reaches none of the organization’s saved views, and their ids answer as missing ones', async () => {
  const owner = await newOwner();
  const admin = await newColleague(owner, 'admin');
  const own = (await save(admin)).body.id;
  const shared = (await save(owner, { isShared: true })).body.id;
  const { organizationId } = owner;
  expect((await app.call(leaveOrganization, { params: { organizationId } }, admin)).status).toBe(204);
  expect((await app.call(listSavedViews, { query: { list: 'operations' } }, admin)).status).toBe(404);
  for (const viewId of [own, shared]) {
    expect((await app.call(deleteSavedView, { params: { viewId } }, admin)).status).toBe(404);
  }
});

test('the deletion of an account deletes own views; shared ones stay with the organization', async () => {
  const owner = await newOwner();
  const admin = await newColleague(owner, 'admin');
  await save(admin);
  await save(admin, { name: 'Наши', isShared: true });
  expect((await app.call(deleteProfile, { body: { currentPassword: admin.password } }, admin)).status).toBe(204);
  expect(await app.db.query(sql`select name from saved_views where user_id = ${admin.id}`)).toEqual([]);
  expect(await namesOf(owner)).toEqual(['Наши']);
});

test('views of staff are apart from those of the cabinet, and follow the rights to their list', async () => {
  const [support, admin] = [await newStaff(app, 'support'), await newStaff(app, 'admin')];
  const body = { list: 'revenue' as const, name: 'Год', filters: { months: '12' }, isShared: true };
  expect((await app.call(createStaffView, { body }, admin)).status).toBe(201);
  expect((await app.call(listStaffViews, { query: { list: 'revenue' } }, support)).status).toBe(403);
  const ofOrganizations = { ...body, list: 'organizations' as const, filters: { status: 'active' } };
  expect((await app.call(createStaffView, { body: ofOrganizations }, support)).status).toBe(403);
  const { body: own } = await app.call(createStaffView, { body: { ...ofOrganizations, isShared: false } }, support);
  const query = { list: 'organizations' as const };
  expect((await app.call(listStaffViews, { query }, admin)).body.items).toEqual([]);
  expect((await app.call(deleteStaffView, { params: { viewId: own.id } }, admin)).status).toBe(404);
  expect((await app.call(deleteSavedView, { params: { viewId: own.id } }, support)).status).toBe(404);
});

test.each(['payments', 'refunds'] as const)(
  'a view of staff’s list of %s keeps what narrows it, one organization too, and nothing that opens over it',
  async (list) => {
    const admin = await newStaff(app, 'admin');
    const organization = '00000000-0000-4000-8000-000000000001';
    const filters = { status: 'pending', method: 'card', period: '30d', amountMin: '1 000,50', organization };
    const create = (more: object) =>
      app.call(
        createStaffView,
        { body: { list, name: 'Ждут', isShared: true, filters: { ...filters, ...more } } },
        admin,
      );
    expect(await create({ payment: organization })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'filters.payment' }] },
    });
    expect(await create({})).toMatchObject({ status: 201, body: { filters, dropped: [] } });
  },
);

test('a filter of staff by a tariff that is gone is left out and named', async () => {
  const admin = await newStaff(app, 'admin');
  const tariff = '00000000-0000-4000-8000-000000000001';
  const body = {
    list: 'subscriptions' as const,
    name: 'Тариф',
    filters: { tariff, status: 'active' },
    isShared: false,
  };
  const { body: view } = await app.call(createStaffView, { body }, admin);
  expect(view).toMatchObject({ filters: { status: 'active' }, dropped: ['tariff'] });
});
