import { randomUUID } from 'node:crypto';
import { getWaiting } from '@kazna/contract/admin/overview';
import * as staff from '@kazna/contract/admin/requests';
import { updateUser } from '@kazna/contract/admin/users';
import { deleteProfile, exportProfile } from '@kazna/contract/cabinet/profile';
import * as contract from '@kazna/contract/cabinet/requests';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { appForThisFile } from '../../tests/support/app-for-file.ts';
import { type Company, newCompany, newInvoice, setBusiness } from '../../tests/support/business.ts';
import { notificationsOf, titlesOf } from '../../tests/support/notifications.ts';
import { newMember, type SignedIn } from '../../tests/support/organizations.ts';
import { plantRequest, readFile, textFile, uploadFile } from '../../tests/support/requests.ts';
import { plantSubscription } from '../../tests/support/services.ts';
import { newStaff } from '../../tests/support/staff.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { listLetters } from '../platform/mail/mailbox-store.ts';
import { closeAbandoned } from './jobs.ts';

const app = appForThisFile();
let support: SignedIn;
let company: Company;
beforeAll(async () => {
  support = await newStaff(app, 'support');
});
beforeEach(async () => {
  company = await newCompany(app);
});

const form = { topic: 'money', text: 'Не пришёл чек.\nПлатёж прошёл вчера.' } as const;
type Form = Parameters<typeof ask>[0];
const ask = (body: object = {}, by: { token: string } = company, headers: Record<string, string> = {}) =>
  app.call(contract.createRequest, { body: { ...form, ...body } }, { token: by.token, headers });
const opened = async (body?: Form, by?: { token: string }) => (await ask(body, by)).body.id;
const get = (requestId: string, by: { token: string } = company) =>
  app.call(contract.getRequest, { params: { requestId } }, by);
const list = async (by: { token: string } = company, query = {}) =>
  (await app.call(contract.listRequests, { query }, by)).body.items.map(({ id }) => id);
const write = (requestId: string, by: { token: string } = company, body = {}) =>
  app.call(contract.postRequestMessage, { params: { requestId }, body: { text: 'Ещё вопрос', ...body } }, by);
const answer = (requestId: string, body = {}) =>
  app.call(staff.answerRequest, { params: { requestId }, body: { text: 'Чек отправлен', ...body } }, support);
const messages = async (requestId: string, by: { token: string } = company) =>
  (await app.call(contract.listRequestMessages, { params: { requestId } }, by)).body.items;
const queue = async (query = {}) =>
  (await app.call(staff.listAllRequests, { query: { ...query } }, support)).body.items;
const inQueue = async (query = {}) =>
  (await queue(query)).filter(({ organizationId }) => organizationId === company.organizationId);
/** Signs in to the company. */
const colleague = (role: 'member' | 'accountant' | 'admin') => newMember(app, company.organizationId, role);

test('a request goes to the queue, is answered, and an answer of the customer puts it back', async () => {
  const { status, body } = await ask();
  expect([status, body.number > 0]).toEqual([201, true]);
  expect((await get(body.id)).body).toMatchObject({
    ...{ topic: 'money', state: 'new', title: 'Не пришёл чек. Платёж прошёл вчера.', isOwn: true, about: null },
  });
  expect(await inQueue()).toMatchObject([{ id: body.id, state: 'new', assignee: null }]);
  expect((await answer(body.id)).status).toBe(201);
  expect((await get(body.id)).body.state).toBe('theirs');
  expect(await inQueue()).toEqual([]);
  expect(await inQueue({ list: 'theirs' })).toMatchObject([{ id: body.id, assignee: { id: support.id } }]);
  await write(body.id);
  expect(await inQueue()).toMatchObject([{ id: body.id, state: 'ours' }]);
  const thread = (await messages(body.id)).map(({ text, isByStaff, isOwn }) => [text, isByStaff, isOwn]);
  expect(thread).toEqual([
    ['Ещё вопрос', false, true],
    ['Чек отправлен', true, false],
    [form.text, false, true],
  ]);
});

test('the desk counts requests from the question, or from one more, to the answer', async () => {
  const waiting = async () => (await app.call(getWaiting, {}, support)).body.waitingRequests;
  const before = await waiting();
  const id = await opened();
  expect(await waiting()).toBe(before + 1);
  await answer(id);
  expect(await waiting()).toBe(before);
  await write(id);
  expect(await waiting()).toBe(before + 1);
});

test('an answer to a closed request opens it again, whoever closed it', async () => {
  const id = await opened();
  await app.call(contract.closeRequest, { params: { requestId: id } }, company);
  expect((await get(id)).body.state).toBe('closed');
  await write(id);
  expect((await get(id)).body.state).toBe('ours');
  await answer(id, { isLast: true });
  expect((await get(id)).body.state).toBe('closed');
  await write(id);
  expect(await inQueue()).toMatchObject([{ id, state: 'ours' }]);
});

test('the time that a request waits is that of the first message without an answer', async () => {
  const id = await opened();
  await app.db.queryText(`update support_requests set waiting_since = now() - interval '2 hours' where id = $1`, [id]);
  const waiting = async () => (await inQueue())[0]?.waitingSince as string;
  const first = await waiting();
  await write(id);
  expect(await waiting()).toBe(first);
  await answer(id);
  await write(id);
  expect(Date.parse(await waiting())).toBeGreaterThan(Date.parse(first));
});

test('internal notes reach no customer: neither the thread, the state, the order, the search, the bell nor the export', async () => {
  const id = await opened();
  const before = (await get(id)).body;
  const secret = { name: 'тайна.txt', bytes: textFile, to: staff.uploadRequestFileAsStaff };
  const { body: file } = await uploadFile(app, support, secret);
  await answer(id, { text: 'Клиент должникович', isNote: true, fileIds: [file.id] });
  expect(await messages(id)).toHaveLength(1);
  expect((await get(id)).body).toEqual(before);
  expect(await list(company, { q: 'должникович' })).toEqual([]);
  expect(await titlesOf(app, company)).toEqual([]);
  expect((await readFile(app, company, file.id)).status).toBe(404);
  const exported = await app.call(exportProfile, {}, company);
  expect(JSON.stringify(exported.body)).not.toContain('должникович');
  const seen = await app.call(staff.listRequestMessagesAsStaff, { params: { requestId: id } }, support);
  expect(seen.body.items[0]).toMatchObject({
    text: 'Клиент должникович',
    isNote: true,
    files: [{ name: 'тайна.txt' }],
  });
  expect(await queue({ list: 'all', q: 'должникович' })).toHaveLength(1);
});

test('members see their own requests, accountants those about money as well, administrators all', async () => {
  const [member, accountant, admin] = [
    await colleague('member'),
    await colleague('accountant'),
    await colleague('admin'),
  ];
  const plant = async (authorId: string, isAboutMoney: boolean) =>
    (await plantRequest(app.db, company.organizationId, authorId, { isAboutMoney })).requestId;
  const own = await plant(member.id, false);
  const money = await plant(company.id, true);
  const other = await plant(company.id, false);
  const seenBy = async (person: SignedIn) => {
    await enter(person);
    return new Set(await list(person));
  };
  expect(await seenBy(member)).toEqual(new Set([own]));
  expect(await seenBy(accountant)).toEqual(new Set([money]));
  expect(await seenBy(admin)).toEqual(new Set([own, money, other]));
  expect([(await get(money, member)).status, (await write(money, member)).status]).toEqual([404, 404]);
  expect([(await get(other, accountant)).status, (await get(own, member)).status]).toEqual([404, 200]);
});

/** The session's organization is the company. */
async function enter(person: SignedIn): Promise<void> {
  await app.db.queryText('update sessions set organization_id = $2 where user_id = $1', [
    person.id,
    company.organizationId,
  ]);
}

test('a removed author sees nothing of the request and hears nothing of its answers', async () => {
  const member = await colleague('member');
  await enter(member);
  const id = await opened({}, member);
  await app.db.queryText('delete from memberships where user_id = $1 and organization_id = $2', [
    member.id,
    company.organizationId,
  ]);
  await answer(id);
  expect((await get(id, member)).status).toBe(404);
  expect(await titlesOf(app, member)).toEqual([]);
});

test('a request is bound to things of its organization alone, and says what they are', async () => {
  const subscription = await plantSubscription(app.db, company.organizationId);
  const about = { kind: 'subscription', id: subscription };
  const id = await opened({ about });
  expect((await get(id)).body.about).toMatchObject({
    ...about,
    label: expect.stringMatching(/^Услуга «.+», тариф «.+»$/),
  });
  const other = await newCompany(app);
  const foreign = await plantSubscription(app.db, other.organizationId);
  for (const kind of ['payment', 'invoice', 'document', 'subscription'])
    expect((await ask({ about: { kind, id: foreign } })).body.code).toBe('not_found');
  await setBusiness(app);
  const { id: invoice } = await newInvoice(app, other);
  expect((await ask({ about: { kind: 'invoice', id: invoice } }, other)).status).toBe(201);
  for (const kind of ['invoice', 'document', 'payment'])
    expect((await ask({ about: { kind, id: invoice } })).body.code).toBe('not_found');
  expect((await ask({ about: { kind: 'payment', id: subscription } })).status).toBe(404);
});

test('the author and those who wrote are notified of an answer, staff of every message, and letters go out', async () => {
  const accountant = await colleague('accountant');
  await enter(accountant);
  const id = await opened();
  expect((await notificationsOf(app, support))[0]?.title).toMatch(/^Новое обращение №/);
  await write(id, accountant);
  expect((await notificationsOf(app, support))[0]?.title).toMatch(/^Клиент ответил в обращении №/);
  await answer(id);
  for (const person of [company, accountant]) {
    const [first] = await notificationsOf(app, person);
    expect(first).toMatchObject({ category: 'requests', path: `/requests/${id}` });
    expect(first?.text).toContain('Чек отправлен');
  }
  const { number } = (await get(id)).body;
  await app.letter('support@localhost', `Обращение № ${number}`, 2);
  const letters = (await listLetters(app.db, 'support@localhost', 100)).map(({ text }) => text).join();
  for (const text of ['Не пришёл чек', 'Ещё вопрос']) expect(letters).toContain(text);
});

test('a request without an answer of its customer closes by itself after the days that staff set, and not before', async () => {
  const [old, fresh, ours] = [await opened(), await opened(), await opened()];
  for (const id of [old, fresh]) await answer(id);
  await app.db.queryText(`update support_requests set changed_at = now() - interval '8 days' where id = any($1)`, [
    [old, ours],
  ]);
  const states = async () => Promise.all([old, fresh, ours].map(async (id) => (await get(id)).body.state));
  const admin = await newStaff(app, 'admin');
  await app.call(staff.setRequestSettings, { body: { closeAfterDays: null } }, admin);
  await closeAbandoned(app.db);
  expect(await states()).toEqual(['theirs', 'theirs', 'new']);
  await app.call(staff.setRequestSettings, { body: { closeAfterDays: 7 } }, admin);
  await closeAbandoned(app.db);
  expect(await states()).toEqual(['closed', 'theirs', 'new']);
  expect((await titlesOf(app, company))[0]).toMatch(/^Обращение №.\d+ закрыто$/);
});

test('one person has at most twenty open requests, also when more are made at once, and closing one makes room', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask()));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  await app.db.queryText('delete from throttle_counters');
  const more = await Promise.all(Array.from({ length: 10 }, () => ask()));
  expect(new Set(more.map(({ body }) => body.code))).toEqual(new Set(['too_many_open_requests']));
  await app.call(contract.closeRequest, { params: { requestId: answers[0]?.body.id as string } }, company);
  expect((await ask()).status).toBe(201);
});

test('requests and messages above the hourly limits are refused with the time to wait, and nothing is stored', async () => {
  await app.db.queryText('delete from throttle_counters');
  for (let turn = 0; turn < 20; turn += 1) await ask({ about: { kind: 'payment', id: uuidv7() } });
  expect((await ask()).status).toBe(429);
  const { requestId } = await plantRequest(app.db, company.organizationId, company.id);
  for (let turn = 0; turn < 60; turn += 1) await write(requestId, company, { fileIds: [uuidv7()] });
  expect((await write(requestId)).status).toBe(429);
  expect(await messages(requestId)).toHaveLength(1);
});

test('a request takes a thousand messages and then asks for another one', async () => {
  const id = await opened();
  await app.db.queryText('update support_requests set message_count = 1000 where id = $1', [id]);
  expect((await write(id)).body.code).toBe('request_is_full');
  expect((await answer(id)).body.code).toBe('request_is_full');
});

test('a request and a message repeated under their key are stored once', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const answers = await Promise.all(Array.from({ length: 4 }, () => ask({}, company, headers)));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect((await ask({ text: 'Другое' }, company, headers)).body.code).toBe('idempotency_conflict');
  const requestId = answers[0]?.body.id as string;
  const send = () =>
    app.call(contract.postRequestMessage, { params: { requestId }, body: { text: 'Ещё' } }, { ...company, headers });
  expect((await send()).body).toEqual((await send()).body);
  expect(await messages(requestId)).toHaveLength(2);
});

test('texts keep their lines and lose what cannot be seen; empty and endless ones are refused', async () => {
  const id = await opened({ text: 'Раз\r\nдва\u202e\u0007\u2028три\n\n\n\n\n\nчетыре ' });
  expect((await messages(id))[0]?.text).toBe('Раз\nдва\nтри\n\n\nчетыре');
  for (const text of ['', ' \n ', '\u200b', 'x'.repeat(10_001)]) expect((await ask({ text })).status).toBe(400);
});

test('customers page through requests by change and find them by words and number', async () => {
  const ids = [await opened({ text: 'Первый вопрос' }), await opened({ text: 'Второй вопрос' }), await opened()];
  await answer(ids[0] as string);
  const page = async (cursor?: string) =>
    (await app.call(contract.listRequests, { query: { limit: 2, ...(cursor && { cursor }) } }, company)).body;
  const first = await page();
  const second = await page(first.nextCursor as string);
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual([ids[0], ids[2], ids[1]]);
  expect(second.nextCursor).toBeNull();
  expect(await list(company, { q: 'второй' })).toEqual([ids[1]]);
  const { number } = (await get(ids[2] as string)).body;
  expect(await list(company, { q: `№ ${number}` })).toEqual([ids[2]]);
  expect(await list(company, { q: '!!!' })).toEqual([]);
});

test('staff assign a request to staff alone, and whom it is assigned to hears of it instead of all', async () => {
  const id = await opened();
  const update = (assigneeId: string | null) =>
    app.call(staff.updateRequest, { params: { requestId: id }, body: { assigneeId } }, support);
  expect((await update(company.id)).status).toBe(400);
  const other = await newStaff(app, 'finance');
  expect((await update(other.id)).body.assignee?.id).toBe(other.id);
  const before = (await notificationsOf(app, support)).length;
  await write(id);
  expect((await notificationsOf(app, other))[0]?.title).toMatch(/^Клиент ответил/);
  expect(await notificationsOf(app, support)).toHaveLength(before);
  expect((await app.call(staff.listAllRequests, { query: { assignee: 'me' } }, other)).body.items).toHaveLength(1);
});

test.each<[string, (person: SignedIn, admin: SignedIn) => Promise<{ status: number }>]>([
  ['loses the role', (person, admin) => changeStaff(person, admin, { operatorRole: null })],
  ['is blocked', (person, admin) => changeStaff(person, admin, { status: 'blocked' })],
  ['deletes the account', (person) => app.call(deleteProfile, { body: { currentPassword: person.password } }, person)],
])('open requests of an assignee who %s are free to be taken, and all staff are notified', async (_, leave) => {
  const [admin, person] = [await newStaff(app, 'admin'), await newStaff(app, 'support')];
  const [open, closed] = [await opened(), await opened()];
  for (const requestId of [open, closed]) {
    const body = { text: 'Смотрим', isLast: requestId === closed };
    expect((await app.call(staff.answerRequest, { params: { requestId }, body }, person)).status).toBe(201);
  }
  await write(open);
  expect((await leave(person, admin)).status).toBeLessThan(300);
  expect(await inQueue({ assignee: 'none', organizationId: company.organizationId })).toMatchObject([
    { id: open, state: 'ours', assignee: null },
  ]);
  await write(closed);
  expect(await inQueue({ assignee: 'none', organizationId: company.organizationId })).toHaveLength(2);
  expect((await notificationsOf(app, support))[0]?.title).toMatch(/^Клиент ответил в обращении/);
  await answer(open);
  expect(await inQueue({ list: 'theirs', assignee: support.id, organizationId: company.organizationId })).toMatchObject(
    [{ id: open }],
  );
});

const changeStaff = (person: SignedIn, admin: SignedIn, change: { operatorRole: null } | { status: 'blocked' }) =>
  app.call(updateUser, { params: { userId: person.id }, body: { reason: 'Уволен', ...change } }, admin);

test('a deleted person leaves requests without name, texts and files, and the export has them before', async () => {
  const member = await colleague('member');
  await enter(member);
  const { requestId, fileId } = await plantRequest(app.db, company.organizationId, member.id, {
    text: 'Мой телефон 123',
  });
  await answer(requestId);
  const exported = await app.call(exportProfile, {}, member);
  expect(JSON.stringify(exported.body)).toContain('Мой телефон 123');
  const body = { currentPassword: member.password };
  expect((await app.call(deleteProfile, { body }, member)).status).toBe(204);
  const seen = await app.call(staff.getRequestAsStaff, { params: { requestId } }, support);
  expect(seen.body).toMatchObject({ title: null, authorName: null });
  const thread = (await app.call(staff.listRequestMessagesAsStaff, { params: { requestId } }, support)).body.items;
  expect(thread.map(({ text, authorName }) => [text, authorName])).toEqual([
    ['Чек отправлен', 'Ольга'],
    [null, null],
  ]);
  expect((await readFile(app, support, fileId, staff.getRequestFileAsStaff)).status).toBe(404);
});

test('prepared answers are added, changed, listed by name and removed', async () => {
  const { body } = await app.call(staff.createPreparedAnswer, { body: { title: 'Чек', text: 'Чек в почте' } }, support);
  const answerId = body.id;
  await app.call(staff.updatePreparedAnswer, { params: { answerId }, body: { title: 'Чеки', text: 'Тут' } }, support);
  const answers = async () => (await app.call(staff.listPreparedAnswers, {}, support)).body.items;
  expect(await answers()).toContainEqual({ id: answerId, title: 'Чеки', text: 'Тут' });
  await app.call(staff.deletePreparedAnswer, { params: { answerId } }, support);
  expect((await answers()).map(({ id }) => id)).not.toContain(answerId);
});
