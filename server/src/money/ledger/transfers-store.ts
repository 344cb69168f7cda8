import type { Currency } from '@kazna/contract/shared/money';
import type { Queries, Statement, Transaction } from '../../platform/db/database.ts';
import { moscowToday } from '../../platform/db/moscow-day.ts';
import { arrayLiteral, opaqueParam, sql } from '../../platform/db/sql.ts';
import type { ChangedAccount, NewEntry } from './balance-changes.ts';
import type { SourceKind, TransferKind } from './posting.ts';
import type { Pot, Taken } from './pots.ts';

export interface Transfer {
  id: string;
  key: string;
  kind: TransferKind;
  amountMinor: number;
  createdAt: string;
}

/** With the names of its accounts: the kind and, where there is one, the organization. */
export interface EarlierTransfer extends Transfer {
  debit: string;
  credit: string;
  currency: Currency;
}

type AccountReference = { id: string } | { system: string };

export interface NewTransfer {
  id: string;
  key: string;
  kind: TransferKind;
  debit: AccountReference;
  credit: AccountReference;
  amountMinor: number;
  currency: Currency;
  sourceKind: SourceKind;
  sourceId: string | null;
  undoesId: string | null;
}

const transferColumns = sql`t.id, t.key, t.kind, t.amount_minor::float8 as "amountMinor", t.created_at as "createdAt"`;

export interface HeldAndLastEntry {
  organizationId: string;
  currency: Currency;
  heldMinor: number;
  /** Null before the first one. As the database writes it, since a number of ours has no microseconds. */
  lastEntryAt: string | null;
  /** Of the keys asked for, those that were posted before. */
  postedKeys: string[];
}

/** What stands beside a locked balance, by a statement of its own: the one that waited for the lock reads what was before. */
export function selectHeldAndLastEntry(
  tx: Transaction,
  balances: { organizationId: string; currency: Currency }[],
  transferKeys: string[],
): Promise<HeldAndLastEntry[]> {
  return tx.query<HeldAndLastEntry>(sql`
    with posted as materialized (
      select coalesce(array_agg(key), '{}') as keys from ledger_transfers where key = any(${opaqueParam(transferKeys)}::text[])
    )
    select b.organization_id as "organizationId", b.currency, coalesce((
        select h.balance_minor from ledger_accounts h
        where h.organization_id = b.organization_id and h.kind = 'held' and h.currency = b.currency), 0)::float8 as "heldMinor",
      (select e.created_at::text from ledger_entries e where e.organization_id = b.organization_id
        order by e.created_at desc, e.seq desc limit 1) as "lastEntryAt", p.keys as "postedKeys"
    from unnest(${opaqueParam(arrayLiteral(balances.map(({ organizationId }) => organizationId)))}::uuid[],
      ${arrayLiteral(balances.map(({ currency }) => currency))}::text[]) as b (organization_id, currency), posted p
    order by b.organization_id, b.currency`);
}

export type UndoneTransfer = Taken & { id: string; key: string };

/** What the entries of these transfers took, and what later ones gave back. The balances are locked by then. */
export function selectTaken(tx: Transaction, transferKeys: string[]): Promise<UndoneTransfer[]> {
  return tx.query<UndoneTransfer>(sql`
    select t.id, t.key, coalesce(-e.card_minor, 0)::float8 as card, coalesce(-e.bank_minor, 0)::float8 as bank,
      coalesce(-e.staff_minor, 0)::float8 as staff, coalesce(-e.bonus_minor, 0)::float8 as bonus,
      (coalesce(e.card_minor, 0) + coalesce(e.bank_minor, 0) + coalesce(e.staff_minor, 0) + coalesce(e.bonus_minor, 0)
        - e.amount_minor)::float8 as credit,
      coalesce((select sum(u.amount_minor) from ledger_transfers u where u.undoes_id = t.id), 0)::float8 as "givenBackMinor"
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
    where t.key = any(${opaqueParam(transferKeys)}::text[])`);
}

export interface NewTransfers {
  transfers: NewTransfer[];
  entries: (NewEntry & { lastEntryAt: string | null })[];
  accounts: ChangedAccount[];
}

/**
 * Writes the transfers whose keys are new, with their entries and what was worked out of the accounts under their locks.
 * Keys are inserted in their order, so that two batches never wait for each other's. A key that is not new has no entry
 * to come with: the foreign key of the entry fails it. An entry is never older than the one before it, though its
 * transaction may have begun earlier.
 */
export function transferInsert({ transfers, entries, accounts }: NewTransfers): Statement {
  type Plain = 'id' | 'kind' | 'amountMinor' | 'currency' | 'sourceKind' | 'sourceId' | 'undoesId';
  const plain = (name: Plain) => arrayLiteral(transfers.map((one) => one[name]));
  type EntryColumn = Exclude<keyof (typeof entries)[number], 'pots' | 'repaid'>;
  const entry = (name: EntryColumn) => arrayLiteral(entries.map((one) => one[name]));
  const moved = (what: 'pots' | 'repaid', pot: Pot) => arrayLiteral(entries.map((one) => one[what][pot] || null));
  const account = (name: Exclude<keyof ChangedAccount, 'pots' | 'repaid'>) =>
    arrayLiteral(accounts.map((one) => one[name]));
  const after = (what: 'pots' | 'repaid', pot: Pot) => arrayLiteral(accounts.map((one) => one[what][pot]));
  const ids = (side: 'debit' | 'credit') =>
    arrayLiteral(transfers.map((one) => ('id' in one[side] ? one[side].id : null)));
  const kinds = (side: 'debit' | 'credit') =>
    arrayLiteral(transfers.map((one) => ('id' in one[side] ? null : one[side].system)));
  return sql`
    with posted as (
      insert into ledger_transfers (id, key, kind, debit_account_id, credit_account_id, amount_minor, source_kind, source_id,
        undoes_id)
      select p.id, p.key, p.kind,
        coalesce(p.debit_id, (select id from ledger_accounts
          where organization_id is null and kind = p.debit_kind and currency = p.currency)),
        coalesce(p.credit_id, (select id from ledger_accounts
          where organization_id is null and kind = p.credit_kind and currency = p.currency)),
        p.amount, p.source_kind, p.source_id, p.undoes_id
      from unnest(${opaqueParam(plain('id'))}::uuid[], ${transfers.map(({ key }) => key)}::text[], ${plain('kind')}::text[],
        ${ids('debit')}::uuid[], ${kinds('debit')}::text[], ${ids('credit')}::uuid[], ${kinds('credit')}::text[],
        ${plain('amountMinor')}::bigint[], ${plain('currency')}::text[], ${plain('sourceKind')}::text[],
        ${plain('sourceId')}::uuid[], ${plain('undoesId')}::uuid[]) as p (id, key, kind, debit_id, debit_kind, credit_id,
          credit_kind, amount, currency, source_kind, source_id, undoes_id)
      order by p.key
      on conflict (key) do nothing
      returning id, created_at
    ), entries as (
      insert into ledger_entries (transfer_id, organization_id, account_id, currency, kind, amount_minor,
        balance_after_minor, source_id, created_at, card_minor, bank_minor, staff_minor, bonus_minor, repaid_card_minor,
        repaid_bank_minor, repaid_staff_minor, repaid_bonus_minor)
      select e.transfer_id, e.organization_id, e.account_id, e.currency, e.kind, e.amount, e.balance_after, e.source_id,
        greatest(now(), e.last_entry_at), e.card, e.bank, e.staff, e.bonus, e.repaid_card, e.repaid_bank, e.repaid_staff,
        e.repaid_bonus
      from unnest(${opaqueParam(entry('transferId'))}::uuid[], ${entry('organizationId')}::uuid[],
        ${entry('accountId')}::uuid[], ${entry('currency')}::text[], ${entry('kind')}::text[],
        ${entry('amountMinor')}::bigint[], ${entry('balanceAfterMinor')}::bigint[], ${entry('sourceId')}::uuid[],
        ${entry('lastEntryAt')}::timestamptz[], ${moved('pots', 'card')}::bigint[], ${moved('pots', 'bank')}::bigint[],
        ${moved('pots', 'staff')}::bigint[], ${moved('pots', 'bonus')}::bigint[], ${moved('repaid', 'card')}::bigint[],
        ${moved('repaid', 'bank')}::bigint[], ${moved('repaid', 'staff')}::bigint[], ${moved('repaid', 'bonus')}::bigint[])
        as e (transfer_id, organization_id, account_id, currency, kind, amount, balance_after, source_id, last_entry_at,
          card, bank, staff, bonus, repaid_card, repaid_bank, repaid_staff, repaid_bonus)
    ), totals as (
      insert into ledger_daily_totals as t (account_id, day, credited_minor, debited_minor, charged_minor)
      select c.account_id, ${moscowToday}, c.credited, c.debited, c.spent
      from unnest(${opaqueParam(account('id'))}::uuid[], ${account('creditedMinor')}::bigint[],
        ${account('debitedMinor')}::bigint[], ${account('spentMinor')}::bigint[]) as c (account_id, credited, debited, spent)
      on conflict (account_id, day) do update set
        credited_minor = t.credited_minor + excluded.credited_minor,
        debited_minor = t.debited_minor + excluded.debited_minor,
        charged_minor = t.charged_minor + excluded.charged_minor
    ), balances as (
      update ledger_accounts a set balance_minor = c.balance, recent_charges_minor = c.recent_charges, is_low = c.is_low,
        card_minor = c.card, bank_minor = c.bank, staff_minor = c.staff, bonus_minor = c.bonus,
        repaid_card_minor = c.repaid_card, repaid_bank_minor = c.repaid_bank, repaid_staff_minor = c.repaid_staff,
        repaid_bonus_minor = c.repaid_bonus
      from unnest(${opaqueParam(account('id'))}::uuid[], ${account('balanceMinor')}::bigint[],
        ${account('recentChargesMinor')}::bigint[], ${account('isLow')}::boolean[], ${after('pots', 'card')}::bigint[],
        ${after('pots', 'bank')}::bigint[], ${after('pots', 'staff')}::bigint[], ${after('pots', 'bonus')}::bigint[],
        ${after('repaid', 'card')}::bigint[], ${after('repaid', 'bank')}::bigint[], ${after('repaid', 'staff')}::bigint[],
        ${after('repaid', 'bonus')}::bigint[]) as c (account_id, balance, recent_charges, is_low, card, bank, staff, bonus,
          repaid_card, repaid_bank, repaid_staff, repaid_bonus)
      where a.id = c.account_id and a.id = any(${opaqueParam(account('id'))}::uuid[])
    )
    select id, created_at as "createdAt" from posted`;
}

export function selectTransfersByKeys(db: Queries, keys: string[]): Promise<EarlierTransfer[]> {
  return db.query<EarlierTransfer>(sql`
    select ${transferColumns}, concat_ws(':', d.kind, d.organization_id) as debit,
      concat_ws(':', c.kind, c.organization_id) as credit, d.currency
    from ledger_transfers t
    join ledger_accounts d on d.id = t.debit_account_id
    join ledger_accounts c on c.id = t.credit_account_id
    where t.key = any(${keys}::text[])`);
}
