import { addUpImported } from '../../../server/src/money/ledger/import-transfers.ts';
import type { Database } from '../../../server/src/platform/db/database.ts';
import { migrate } from '../../../server/src/platform/db/migrate.ts';
import { transactionWithoutTimeouts } from '../../../server/src/platform/db/timeouts.ts';

const transferCount = Number(process.env.TRANSFERS ?? 1_000_000);
export const organizationCount = 1000;

/** The organization's id by its number; `accountId` in SQL has the same digits. */
export function organizationId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** SQL of the account's id by the organization's number. */
export function accountId(number: string): string {
  return `('00000000-0000-4000-9000-' || lpad((${number})::text, 12, '0'))::uuid`;
}

/** SQL of the organization's number by the transfer's. */
type Owner = (transfer: string) => string;
const takingTurns: Owner = (transfer) => `1 + ${transfer} % ${organizationCount}`;
/** The last organization has nearly all transfers, each of the others one top-up. */
export const mostlyTheLast: Owner = (transfer) => `least(${transfer}, ${organizationCount})`;

/** A year of transfers of 1,000 organizations: big top-ups and small charges in turn, so that money never runs out. */
export async function fillLedger(db: Database, ownerOf = takingTurns): Promise<void> {
  await migrate(db);
  await transactionWithoutTimeouts(db, async (tx) => {
    // Skips foreign keys and triggers: the generated rows are consistent, and the books are checked after the run.
    await tx.queryText("set local session_replication_role = 'replica'");
    for (const text of [insertOrganizations, insertAccounts, insertTransfers(ownerOf)]) await tx.queryText(text);
    await addUpImported(tx);
  });
  await db.queryText('vacuum analyze');
  await db.queryText('checkpoint');
}

const insertOrganizations = `
  insert into organizations (id, kind, name)
  select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'company', 'ООО «Компания ' || n || '»'
  from generate_series(1, ${organizationCount}) n`;

const insertAccounts = `
  insert into ledger_accounts (id, kind, organization_id, currency)
  select ${accountId('n')}, 'organization', ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'RUB'
  from generate_series(1, ${organizationCount}) n`;

const insertTransfers = (ownerOf: Owner) => `
  insert into ledger_transfers
    (id, key, kind, debit_account_id, credit_account_id, amount_minor, source_kind, source_id, created_at)
  select t.id, f.kind || ':' || t.id, f.kind, case f.kind when 'charge' then f.own else clearing.id end,
    case f.kind when 'charge' then revenue.id else f.own end, case f.kind when 'charge' then 100 else 1000000 end,
    case f.kind when 'charge' then 'charge' else 'payment' end, t.id, now() + f.age
  from generate_series(1, ${transferCount}) n
  cross join lateral (
    select (n - ${transferCount} - 1) * (interval '365 days' / ${transferCount}) as age,
      ${accountId(ownerOf('n'))} as own,
      case n / ${organizationCount} % 2 when 0 then 'top_up' else 'charge' end as kind
  ) f
  cross join lateral (select uuidv7(f.age) as id) t
  join ledger_accounts clearing on clearing.kind = 'clearing' and clearing.currency = 'RUB'
  join ledger_accounts revenue on revenue.kind = 'revenue' and revenue.currency = 'RUB'`;
