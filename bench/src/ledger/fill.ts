import { importTransfers, type PastTransfer } from '../../../server/src/money/ledger/import-transfers.ts';
import type { Database } from '../../../server/src/platform/db/database.ts';
import { migrate } from '../../../server/src/platform/db/migrate.ts';
import { transactionWithoutTimeouts } from '../../../server/src/platform/db/timeouts.ts';
import { uuidv7 } from '../../../server/src/platform/db/uuid.ts';

const transferCount = Number(process.env.TRANSFERS ?? 1_000_000);
export const organizationCount = 1000;

/** The organization's id by its number; `accountId` in SQL has the same digits. */
export function organizationId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** SQL of the account's id by the organization's number. */
function accountId(number: string): string {
  return `('00000000-0000-4000-9000-' || lpad((${number})::text, 12, '0'))::uuid`;
}

/** The organization's number by the transfer's. */
type Owner = (transfer: number) => number;
const takingTurns: Owner = (transfer) => 1 + (transfer % organizationCount);
/** The last organization has nearly all transfers, each of the others one top-up. */
export const mostlyTheLast: Owner = (transfer) => Math.min(transfer, organizationCount);

/** A year of transfers of 1,000 organizations: big top-ups and small charges in turn, so that money never runs out. */
export async function fillLedger(db: Database, ownerOf = takingTurns): Promise<void> {
  await migrate(db);
  await transactionWithoutTimeouts(db, async (tx) => {
    // Skips foreign keys and triggers: the generated rows are consistent, and the books are checked after the run.
    await tx.queryText("set local session_replication_role = 'replica'");
    for (const text of [insertOrganizations, insertAccounts]) await tx.queryText(text);
    await importTransfers(
      tx,
      Array.from({ length: transferCount }, (_, index) => transferOf(index + 1, ownerOf)),
    );
  });
  await db.queryText('vacuum analyze');
  await db.queryText('checkpoint');
}

const yearMs = 365 * 24 * 60 * 60 * 1000;
const startedAt = Date.now();

function transferOf(number: number, ownerOf: Owner): PastTransfer {
  const createdAt = new Date(startedAt + (number - transferCount - 1) * (yearMs / transferCount));
  const id = uuidv7(createdAt.getTime());
  const kind = Math.floor(number / organizationCount) % 2 === 0 ? 'top_up' : 'charge';
  const terms = { kind, amountMinor: kind === 'charge' ? -100 : 1_000_000, currency: 'RUB' } as const;
  return {
    id,
    key: `${kind}:${id}`,
    organizationId: organizationId(ownerOf(number)),
    ...terms,
    sourceId: id,
    createdAt,
  };
}

const insertOrganizations = `
  insert into organizations (id, kind, name)
  select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'company', 'ООО «Компания ' || n || '»'
  from generate_series(1, ${organizationCount}) n`;

const insertAccounts = `
  insert into ledger_accounts (id, kind, organization_id, currency)
  select ${accountId('n')}, 'organization', ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'RUB'
  from generate_series(1, ${organizationCount}) n`;
