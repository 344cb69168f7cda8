import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { rollUpTotals } from '../../../server/src/demo/store.ts';
import { openDatabase } from '../../../server/src/platform/db/database.ts';
import { transactionWithoutTimeouts } from '../../../server/src/platform/db/timeouts.ts';
import { importRows } from '../ledger/import-rows.ts';

export interface Filling {
  databaseUrl: string;
  payments: number;
  users: number;
  /** Has a tenth of the payments, over the whole period. */
  active: { organizationId: string; userId: string };
  /** Has the oldest tenth of the payments. */
  dormant: { organizationId: string; userId: string };
}

/** Generates two years of people and payments in SQL, and imports their transfers. */
export async function fill(filling: Filling): Promise<void> {
  const { databaseUrl } = filling;
  await fillPayments(filling);
  const db = await openDatabase({ databaseUrl, dataDir: '', poolSize: 1, onConnectionLost: () => {} });
  await transactionWithoutTimeouts(db, async (tx) => {
    await tx.queryText("set local session_replication_role = 'replica'");
    await importRows(tx, paidPayments);
    await rollUpTotals(tx);
  });
  await db.close();
  await runIn(databaseUrl, ['vacuum analyze']);
}

/** People and payments alone, for what never looks at the ledger. */
export async function fillPayments({ databaseUrl, payments, users, active, dormant }: Filling): Promise<void> {
  const payers = [active.organizationId, active.userId, dormant.organizationId, dormant.userId];
  await runIn(databaseUrl, [insertPeople, [users]], [insertPayments, [payments, ...payers, `${randomUUID()}-`]]);
  // Of an empty table that is analyzed the planner expects nothing for a minute, and scans what was inserted by then.
  await runIn(databaseUrl, ['vacuum analyze users, organizations, actors, sessions, memberships, payments']);
}

/** Skips foreign key checks: the generated rows are consistent. */
async function runIn(databaseUrl: string, ...statements: [text: string, values?: unknown[]][]): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("set session_replication_role = 'replica'");
  for (const [text, values] of statements) await client.query(text, values);
  await client.end();
}

/** Each has a personal organization; 1 % are blocked. */
export const insertPeople = `
  with people as (
    select n, uuidv7(age) as user_id, uuidv7(age) as organization_id, now() + age as at
    from generate_series(1, $1::int) n
    cross join lateral (select (n - $1 - 1) * (interval '730 days' / $1) as age) as time
  ), organizations as (
    insert into organizations (id, kind, name, created_at)
    select organization_id, 'person', 'Человек ' || n, at from people
  ), users as (
    insert into users (id, email, name, password_hash, referral_code, status, email_verified_at, created_at)
    select user_id, 'person' || n || '@example.ru', 'Человек ' || n, '', 'N' || n,
      case n % 100 when 0 then 'blocked' else 'active' end, at, at
    from people
  ), actors as (
    insert into actors (id, kind) select user_id, 'person' from people
  ), sessions as (
    insert into sessions (id, user_id, organization_id, refresh_hash, refresh_nonce, device, address, created_at)
    select gen_random_uuid(), user_id, organization_id, '', '', 'Firefox', '127.0.0.1', at from people
  )
  insert into memberships (organization_id, user_id, role) select organization_id, user_id, 'owner' from people`;

/** 80 % succeeded; a few are in review. */
const insertPayments = `
  with others as (
    select array_agg(organization_id order by user_id) as organizations, array_agg(user_id order by user_id) as users
    from (select * from memberships where organization_id not in ($2, $4) order by user_id limit 200) m
  )
  insert into payments (id, organization_id, created_by, amount_minor, currency, method, description, status, provider,
    provider_payment_id, created_at, paid_at, expires_at)
  select uuidv7(age),
    case when n <= $1 / 10 then $4::uuid when n % 9 = 0 then $2::uuid else organizations[1 + n % 200] end,
    case when n <= $1 / 10 then $5::uuid when n % 9 = 0 then $3::uuid else users[1 + n % 200] end,
    10000 + n % 990000, 'RUB', case n % 4 when 0 then 'sbp' else 'card' end, 'Пополнение ' || n, status, 'yookassa',
    $6 || n, now() + age, case status when 'succeeded' then now() + age end, now() + age + interval '1 hour'
  from generate_series(1, $1::int) n
  cross join lateral (
    select (n - $1) * (interval '730 days' / $1) as age,
      case when n % ($1 / 5) = 1 then 'review' when n % 5 = 0 then 'canceled' else 'succeeded' end as status
  ) as facts
  cross join others`;

const paidPayments = `
  select id, 'top_up' as kind, organization_id as "organizationId", amount_minor as "amountMinor", id as "sourceId",
    created_at as "createdAt"
  from payments where status = 'succeeded' order by created_at, id`;
