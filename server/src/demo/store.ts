import type { Queries } from '../db/database.ts';
import { type Sql, sql } from '../db/sql.ts';
import type { DemoPayment, DemoTransfer } from './year.ts';

export async function isEmpty(db: Queries): Promise<boolean> {
  const rows = await db.query(sql`select from payments limit 1`);
  return rows.length === 0;
}

export async function insertPerson(
  db: Queries,
  person: { id: string; email: string; name: string; passwordHash: string; referralCode: string; createdAt: Date },
): Promise<void> {
  const { id, email, name, passwordHash, referralCode, createdAt } = person;
  await db.query(sql`
    insert into users (id, email, name, password_hash, referral_code, email_verified_at, created_at)
    values (${id}, ${email}, ${name}, ${passwordHash}, ${referralCode}, ${createdAt}, ${createdAt})`);
}

/** One statement for thousands of rows: columns go as arrays. */
async function insertRows<Row extends object>(
  db: Queries,
  rows: Row[],
  insert: (column: (name: keyof Row) => unknown[]) => Sql,
): Promise<void> {
  for (let start = 0; start < rows.length; start += 5000) {
    const part = rows.slice(start, start + 5000);
    await db.query(insert((name) => part.map((row) => row[name])));
  }
}

export function insertPayments(db: Queries, organizationId: string, payments: DemoPayment[]): Promise<void> {
  return insertRows(
    db,
    payments,
    (column) => sql`
    insert into payments (id, organization_id, created_by, amount_minor, currency, method, description, status, reason,
      provider, provider_payment_id, refunded_minor, created_at, paid_at, expires_at)
    select id, ${organizationId}, created_by, amount, 'RUB', method, description, status, reason, 'demo', id::text,
      refunded, created_at, case when status = 'succeeded' then created_at + interval '1 minute' end,
      created_at + interval '1 hour'
    from unnest(${column('id')}::uuid[], ${column('createdBy')}::uuid[], ${column('amountMinor')}::bigint[],
      ${column('method')}::text[], ${column('description')}::text[], ${column('status')}::text[],
      ${column('reason')}::text[], ${column('refundedMinor')}::bigint[], ${column('createdAt')}::timestamptz[])
      as p (id, created_by, amount, method, description, status, reason, refunded, created_at)`,
  );
}

/** The timeline and the refunds that such payments would have left. Events are told in the order of their ids. */
export async function insertTraces(db: Queries, organizationId: string): Promise<void> {
  await db.query(sql`
    insert into payment_events (id, payment_id, kind, status, source, reason, created_at)
    select overlay(p.id::text placing e.place from 25)::uuid, p.id, e.kind, e.status, e.source,
      case when e.kind = 'status_changed' then p.reason end, e.at
    from payments p cross join lateral (values
      ('000000000001', 'created', 'pending', 'user', p.created_at),
      ('000000000002', 'status_changed', p.status, 'notification', p.created_at + interval '1 minute'))
      as e (place, kind, status, source, at)
    where p.organization_id = ${organizationId}`);
  await db.query(sql`
    insert into refunds (id, payment_id, amount_minor, reason, status, requested_by, created_at, settled_at)
    select gen_random_uuid(), id, refunded_minor, 'Возврат по просьбе плательщика', 'succeeded', created_by,
      created_at + interval '1 minute', created_at + interval '2 minutes'
    from payments where organization_id = ${organizationId} and refunded_minor > 0`);
}

export interface DemoAccounts {
  organization: string;
  clearing: string;
  revenue: string;
}

export function insertTransfers(db: Queries, accounts: DemoAccounts, transfers: DemoTransfer[]): Promise<void> {
  return insertRows(
    db,
    transfers,
    (column) => sql`
    insert into ledger_transfers (id, key, kind, debit_account_id, credit_account_id, amount_minor, source_id, created_at)
    select id, key, kind,
      case when amount > 0 then ${accounts.clearing}::uuid else ${accounts.organization}::uuid end,
      case when amount > 0 then ${accounts.organization}::uuid
        when kind = 'charge' then ${accounts.revenue}::uuid else ${accounts.clearing}::uuid end,
      abs(amount), source_id, created_at
    from unnest(${column('id')}::uuid[], ${column('key')}::text[], ${column('kind')}::text[],
      ${column('amountMinor')}::bigint[], ${column('sourceId')}::uuid[], ${column('createdAt')}::timestamptz[])
      as t (id, key, kind, amount, source_id, created_at)`,
  );
}

/** Makes balances and sums by day what the rows add up to. */
export async function addUp(db: Queries): Promise<void> {
  await db.query(sql`
    insert into ledger_daily_totals (account_id, day, credited_minor, debited_minor)
    select account_id, day, sum(credited), sum(debited) from (
      select credit_account_id as account_id, (created_at at time zone 'Europe/Moscow')::date as day,
        amount_minor as credited, 0 as debited from ledger_transfers
      union all
      select debit_account_id, (created_at at time zone 'Europe/Moscow')::date, 0, amount_minor from ledger_transfers
    ) moves group by account_id, day`);
  await db.query(sql`
    update ledger_accounts a set balance_minor = t.balance
    from (select account_id, sum(credited_minor - debited_minor) as balance from ledger_daily_totals group by 1) t
    where t.account_id = a.id`);
  await db.query(sql`
    insert into payment_daily_totals
      (organization_id, day, currency, method, status, created_by, count, amount_minor)
    select organization_id, (created_at at time zone 'Europe/Moscow')::date, currency, method, status, created_by,
      count(*), sum(amount_minor)
    from payments group by 1, 2, 3, 4, 5, 6`);
}
