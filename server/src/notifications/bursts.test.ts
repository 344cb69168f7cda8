import { listNotifications, readNotifications } from '@kazna/contract/cabinet/notifications';
import { getProfile } from '@kazna/contract/cabinet/profile';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { notificationsOf, notifyOfCorrection, plantCorrections, unreadOf } from '../../tests/support/notifications.ts';
import { openCompany, type SignedIn, signedInPerson } from '../../tests/support/organizations.ts';
import type { Sql } from '../platform/db/sql.ts';
import { listLetters } from '../platform/mail/mailbox-store.ts';
import { dispatchLetters } from './dispatch-letters.ts';
import { foldBursts, organizationLetter } from './jobs.ts';

let app: TestApp;
let statements: Sql[] = [];
beforeAll(async () => {
  /** Statements with their values, to be explained. */
  const watch = (db: TestApp['db']): TestApp['db'] => ({
    ...db,
    query: (statement) => {
      statements.push(statement as Sql);
      return db.query(statement);
    },
    queryWithHead: (statement) => {
      statements.push(statement as Sql);
      return db.queryWithHead(statement);
    },
  });
  app = await startTestApp(inject('databaseUrl'), { watch });
});
afterAll(() => app.close());

interface Plan {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
}

/** Pages of the database that the call's statements touch once everything is in memory. */
async function cost(call: () => Promise<{ status: number }>): Promise<number> {
  await call();
  statements = [];
  expect(await call()).toMatchObject({ status: 200 });
  let blocks = 0;
  for (const { text, values } of statements.filter((one) => one.text.includes('notifications'))) {
    const { rows } = await app.db.queryText(`explain (analyze, buffers, format json) ${text}`, values);
    const [{ Plan: plan }] = (rows[0] as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'];
    blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  }
  return blocks;
}

async function ownerWith(count: number): Promise<SignedIn & { organizationId: string }> {
  const owner = await signedInPerson(app);
  const { id: organizationId } = await openCompany(app, owner);
  await plantCorrections(app, { userId: owner.id, organizationId, count, isOld: true });
  return { ...owner, organizationId };
}

/** Inserting so many takes longer than all that is asked of them. */
let many: ReturnType<typeof ownerWith> | undefined;
const ownerWithMany = () => {
  many ??= ownerWith(20_000);
  return many;
};

test('the page, its filters and the count cost the same with 100 and with 20,000 notifications', async () => {
  const [few, many] = [await ownerWith(100), await ownerWithMany()];
  await app.db.queryText('vacuum analyze notifications');
  for (const query of [{}, { unread: 'true' }, { category: 'security' }, { category: 'money' }] as const) {
    const page = ({ token }: SignedIn) => app.call(listNotifications, { query }, { token });
    const [small, large] = [await cost(() => page(few)), await cost(() => page(many))];
    expect(small, JSON.stringify(query)).toBeGreaterThan(0);
    expect(large / small, JSON.stringify(query)).toBeLessThanOrEqual(1.5);
  }
  const profile = ({ token }: SignedIn) => app.call(getProfile, {}, { token });
  expect((await cost(() => profile(many))) / (await cost(() => profile(few)))).toBeLessThanOrEqual(1.5);
  const cursor = String((await notificationsOf(app, many, { limit: 1 })).map(({ id }) => Number(id) - 10_000)[0]);
  const deep = () => app.call(listNotifications, { query: { cursor } }, { token: many.token });
  const first = () => app.call(listNotifications, {}, { token: many.token });
  expect((await cost(deep)) / (await cost(first))).toBeLessThanOrEqual(1.5);
}, 60_000);

test('everything is marked as read by one row, whether there are 100 or 20,000', async () => {
  const many = await ownerWithMany();
  const { status, body } = await app.call(readNotifications, { body: { all: true } }, { token: many.token });
  expect({ status, body }).toMatchObject({ status: 200, body: { unread: 0 } });
  const written = 'select count(*)::int as count from notifications where user_id = $1 and read_at is not null';
  expect((await app.db.queryText(written, [many.id])).rows).toEqual([{ count: 0 }]);
  expect((await notificationsOf(app, many)).every(({ isRead }) => isRead)).toBe(true);
}, 60_000);

test('ten thousand notifications in a minute are one letter and one line of the bell, and nothing is lost', async () => {
  const owner = await signedInPerson(app);
  const { id: organizationId } = await openCompany(app, owner);
  await plantCorrections(app, { userId: owner.id, organizationId, count: 10_000, isOld: false });
  await dispatchLetters(app.db, app.queue, { mail: organizationLetter });
  await foldBursts(app.db);
  const [line, ...others] = await notificationsOf(app, owner);
  expect(others).toEqual([]);
  expect(line).toMatchObject({ foldedCount: 9999, isRead: false });
  expect(await unreadOf(app, owner)).toBe(1);
  const letters = async () => (await listLetters(app.db, owner.email, 100)).map(({ subject }) => subject);
  const summary = expect.stringContaining('Новые события (10000)');
  await expect.poll(letters, { timeout: 15_000 }).toContainEqual(summary);
  expect((await letters()).filter((subject) => subject.includes('ООО «Ромашка»'))).toEqual([summary]);
});

test('a burst that crosses midnight is one letter with the days of both sides', async () => {
  const owner = await signedInPerson(app);
  const { id: organizationId } = await openCompany(app, owner);
  await plantCorrections(app, { userId: owner.id, organizationId, count: 12, isOld: false });
  await app.db.queryText(
    `update notifications set created_at = timestamptz '2026-03-31 23:59:58+03' + (id % 2) * interval '4 seconds'
     where user_id = $1`,
    [owner.id],
  );
  await dispatchLetters(app.db, app.queue, { mail: organizationLetter });
  const letters = async () =>
    (await listLetters(app.db, owner.email, 100)).filter(({ subject }) => subject.includes('Ромашка'));
  await expect.poll(letters, { timeout: 15_000 }).toHaveLength(1);
  const [letter] = await letters();
  expect(letter?.subject).toContain('Новые события (12)');
  expect(letter?.text).toMatch(/31\.03\.2026|31 марта/);
  expect(letter?.text).toMatch(/01\.04\.2026|1 апреля/);
});

test('folding a burst locks no notification that stays as it is', async () => {
  const [busy, quiet] = [await signedInPerson(app), await signedInPerson(app)];
  for (const [{ id: userId }, count] of [
    [busy, 6],
    [quiet, 5],
  ] as const) {
    const { id: organizationId } = await openCompany(app, userId === busy.id ? busy : quiet);
    await plantCorrections(app, { userId, organizationId, count, isOld: false });
  }
  await foldBursts(app.db);
  const locked = async ({ id }: SignedIn) => {
    const text = 'select count(*) filter (where xmax::text <> $2)::int as locked from notifications where user_id = $1';
    return (await app.db.queryText(text, [id, '0'])).rows[0]?.locked;
  };
  expect(await notificationsOf(app, busy)).toMatchObject([{ foldedCount: 5 }]);
  expect(await locked(quiet)).toBe(0);
});

test('a folded line that was read rings again when more of the same come, and goes on counting', async () => {
  const owner = await signedInPerson(app);
  const { id: organizationId } = await openCompany(app, owner);
  await plantCorrections(app, { userId: owner.id, organizationId, count: 8, isOld: false });
  await foldBursts(app.db);
  const [line] = await notificationsOf(app, owner);
  await app.call(readNotifications, { body: { ids: [line?.id as string] } }, { token: owner.token });
  expect(await unreadOf(app, owner)).toBe(0);
  await plantCorrections(app, { userId: owner.id, organizationId, count: 7, isOld: false });
  await foldBursts(app.db);
  expect(await notificationsOf(app, owner)).toMatchObject([{ foldedCount: 14, isRead: false }]);
});

test('a few notifications of a kind in an hour are all shown', async () => {
  const owner = await signedInPerson(app);
  const { id: organizationId } = await openCompany(app, owner);
  for (let turn = 0; turn < 5; turn += 1) await notifyOfCorrection(app, organizationId);
  await foldBursts(app.db);
  expect(await notificationsOf(app, owner)).toHaveLength(5);
});
