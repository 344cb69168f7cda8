import { randomUUID } from 'node:crypto';
import { refresh } from '@kazna/contract/cabinet/accounts';
import { listMembers } from '@kazna/contract/cabinet/members';
import { listOrganizations } from '@kazna/contract/cabinet/organizations';
import { listPayments } from '@kazna/contract/cabinet/payments';
import { getProfile } from '@kazna/contract/cabinet/profile';
import { expect, test } from 'vitest';
import { readDashboard } from '../../src/dashboard/get-dashboard.ts';
import { paymentsOfCaller } from '../../src/payments/list-store.ts';
import { findSession } from '../../src/people/accounts/sessions/callers-store.ts';
import type { Transaction } from '../../src/platform/db/database.ts';
import { sql } from '../../src/platform/db/sql.ts';
import { appForThisFile } from '../support/app-for-file.ts';
import { newMember, openCompany, signedInPerson } from '../support/organizations.ts';
import { type Watched, watchStatements } from '../support/statements.ts';

let watched: Watched;
const app = appForThisFile({
  watch: (db) => {
    watched = watchStatements(db);
    return watched.db;
  },
});

async function statementsOf(call: () => Promise<{ status: number }>): Promise<number> {
  // The first use of a pair confirms it.
  await call();
  watched.take();
  expect(await call()).toMatchObject({ status: 200 });
  return watched.take().length;
}

test('profile, organizations and payments are read by one statement, access rule included', async () => {
  const { token } = await signedInPerson(app);
  expect(await statementsOf(() => app.call(getProfile, {}, { token }))).toBe(1);
  expect(await statementsOf(() => app.call(listOrganizations, {}, { token }))).toBe(1);
  expect(await statementsOf(() => app.call(listPayments, {}, { token }))).toBe(1);
});

test('session and standing in an organization of the path are read by one statement', async () => {
  const owner = await signedInPerson(app);
  const { id: organizationId } = await openCompany(app, owner);
  const { token } = owner;
  expect(await statementsOf(() => app.call(listMembers, { params: { organizationId } }, { token }))).toBe(2);
});

test('a refresh with the current token is one statement', async () => {
  const { refreshToken } = await signedInPerson(app);
  watched.take();
  expect(await app.call(refresh, {}, { token: refreshToken })).toMatchObject({ status: 200 });
  expect(watched.take()).toHaveLength(1);
});

test('rows read with the session are not returned to a caller whom the access rule refuses', async () => {
  const { id: organizationId } = await openCompany(app, await signedInPerson(app));
  const { id, token } = await newMember(app, organizationId, 'member');
  await app.db.query(sql`update sessions set organization_id = ${organizationId} where user_id = ${id}`);
  const list = () => app.call(listPayments, {}, { token });
  expect(await list()).toMatchObject({ status: 200, body: { items: [] } });
  await app.db.query(sql`delete from memberships where organization_id = ${organizationId} and user_id = ${id}`);
  expect(await list()).toMatchObject({ status: 404, body: { code: 'not_found' } });
  await app.db.query(sql`update users set status = 'blocked' where id = ${id}`);
  expect(await list()).toMatchObject({ status: 401, body: { code: 'session_ended' } });
});

test('an invalid query is refused by the access rule first', async () => {
  const { token, id } = await signedInPerson(app);
  const ask = () => app.call(listPayments, { query: { limit: 'many' } as never }, { token });
  expect(await ask()).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  await app.db.query(sql`update sessions set ended_at = now() where user_id = ${id}`);
  expect(await ask()).toMatchObject({ status: 401, body: { code: 'session_ended' } });
});

/** Somebody with a session and 5000 payments. */
async function payerOfMany() {
  const { id: userId } = await signedInPerson(app);
  const [session] = await app.db.query<{ id: string; organizationId: string }>(sql`
    select id, organization_id as "organizationId" from sessions where user_id = ${userId}`);
  const { id, organizationId } = session as { id: string; organizationId: string };
  await app.db.query(sql`
    insert into payments (id, organization_id, created_by, amount_minor, currency, method, provider, created_at, expires_at)
    select gen_random_uuid(), ${organizationId}, ${userId}, 10000, 'RUB', 'card', ${randomUUID()},
      now() - n * interval '1 minute', now() from generate_series(1, 5000) n`);
  await app.db.queryText('analyze');
  return { sessionId: id, organizationId };
}

/** Of what was asked ten times, not of the other shapes that the pool's connection may know. */
const plansOf = async (tx: Transaction, table: string) => {
  const { rows } = await tx.queryText(
    `select custom_plans::int as custom from pg_prepared_statements
     where statement like $1 and custom_plans + generic_plans >= 10`,
    [`%${table} %`],
  );
  return rows.map(({ custom }) => custom);
};

// PostgreSQL tries five plans for the given values before it keeps one.
test('PostgreSQL plans the list of payments once a connection, not at every call', async () => {
  const { sessionId } = await payerOfMany();
  await app.db.transaction(async (tx) => {
    const rows = paymentsOfCaller({}, { limit: 21 });
    for (let call = 0; call < 10; call += 1)
      expect((await findSession(tx, sessionId, { rows }))?.rows).toHaveLength(21);
    expect(await plansOf(tx, 'payments p')).toEqual([5]);
  });
});

test('PostgreSQL plans what the dashboard asks once a connection, not at every call', async () => {
  const { organizationId } = await payerOfMany();
  await app.db.transaction(async (tx) => {
    for (let call = 0; call < 10; call += 1) await readDashboard(tx, { organizationId, period: '30d' });
    const plans = [...(await plansOf(tx, 'daily_totals t')), ...(await plansOf(tx, 'payments p'))];
    expect(plans.length).toBeGreaterThanOrEqual(6);
    expect(plans.filter((custom) => custom !== 5)).toEqual([]);
  });
});
