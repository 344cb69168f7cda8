import type { Currency } from '@kazna/contract/shared/money';
import { announce } from '../../platform/db/announce.ts';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import { type BalanceAfter, openAccounts, recordBalanceChange } from './transfers-store.ts';

interface Promised {
  promisedMinor: number;
  overdueMinor: number;
}

/** The account is locked by then. */
export async function selectPromised(tx: Transaction, accountId: string): Promise<Promised> {
  const [row] = await tx.query<Promised>(sql`
    select promised_minor::float8 as "promisedMinor", overdue_minor::float8 as "overdueMinor"
    from ledger_accounts where id = ${accountId}`);
  return row as Promised;
}

interface Balance {
  organizationId: string;
  currency: Currency;
}

const heldBeside = sql`coalesce((select h.balance_minor from ledger_accounts h
  where h.organization_id = a.organization_id and h.kind = 'held' and h.currency = a.currency), 0)::float8`;

const amountsAfter = sql`a.balance_minor::float8 as "balanceMinor", a.credit_limit_minor::float8 as "creditLimitMinor",
  ${heldBeside} as "heldMinor"`;

type Amounts = Pick<BalanceAfter, 'balanceMinor' | 'creditLimitMinor' | 'heldMinor'>;

/** Lets the balance go below zero by as much more. Locks it. */
export async function raisePromised(tx: Transaction, balance: Balance, amountMinor: number): Promise<void> {
  const { organizationId, currency } = balance;
  await openAccounts(tx, [{ organizationId, kind: 'organization', currency }]);
  const [after] = await tx.query<Amounts>(sql`
    update ledger_accounts a set credit_limit_minor = a.credit_limit_minor + ${amountMinor},
      promised_minor = a.promised_minor + ${amountMinor}
    where a.organization_id = ${organizationId} and a.kind = 'organization' and a.currency = ${currency}
    returning ${amountsAfter}`);
  publish(tx, balance, after as Amounts);
}

/**
 * Takes the promised part of the limit away, and locks the balance. What it is below zero beyond the rest of the limit
 * becomes overdue: it is owed, and what pays it cannot be spent. Returns whether nothing is.
 */
export async function endPromised(tx: Transaction, balance: Balance): Promise<boolean> {
  const { organizationId, currency } = balance;
  const [after] = await tx.query<Amounts & { overdueMinor: number }>(sql`
    update ledger_accounts a set credit_limit_minor = a.credit_limit_minor - a.promised_minor, promised_minor = 0,
      overdue_minor = greatest(0, -a.balance_minor - (a.credit_limit_minor - a.promised_minor))
    where a.organization_id = ${organizationId} and a.kind = 'organization' and a.currency = ${currency}
    returning ${amountsAfter}, a.overdue_minor::float8 as "overdueMinor"`);
  if (!after) return true;
  publish(tx, balance, after);
  return after.overdueMinor === 0;
}

/** Once what was overdue is paid. Returns false while it is not; locks the balance only then. */
export async function endOverdue(tx: Transaction, { organizationId, currency }: Balance): Promise<boolean> {
  const rows = await tx.query(sql`
    update ledger_accounts a set overdue_minor = 0
    where a.organization_id = ${organizationId} and a.kind = 'organization' and a.currency = ${currency}
      and a.balance_minor + a.credit_limit_minor >= 0
    returning a.id`);
  return rows.length > 0;
}

/** The debt to be paid until the promise ends; zero or below where there is none. */
export async function readOwedOfPromise(db: Queries, { organizationId, currency }: Balance): Promise<number> {
  const [row] = await db.query<{ owedMinor: number }>(sql`
    select (promised_minor - credit_limit_minor - balance_minor)::float8 as "owedMinor" from ledger_accounts
    where organization_id = ${organizationId} and kind = 'organization' and currency = ${currency}`);
  return row?.owedMinor ?? 0;
}

export async function isInDebt(db: Queries, { organizationId, currency }: Balance): Promise<boolean> {
  const rows = await db.query(sql`
    select from ledger_accounts where organization_id = ${organizationId} and kind = 'organization'
      and currency = ${currency} and balance_minor + credit_limit_minor < 0`);
  return rows.length > 0;
}

function publish(tx: Transaction, { organizationId, currency }: Balance, amounts: Amounts): void {
  recordBalanceChange(tx, { organizationId, currency, ...amounts });
  announce(tx, { organizationId }, 'balance');
}
