import { listAllOrganizations } from '@kazna/contract/admin/organizations';
import { getOverview } from '@kazna/contract/admin/overview';
import { listAllPayments } from '@kazna/contract/admin/payments';
import { getRevenue, moveKinds } from '@kazna/contract/admin/revenue';
import { refreshWithOrganization, signIn } from '@kazna/contract/cabinet/accounts';
import { getDashboard } from '@kazna/contract/cabinet/dashboard';
import { listNotifications } from '@kazna/contract/cabinet/notifications';
import { listPayments } from '@kazna/contract/cabinet/payments';
import { getProfile } from '@kazna/contract/cabinet/profile';
import { beforeAll, expect, inject, test } from 'vitest';
import { appForThisFile } from '../../tests/support/app-for-file.ts';
import { migratedTemplate, openTestDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { runUntilDone } from '../../tests/support/services.ts';
import { checkLedger } from '../money/ledger/check-ledger.ts';
import { type Demo, fillDemo } from './fill-demo.ts';

const versions = { offer: '1', 'personal-data': '1', advertising: '1', 'automatic-charges': '1' };

const app = appForThisFile();
let demo: Demo | null;
beforeAll(async () => {
  demo = await fillDemo(app.db, versions);
});

const count = async (table: 'payments' | 'users') =>
  (await app.db.queryText(`select count(*)::int as n from ${table}`)).rows[0]?.n;
async function enter(email: string) {
  const { status, body } = await app.call(signIn, { body: { email, password: demo?.password as string } });
  expect(status).toBe(200);
  return body;
}

test('the demo fills an empty database with thousands of payments and a balanced ledger', async () => {
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

test('demo credits equal payments less refunds', async () => {
  const { rows } = await app.db.queryText(`
    select p.id from payments p left join (
      select source_id, sum(case kind when 'refund' then -amount_minor else amount_minor end) as amount
      from ledger_transfers where kind in ('top_up', 'refund', 'refund_reversal') group by 1) t on t.source_id = p.id
    where coalesce(t.amount, 0) <> case p.status when 'succeeded' then p.amount_minor - p.refunded_minor else 0 end`);
  expect(rows).toEqual([]);
});

test('no demo balance was ever negative, and one organization runs low', async () => {
  const { rows } = await app.db.queryText(`
    select a.organization_id, min(balance)::float8 as lowest, (array_agg(balance order by n desc))[1]::float8 as last,
      max(balance)::float8 as highest
    from ledger_accounts a join lateral (
      select sum(case when t.credit_account_id = a.id then t.amount_minor else -t.amount_minor end)
        over (order by t.created_at, t.id) as balance, row_number() over (order by t.created_at, t.id) as n
      from ledger_transfers t where a.id in (t.credit_account_id, t.debit_account_id)
    ) b on true where a.kind = 'organization' group by 1`);
  expect(rows.length).toBe(29);
  expect(rows.filter(({ lowest }) => Number(lowest) < 0)).toEqual([]);
  const low = rows.filter(({ last, highest }) => Number(last) > 0 && Number(last) < Number(highest) / 10);
  expect(low.length).toBeGreaterThan(0);
});

test('the demo has an expired card, the rule that it paused and bells that ring for those who answer for money alone', async () => {
  const [owner, accountant, member] = demo?.signIns ?? [];
  const { rows } = await app.db.queryText(
    `select m.status, r.status as rule, r.reason, a.is_below_top_up as "isBelow", a.low_threshold_minor::int as low
     from auto_top_ups r join payment_methods m on m.id = r.payment_method_id
     join ledger_accounts a on a.organization_id = r.organization_id and a.kind = 'organization'`,
  );
  expect(rows).toMatchObject([{ status: 'unusable', rule: 'paused', reason: 'card_expired', low: 40_000_00 }]);
  const bellOf = async (email = '') => {
    const { accessToken: token } = await enter(email);
    return (await app.call(listNotifications, { query: {} }, { token })).body.items;
  };
  for (const email of [owner?.email, accountant?.email]) {
    const notifications = await bellOf(email);
    expect(notifications.map(({ createdAt }) => createdAt)).toEqual(
      notifications
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .toReversed(),
    );
    const titles = notifications.filter(({ isRead }) => !isRead).map(({ title }) => title);
    expect(titles).toContain('Автопополнение приостановлено');
  }
  expect((await bellOf(member?.email)).filter(({ category }) => category === 'money')).toEqual([]);
  const letters = 'select from notifications where by_mail and organization_id is not null';
  expect((await app.db.queryText(letters)).rows).toEqual([]);
});

test('demo people joined over the year, paid only as members, and nothing is in the future', async () => {
  const { rows } = await app.db.queryText(`
    select count(distinct date_trunc('month', u.created_at))::int as months, count(distinct u.name)::int as names,
      count(*)::int as people, max(u.created_at) < now() as "isPast"
    from users u where u.email like '%@kazna.local'`);
  expect(rows[0]).toMatchObject({ people: 29, names: 29, isPast: true });
  expect(rows[0]?.months).toBeGreaterThanOrEqual(11);
  const early = `select p.id from payments p join memberships m
    on m.organization_id = p.organization_id and m.user_id = p.created_by where p.created_at < m.created_at`;
  expect((await app.db.queryText(early)).rows).toEqual([]);
  const strangers = `select p.id from payments p where not exists (select from memberships m
    where m.organization_id = p.organization_id and m.user_id = p.created_by)`;
  expect((await app.db.queryText(strangers)).rows).toEqual([]);
  for (const table of ['audit_log', 'ledger_transfers', 'refunds', 'invitations', 'memberships', 'organizations']) {
    const future = await app.db.queryText(`select from ${table} where created_at > now()`);
    expect(future.rows, table).toEqual([]);
  }
  expect((await app.db.queryText("select from consents where accepted_at > now() - interval '1 day'")).rows).toEqual(
    [],
  );
});

test('the demo audit log has creation, members and corrections with names of services', async () => {
  const { rows } = await app.db.queryText(`
    select organization_id, array_agg(distinct action) as actions, count(*)::int as entries,
      count(distinct details ->> 'reason')::int as reasons, max(created_at) < now() as "isPast",
      count(*) filter (where details ->> 'reason' ~ '^(SMS-рассылка|Электронная подпись|Распознавание).*, [0-9]+')::int
        as metered
    from audit_log where organization_id is not null group by 1`);
  expect(rows).toHaveLength(4);
  for (const { actions, entries, reasons, metered, isPast } of rows) {
    expect(actions).toEqual(expect.arrayContaining(['organization.created', 'member.joined', 'balance.adjusted']));
    expect(isPast).toBe(true);
    expect(entries).toBeGreaterThan(30);
    expect(reasons).toBeGreaterThan(10);
    expect(metered).toBeGreaterThan(20);
  }
  const unexplained = `select from ledger_transfers t left join audit_log a on a.id = t.source_id
    where t.kind = 'adjustment' and a.action is distinct from 'balance.adjusted'`;
  expect((await app.db.queryText(unexplained)).rows).toEqual([]);
  const waiting = await app.db.queryText("select from invitations where status = 'pending' and expires_at > now()");
  expect(waiting.rows).toHaveLength(1);
});

test('demo payments fail and are refunded for various reasons, and are rare at weekends', async () => {
  const reasons = async (table: 'payments' | 'refunds') =>
    (await app.db.queryText(`select count(distinct reason)::int as n from ${table}`)).rows[0]?.n;
  expect(await reasons('payments')).toBeGreaterThanOrEqual(8);
  expect(await reasons('refunds')).toBeGreaterThanOrEqual(4);
  const statuses = await app.db.queryText('select distinct status from refunds order by 1');
  expect(statuses.rows.map(({ status }) => status)).toEqual(['canceled', 'succeeded']);
  const { rows } = await app.db.queryText(`
    select extract(isodow from created_at at time zone 'Europe/Moscow') > 5 as weekend, count(*)::int as n
    from payments group by 1 order by 1`);
  const [workdays, weekends] = rows.map(({ n }) => n as number) as [number, number];
  expect(weekends / 2).toBeLessThan(workdays / 5 / 2);
});

const openEmpty = () => openTestDatabase(inject('databaseUrl'), migratedTemplate);

test('the demo is deterministic for a given time', async () => {
  const [other, third] = [await openEmpty(), await openEmpty()];
  const now = Date.parse('2026-03-08T12:00:00Z');
  const readLog = async ({ db }: TestDatabase) => {
    await fillDemo(db, versions, now);
    const text = `select created_at, amount_minor, status, reason, refunded_minor, method from payments order by 1, 2`;
    const log = `select created_at, action, details from audit_log where organization_id is not null
      order by created_at, action, details::text`;
    return [(await db.queryText(text)).rows, (await db.queryText(log)).rows];
  };
  expect(await readLog(other)).toEqual(await readLog(third));
  await other.remove();
  await third.remove();
});

test('every printed demo account signs in, belongs to a company and has a filled dashboard', async () => {
  expect(demo?.signIns).toHaveLength(4);
  for (const { email } of demo?.signIns.slice(0, 3) ?? []) {
    const { accessToken: token, refreshToken } = await enter(email);
    const { memberships } = (await app.call(getProfile, {}, { token })).body;
    const organizationId = memberships.find(({ kind }) => kind === 'company')?.organizationId as string;
    const wanted = { query: { organizationId } };
    const { body } = await app.call(refreshWithOrganization, wanted, { token: refreshToken });
    const list = await app.call(listPayments, {}, { token: body.accessToken });
    expect(list.body.items).toHaveLength(20);
    const dashboard = (await app.call(getDashboard, { params: { organizationId } }, { token })).body;
    expect(dashboard.total.inMinor).toBeGreaterThan(0);
    expect(dashboard.total.outMinor).toBeGreaterThan(0);
    expect(dashboard.topPayers.length).toBeGreaterThan(1);
  }
});

test('the printed demo member of staff opens the admin area', async () => {
  const { accessToken: token } = await enter(demo?.signIns.at(-1)?.email as string);
  const { status, body } = await app.call(getOverview, {}, { token });
  expect(status).toBe(200);
  expect(body.attention.reviewPayments).toBe(2);
});

test('the sum that really came is known of each demo payment in review', async () => {
  const { accessToken: token } = await enter(demo?.signIns.at(-1)?.email as string);
  const { body } = await app.call(listAllPayments, { query: { status: 'review' } }, { token });
  expect(body.items).toHaveLength(2);
  for (const { amountMinor, currency, claim } of body.items) {
    expect([claim?.amountMinor, claim?.currency]).toEqual([expect.any(Number), currency]);
    expect(claim?.amountMinor).not.toBe(amountMinor);
  }
});

test("the overview's total equals the balances of all organizations together", async () => {
  const { accessToken: token } = await enter(demo?.signIns.at(-1)?.email as string);
  const { body: overview } = await app.call(getOverview, {}, { token });
  const { body: list } = await app.call(listAllOrganizations, { query: { limit: 100 } }, { token });
  expect(list.nextCursor).toBeNull();
  const amounts = list.items.flatMap(({ balances }) => balances.map(({ amountMinor }) => amountMinor));
  const amountMinor = amounts.reduce((sum, amount) => sum + amount, 0);
  expect(amountMinor).toBeGreaterThan(0);
  expect(overview.balances).toEqual([{ currency: 'RUB', amountMinor }]);
});

test('the demo refuses a filled database and changes nothing', async () => {
  const before = [await count('payments'), await count('users')];
  expect(await fillDemo(app.db, versions)).toBeNull();
  expect([await count('payments'), await count('users')]).toEqual(before);
});

test('the demo has a business, acts of three months, invoices in every state of paying and money without an owner', async () => {
  const { rows } = await app.db.queryText(`
    select (select count(*)::int from business_versions) as businesses,
      (select array_agg(distinct period order by period desc) from closing_documents where kind = 'act') as acts,
      (select array_agg((paid_minor / 100)::int order by number) from invoices) as paid,
      (select array_agg(status order by amount_minor) from bank_receipts) as receipts`);
  expect(rows[0]).toMatchObject({
    businesses: 1,
    paid: [150_000, 30_000, 0],
    receipts: ['unidentified', 'credited', 'credited'],
  });
  expect(rows[0]?.acts).toHaveLength(3);
});

test('the demo sells services: subscriptions that are charged, on trial and waiting for money, whose lines are its charges', async () => {
  const { rows } = await app.db.queryText(`
    select array_agg(distinct status order by status) as statuses, count(distinct tariff_id)::int as tariffs
    from subscriptions`);
  expect(rows[0]).toEqual({ statuses: ['active', 'ended', 'past_due', 'paused', 'trial'], tariffs: 7 });
  const strange = await app.db.queryText(`
    select l.id from subscription_lines l left join charges c on c.id = l.charge_id
    left join ledger_entries e on e.source_id = c.id and e.kind = 'charge'
    where e.amount_minor is distinct from -l.amount_minor or l.created_at <> c.created_at
      or (e.created_at at time zone 'Europe/Moscow')::date < l.from_day`);
  expect(strange.rows).toEqual([]);
  const gaps = await app.db.queryText(`
    select from subscription_lines l where kind = 'period' and l.from_day <> (select anchor from subscriptions s
      where s.id = l.subscription_id) and not exists (select from subscription_lines b
      where b.subscription_id = l.subscription_id and b.to_day = l.from_day)`);
  expect(gaps.rows).toEqual([]);
  const acts = await app.db.queryText(
    `select jsonb_path_query_array(data, '$.lines[*].name') as names from closing_documents where kind = 'act'`,
  );
  for (const { names } of acts.rows) {
    expect(names).toContainEqual(expect.stringMatching(/^Аренда виртуального сервера «Старт», 01\./));
    expect(names).toContainEqual(expect.stringMatching(/^Услуги облачного хранения «По объёму», 01\./));
  }
});

test('the demo has a year of revenue with moves of every kind, cohorts and charges ahead', async () => {
  const { accessToken: token } = await enter(demo?.signIns.at(-1)?.email as string);
  const { body } = await app.call(getRevenue, {}, { token });
  for (const kind of moveKinds)
    expect(
      body.months.filter(({ moves }) => moves[kind].count > 0),
      kind,
    ).not.toEqual([]);
  expect(body.months.filter(({ revenueMinor }) => revenueMinor > 0).length).toBeGreaterThanOrEqual(12);
  expect(body.cohorts.length).toBeGreaterThanOrEqual(10);
  expect(body.upcoming.amountMinor).toBeGreaterThan(0);
  expect(body.countedAt).not.toBeNull();
});

test('the engine has nothing to charge in the demo that it would have charged before', async () => {
  const count = async () =>
    (await app.db.queryText('select count(*)::int as n from subscription_lines')).rows[0]?.n as number;
  const before = await count();
  await runUntilDone({ db: app.db, zone: 'Europe/Moscow', onBurst: () => undefined });
  expect(await count()).toBe(before);
});
