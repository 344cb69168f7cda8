import type { Currency } from '@kazna/contract/shared/money';
import type { Statement, Transaction } from '../../../platform/db/database.ts';
import { moscowToday } from '../../../platform/db/moscow-day.ts';
import { hidden, plainArray, sql } from '../../../platform/db/sql.ts';
import type { AccountChange, NewEntry } from '../moves.ts';
import type { NewTransfer } from '../posting/store.ts';

export interface Surroundings {
  organizationId: string;
  currency: Currency;
  heldMinor: number;
  /** Null before the first one. As the database writes it, since a number of ours has no microseconds. */
  lastEntryAt: string | null;
}

/** What stands beside a locked balance, by a statement of its own: the one that waited for the lock reads what was before. */
export function selectSurroundings(
  tx: Transaction,
  balances: { organizationId: string; currency: Currency }[],
): Promise<Surroundings[]> {
  return tx.query<Surroundings>(sql`
    select b.organization_id as "organizationId", b.currency, coalesce((
        select h.balance_minor from ledger_accounts h
        where h.organization_id = b.organization_id and h.kind = 'held' and h.currency = b.currency), 0)::float8 as "heldMinor",
      (select e.created_at::text from ledger_entries e where e.organization_id = b.organization_id
        order by e.created_at desc, e.seq desc limit 1) as "lastEntryAt"
    from unnest(${hidden(plainArray(balances.map(({ organizationId }) => organizationId)))}::uuid[],
      ${plainArray(balances.map(({ currency }) => currency))}::text[]) as b (organization_id, currency)
    order by b.organization_id, b.currency`);
}

export interface NewTransfers {
  transfers: (NewTransfer & { id: string })[];
  entries: (NewEntry & { lastEntryAt: string | null })[];
  changes: AccountChange[];
}

/**
 * Writes transfers whose keys are new, and what follows from them as it was worked out under the locks. A key that is not
 * new fails it. An entry is never older than the one before it, though its transaction may have begun earlier.
 */
export function transferInsert({ transfers, entries, changes }: NewTransfers): Statement {
  type Plain = 'id' | 'kind' | 'amountMinor' | 'currency' | 'sourceKind' | 'sourceId';
  const plain = (name: Plain) => plainArray(transfers.map((one) => one[name]));
  const entry = <Name extends keyof (typeof entries)[number]>(name: Name) =>
    plainArray(entries.map((one) => one[name]));
  const change = <Name extends keyof AccountChange>(name: Name) => plainArray(changes.map((one) => one[name]));
  const ids = (side: 'debit' | 'credit') =>
    plainArray(transfers.map((one) => ('id' in one[side] ? one[side].id : null)));
  const kinds = (side: 'debit' | 'credit') =>
    plainArray(transfers.map((one) => ('id' in one[side] ? null : one[side].system)));
  return sql`
    with posted as (
      insert into ledger_transfers (id, key, kind, debit_account_id, credit_account_id, amount_minor, source_kind, source_id)
      select p.id, p.key, p.kind,
        coalesce(p.debit_id, (select id from ledger_accounts
          where organization_id is null and kind = p.debit_kind and currency = p.currency)),
        coalesce(p.credit_id, (select id from ledger_accounts
          where organization_id is null and kind = p.credit_kind and currency = p.currency)),
        p.amount, p.source_kind, p.source_id
      from unnest(${hidden(plain('id'))}::uuid[], ${transfers.map(({ key }) => key)}::text[], ${plain('kind')}::text[],
        ${ids('debit')}::uuid[], ${kinds('debit')}::text[], ${ids('credit')}::uuid[], ${kinds('credit')}::text[],
        ${plain('amountMinor')}::bigint[], ${plain('currency')}::text[], ${plain('sourceKind')}::text[],
        ${plain('sourceId')}::uuid[]) as p (id, key, kind, debit_id, debit_kind, credit_id, credit_kind, amount,
          currency, source_kind, source_id)
    ), entries as (
      insert into ledger_entries (transfer_id, organization_id, account_id, currency, kind, amount_minor,
        balance_after_minor, source_id, created_at)
      select e.transfer_id, e.organization_id, e.account_id, e.currency, e.kind, e.amount, e.balance_after, e.source_id,
        greatest(now(), e.last_entry_at)
      from unnest(${hidden(entry('transferId'))}::uuid[], ${entry('organizationId')}::uuid[],
        ${entry('accountId')}::uuid[], ${entry('currency')}::text[], ${entry('kind')}::text[],
        ${entry('amountMinor')}::bigint[], ${entry('balanceAfterMinor')}::bigint[], ${entry('sourceId')}::uuid[],
        ${entry('lastEntryAt')}::timestamptz[]) as e (transfer_id, organization_id, account_id, currency, kind, amount,
          balance_after, source_id, last_entry_at)
    ), totals as (
      insert into ledger_daily_totals as t (account_id, day, credited_minor, debited_minor, charged_minor)
      select c.account_id, ${moscowToday}, c.credited, c.debited, c.spent
      from unnest(${hidden(change('accountId'))}::uuid[], ${change('creditedMinor')}::bigint[],
        ${change('debitedMinor')}::bigint[], ${change('spentMinor')}::bigint[]) as c (account_id, credited, debited, spent)
      on conflict (account_id, day) do update set
        credited_minor = t.credited_minor + excluded.credited_minor,
        debited_minor = t.debited_minor + excluded.debited_minor,
        charged_minor = t.charged_minor + excluded.charged_minor
    )
    update ledger_accounts a set balance_minor = a.balance_minor + c.credited - c.debited,
      cash_minor = a.cash_minor + c.cash, recent_charges_minor = a.recent_charges_minor + c.charged, is_low = c.is_low
    from unnest(${hidden(change('accountId'))}::uuid[], ${change('creditedMinor')}::bigint[],
      ${change('debitedMinor')}::bigint[], ${change('cashMinor')}::bigint[], ${change('chargedMinor')}::bigint[],
      ${change('isLow')}::boolean[]) as c (account_id, credited, debited, cash, charged, is_low)
    where a.id = c.account_id and a.id = any(${hidden(change('accountId'))}::uuid[])`;
}
