import { refreshWithOrganization, signIn } from '@kazna/contract/accounts';
import { getDashboard } from '@kazna/contract/dashboard';
import { listPayments } from '@kazna/contract/payments';
import { getProfile } from '@kazna/contract/profile';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { checkLedger } from '../ledger/check-ledger.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { type Demo, fillDemo } from './fill-demo.ts';

const versions = { offer: '1', 'personal-data': '1' };

let app: TestApp;
let demo: Demo | null;
beforeAll(async () => {
  app = await startTestApp(inject('databaseUrl'));
  demo = await fillDemo(app.db, versions);
});
afterAll(() => app.close());

const count = async (table: 'payments' | 'users') =>
  (await app.db.queryText(`select count(*)::int as n from ${table}`)).rows[0]?.n;
async function enter(email: string): Promise<string> {
  const { status, body } = await app.call(signIn, { body: { email, password: demo?.password as string } });
  expect(status).toBe(200);
  return body.accessToken;
}

test('an empty database is filled with thousands of payments of every kind that the ledger’s check agrees with', async () => {
  expect(demo?.payments).toBeGreaterThan(2000);
  expect(await count('payments')).toBe(demo?.payments);
  const { rows } = await app.db.queryText(
    `select array_agg(distinct status order by status) as statuses, array_agg(distinct method order by method) as methods,
       count(*) filter (where refunded_minor > 0)::int as refunded, max(created_at) <= now() as "isPast",
       min(created_at) < now() - interval '11 months' as "isYear" from payments`,
  );
  expect(rows[0]).toMatchObject({ methods: ['card', 'sbp'], isPast: true, isYear: true });
  expect(rows[0]?.statuses).toEqual(['canceled', 'expired', 'review', 'succeeded']);
  expect(rows[0]?.refunded).toBeGreaterThan(10);
  expect(await checkLedger(app.db)).toEqual([]);
});

test('what was credited, by payment, is what was paid less what was refunded', async () => {
  const { rows } = await app.db.queryText(`
    select p.id from payments p left join (
      select source_id, sum(case kind when 'top_up' then amount_minor when 'refund' then -amount_minor end) as amount
      from ledger_transfers where source_id is not null group by 1) t on t.source_id = p.id
    where coalesce(t.amount, 0) <> case p.status when 'succeeded' then p.amount_minor - p.refunded_minor else 0 end`);
  expect(rows).toEqual([]);
});

test('everybody it names signs in, belongs to a company and sees a living dashboard', async () => {
  expect(demo?.signIns).toHaveLength(3);
  for (const { email } of demo?.signIns ?? []) {
    const token = await enter(email);
    const { memberships } = (await app.call(getProfile, {}, { token })).body;
    const organizationId = memberships.find(({ kind }) => kind === 'company')?.organizationId as string;
    const wanted = { query: { organizationId } };
    const { body } = await app.call(refreshWithOrganization, wanted, { token });
    const list = await app.call(listPayments, {}, { token: body.accessToken });
    expect(list.body.items).toHaveLength(20);
    const dashboard = (await app.call(getDashboard, { params: { organizationId } }, { token })).body;
    expect(dashboard.total.inMinor).toBeGreaterThan(0);
    expect(dashboard.total.outMinor).toBeGreaterThan(0);
    expect(dashboard.topPayers.length).toBeGreaterThan(1);
  }
});

test('a filled database is refused and stays as it is', async () => {
  const before = [await count('payments'), await count('users')];
  expect(await fillDemo(app.db, versions)).toBeNull();
  expect([await count('payments'), await count('users')]).toEqual(before);
});
