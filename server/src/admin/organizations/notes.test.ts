import { addOrganizationNote, listOrganizationNotes } from '@kazna/contract/admin/organization-notes';
import { getOrganizationAsStaff } from '@kazna/contract/admin/organizations';
import { listAudit } from '@kazna/contract/cabinet/audit';
import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { openCompany, type SignedIn, signedInPerson } from '../../../tests/support/organizations.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';

const app = appForThisFile();
let support: SignedIn;
let owner: SignedIn;
let organizationId: string;
beforeAll(async () => {
  support = await newStaff(app, 'support');
  owner = await signedInPerson(app);
  organizationId = (await openCompany(app, owner)).id;
});

const add = (text: string, id = organizationId) =>
  app.call(addOrganizationNote, { params: { organizationId: id }, body: { text } }, support);
const list = async (query: object = {}) =>
  (await app.call(listOrganizationNotes, { params: { organizationId }, query } as never, support)).body;

test('notes of staff have their author and time, newest first, page by page', async () => {
  for (const text of ['Первая', 'Вторая\nв две строки', 'Третья']) expect((await add(text)).status).toBe(201);
  const first = await list({ limit: 2 });
  expect(first.items.map(({ text }) => text)).toEqual(['Третья', 'Вторая\nв две строки']);
  expect(first.items[0]).toMatchObject({ authorName: expect.any(String), createdAt: expect.any(String) });
  const rest = await list({ limit: 2, cursor: first.nextCursor });
  expect([rest.items.map(({ text }) => text), rest.nextCursor]).toEqual([['Первая'], null]);
});

test('a note without text, too long or of a missing organization is refused', async () => {
  expect((await add('  ')).status).toBe(400);
  expect((await add('я'.repeat(2001))).status).toBe(400);
  expect((await add('Есть', uuidv7())).status).toBe(404);
});

test('a note never shows in the log that the organization sees', async () => {
  await add('Секрет сотрудников');
  const log = await app.call(listAudit, { params: { organizationId } }, owner);
  expect(log.status).toBe(200);
  expect(JSON.stringify(log.body)).not.toContain('Секрет');
});

test('staff see the requisites that documents of an organization name', async () => {
  await app.db.queryText(
    `update organizations set kpp = '773601001', ogrn = '1027700132195', address = 'Москва, Тверская, 1',
      bank_bik = '044525225', bank_account = '40702810000000000001' where id = $1`,
    [organizationId],
  );
  const { body } = await app.call(getOrganizationAsStaff, { params: { organizationId } }, support);
  expect(body).toMatchObject({
    kpp: '773601001',
    ogrn: '1027700132195',
    address: 'Москва, Тверская, 1',
    bank: { bik: '044525225', account: '40702810000000000001', correspondentAccount: null },
  });
});
