import type { Currency } from '@kazna/contract/shared/money';
import type { Queries, Statement, Transaction } from '../../platform/db/database.ts';
import { moscowToday } from '../../platform/db/moscow-day.ts';
import { arrayLiteral, opaqueParam, type Sql, sql } from '../../platform/db/sql.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { recordMergedEvent } from '../../platform/outbox/record-event.ts';
import {
  type AccountKey,
  type EarlierTransfer,
  type LockedAccount,
  type NewRows,
  type Pot,
  type PotChange,
  type Pots,
  potNames,
  type Taken,
} from './posting.ts';
import { availableOf, numbers } from './rules.ts';

type LockedRow = Omit<LockedAccount, 'pots' | 'repaid'> &
  Pots & { repaidCard: number; repaidBank: number; repaidStaff: number; repaidBonus: number };

/**
 * Locks the accounts in one order, and before them the organizations to be credited, so that they cannot be closed. Locks
 * and returns no account while one of them is not open yet: to open it after locking others could deadlock.
 */
export async function lockAccounts(tx: Transaction, keys: AccountKey[], credited: string[]): Promise<LockedAccount[]> {
  const [organizations = '', kinds = '', currencies = ''] = columnsOf(keys);
  const rows = await tx.query<LockedRow>(sql`
    with open as materialized (
      select id from organizations where id = any(${opaqueParam(arrayLiteral(credited))}::uuid[]) and status <> 'closed' order by id for share
    ), facts as materialized (
      select coalesce((select array_agg(id) from open), '{}') as open,
        array(
          select (select a.id from ledger_accounts a
            where a.organization_id = w.organization_id and a.kind = w.kind and a.currency = w.currency)
          from unnest(${opaqueParam(organizations)}::uuid[], ${opaqueParam(kinds)}::text[], ${opaqueParam(currencies)}::text[])
            as w (organization_id, kind, currency)) as ids
    )
    select a.id, a.organization_id as "organizationId", a.kind, a.currency, a.balance_minor::float8 as "balanceMinor",
      a.credit_limit_minor::float8 as "creditLimitMinor", a.recent_charges_minor::float8 as "recentChargesMinor",
      a.low_threshold_minor::float8 as "lowThresholdMinor", a.is_low as "isLow",
      a.organization_id = any(f.open) as "isOpen", a.card_minor::float8 as card, a.bank_minor::float8 as bank,
      a.staff_minor::float8 as staff, a.bonus_minor::float8 as bonus, a.repaid_card_minor::float8 as "repaidCard",
      a.repaid_bank_minor::float8 as "repaidBank", a.repaid_staff_minor::float8 as "repaidStaff",
      a.repaid_bonus_minor::float8 as "repaidBonus"
    from facts f join ledger_accounts a on a.id = any(f.ids)
    where array_position(f.ids, null) is null
    order by a.organization_id, a.kind, a.currency
    for no key update of a`);
  return rows.map(({ card, bank, staff, bonus, repaidCard, repaidBank, repaidStaff, repaidBonus, ...account }) => ({
    ...account,
    pots: { card, bank, staff, bonus },
    repaid: { card: repaidCard, bank: repaidBank, staff: repaidStaff, bonus: repaidBonus },
  }));
}

/** In the order of the locks: transactions that open the same accounts wait for the first of them. */
export async function openAccounts(tx: Transaction, keys: AccountKey[]): Promise<void> {
  const [organizations, kinds, currencies] = columnsOf(keys);
  await tx.query(sql`
    insert into ledger_accounts (id, organization_id, kind, currency)
    select * from unnest(${arrayLiteral(keys.map(() => uuidv7()))}::uuid[], ${organizations}::uuid[], ${kinds}::text[],
      ${currencies}::text[]) as w (id, organization_id, kind, currency)
    order by organization_id, kind, currency
    on conflict do nothing`);
}

function columnsOf(keys: AccountKey[]): string[] {
  const columns = ['organizationId', 'kind', 'currency'] as const;
  return columns.map((name) => arrayLiteral(keys.map((key) => key[name])));
}

/** Of the account `a`: what is set aside of its balance. */
export const heldBeside = sql`coalesce((
  select h.balance_minor from ledger_accounts h
  where h.organization_id = a.organization_id and h.kind = 'held' and h.currency = a.currency), 0)`;

/** Of the account `a`: when its organization's last entry was made. */
export const lastEntryAt = sql`(
  select e.created_at from ledger_entries e where e.organization_id = a.organization_id
  order by e.created_at desc, e.seq desc limit 1)`;

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
    select a.organization_id as "organizationId", a.currency, ${heldBeside}::float8 as "heldMinor",
      ${lastEntryAt}::text as "lastEntryAt", p.keys as "postedKeys"
    from unnest(${opaqueParam(arrayLiteral(balances.map(({ organizationId }) => organizationId)))}::uuid[],
      ${arrayLiteral(balances.map(({ currency }) => currency))}::text[]) as a (organization_id, currency), posted p
    order by a.organization_id, a.currency`);
}

export type UndoneTransfer = Taken & { id: string; key: string };

/** What the entry took of each pot, and on credit. */
export const takenByEntry = (entry: Sql) => sql`
  coalesce(-${entry}.card_minor, 0)::float8 as card, coalesce(-${entry}.bank_minor, 0)::float8 as bank,
  coalesce(-${entry}.staff_minor, 0)::float8 as staff, coalesce(-${entry}.bonus_minor, 0)::float8 as bonus,
  (coalesce(${entry}.card_minor, 0) + coalesce(${entry}.bank_minor, 0) + coalesce(${entry}.staff_minor, 0)
    + coalesce(${entry}.bonus_minor, 0) - ${entry}.amount_minor)::float8 as credit`;

/** What the entries of these transfers took, and what later ones gave back. Requires the row locks of the balances. */
export function selectTaken(tx: Transaction, transferKeys: string[]): Promise<UndoneTransfer[]> {
  return tx.query<UndoneTransfer>(sql`
    select t.id, t.key, ${takenByEntry(sql`e`)},
      coalesce((select sum(u.amount_minor) from ledger_transfers u where u.undoes_id = t.id), 0)::float8 as "givenBackMinor"
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
    where t.key = any(${opaqueParam(transferKeys)}::text[])`);
}

/** The rows that move money, as relations; a null `at` is now. */
interface PostingRelations {
  /** id, key, kind, debit_id or debit_kind, credit_id or credit_kind, amount, currency, source_kind, source_id, undoes_id, at. */
  transfers: Sql;
  /** transfer_id, organization_id, account_id, currency, kind, amount, balance_after, source_id, at, last_entry_at and what it does to pots. */
  entries: Sql;
  /** account_id, day, credited, debited, charged: what comes to the sums by day. */
  days: Sql;
  /** account_id, balance, recent_charges, is_low and pots. */
  accounts: Sql;
  /** Which rows `a` of ledger_accounts these are, for the planner. */
  which: Sql;
  /** Whether a key may have been posted before; otherwise such a one fails the statement, which costs less. */
  mayRepeat: boolean;
}

const systemAccount = (kind: Sql) => sql`(
  select id from ledger_accounts where organization_id is null and kind = ${kind} and currency = p.currency)`;

/**
 * Keys are inserted in their order, so that two batches never wait for each other's. An entry of a key that is not new
 * violates its foreign key: such a transfer has none.
 */
const skippingRepeated = sql`order by p.key on conflict (key) do nothing`;

/**
 * The parts of a statement by which money moves, the only ones that write the ledger. An entry is never older than the one before it, though its transaction may have begun earlier.
 */
export function postingParts({ transfers, entries, days, accounts, which, mayRepeat }: PostingRelations): Sql {
  return sql`
    posted as (
      insert into ledger_transfers (id, key, kind, debit_account_id, credit_account_id, amount_minor, source_kind, source_id,
        undoes_id, created_at)
      select p.id, p.key, p.kind, coalesce(p.debit_id, ${systemAccount(sql`p.debit_kind`)}),
        coalesce(p.credit_id, ${systemAccount(sql`p.credit_kind`)}), p.amount, p.source_kind, p.source_id, p.undoes_id,
        coalesce(p.at, business_now())
      from (${transfers}) p
      ${mayRepeat ? skippingRepeated : sql``}
      returning id, created_at
    ), entry as (
      insert into ledger_entries (transfer_id, organization_id, account_id, currency, kind, amount_minor,
        balance_after_minor, source_id, created_at, card_minor, bank_minor, staff_minor, bonus_minor, repaid_card_minor,
        repaid_bank_minor, repaid_staff_minor, repaid_bonus_minor)
      select e.transfer_id, e.organization_id, e.account_id, e.currency, e.kind, e.amount, e.balance_after, e.source_id,
        greatest(coalesce(e.at, business_now()), e.last_entry_at), nullif(e.card, 0), nullif(e.bank, 0), nullif(e.staff, 0),
        nullif(e.bonus, 0), nullif(e.repaid_card, 0), nullif(e.repaid_bank, 0), nullif(e.repaid_staff, 0),
        nullif(e.repaid_bonus, 0)
      from (${entries}) e
    ), day as (
      insert into ledger_daily_totals as t (account_id, day, credited_minor, debited_minor, charged_minor)
      select d.account_id, coalesce(d.day, ${moscowToday}), d.credited, d.debited, d.charged from (${days}) d
      on conflict (account_id, day) do update set
        credited_minor = t.credited_minor + excluded.credited_minor,
        debited_minor = t.debited_minor + excluded.debited_minor,
        charged_minor = t.charged_minor + excluded.charged_minor
    ), balance as (
      update ledger_accounts a set balance_minor = c.balance, recent_charges_minor = c.recent_charges, is_low = c.is_low,
        card_minor = c.card, bank_minor = c.bank, staff_minor = c.staff, bonus_minor = c.bonus,
        repaid_card_minor = c.repaid_card, repaid_bank_minor = c.repaid_bank, repaid_staff_minor = c.repaid_staff,
        repaid_bonus_minor = c.repaid_bonus
      from (${accounts}) c where a.id = c.account_id and ${which}
    )`;
}

/** Writes what was worked out under the locks of the accounts; returns the transfers whose keys were new. */
export function transferInsert({ transfers, entries, accounts }: NewRows, mayRepeat: boolean): Statement {
  const plain = <Row, Name extends keyof Row>(rows: Row[], name: Name) =>
    arrayLiteral(rows.map((row) => row[name] as string | number | boolean | null));
  const potsOf = (rows: PotChange[]) => {
    const column = (what: 'pots' | 'repaid', pot: Pot) => arrayLiteral(rows.map((row) => row[what][pot]));
    const [card, bank, staff, bonus] = potNames.map((pot) => column('pots', pot));
    const [repaidCard, repaidBank, repaidStaff, repaidBonus] = potNames.map((pot) => column('repaid', pot));
    return sql`${card}::bigint[], ${bank}::bigint[], ${staff}::bigint[], ${bonus}::bigint[], ${repaidCard}::bigint[],
      ${repaidBank}::bigint[], ${repaidStaff}::bigint[], ${repaidBonus}::bigint[]`;
  };
  const potColumns = sql`card, bank, staff, bonus, repaid_card, repaid_bank, repaid_staff, repaid_bonus`;
  const accountIds = plain(accounts, 'id');
  const days = accounts.flatMap(({ id, days }) => days.map((day) => ({ ...day, accountId: id })));
  const parts = postingParts({
    transfers: sql`
      select * from unnest(${opaqueParam(plain(transfers, 'id'))}::uuid[], ${transfers.map(({ key }) => key)}::text[],
        ${plain(transfers, 'kind')}::text[], ${plain(transfers, 'debitId')}::uuid[],
        ${plain(transfers, 'debitKind')}::text[], ${plain(transfers, 'creditId')}::uuid[],
        ${plain(transfers, 'creditKind')}::text[], ${plain(transfers, 'amountMinor')}::bigint[],
        ${plain(transfers, 'currency')}::text[], ${plain(transfers, 'sourceKind')}::text[],
        ${plain(transfers, 'sourceId')}::uuid[], ${plain(transfers, 'undoesId')}::uuid[],
        ${plain(transfers, 'at')}::timestamptz[]) as p (id, key, kind, debit_id, debit_kind, credit_id, credit_kind, amount,
          currency, source_kind, source_id, undoes_id, at)`,
    entries: sql`
      select * from unnest(${opaqueParam(plain(entries, 'transferId'))}::uuid[], ${plain(entries, 'organizationId')}::uuid[],
        ${plain(entries, 'accountId')}::uuid[], ${plain(entries, 'currency')}::text[], ${plain(entries, 'kind')}::text[],
        ${plain(entries, 'amountMinor')}::bigint[], ${plain(entries, 'balanceAfterMinor')}::bigint[],
        ${plain(entries, 'sourceId')}::uuid[], ${plain(entries, 'at')}::timestamptz[],
        ${plain(entries, 'lastEntryAt')}::timestamptz[], ${potsOf(entries)}) as e (transfer_id, organization_id, account_id,
          currency, kind, amount, balance_after, source_id, at, last_entry_at, ${potColumns})`,
    days: sql`
      select * from unnest(${opaqueParam(plain(days, 'accountId'))}::uuid[], ${plain(days, 'day')}::date[],
        ${plain(days, 'creditedMinor')}::bigint[], ${plain(days, 'debitedMinor')}::bigint[],
        ${plain(days, 'spentMinor')}::bigint[]) as d (account_id, day, credited, debited, charged)`,
    accounts: sql`
      select * from unnest(${opaqueParam(accountIds)}::uuid[], ${plain(accounts, 'balanceMinor')}::bigint[],
        ${plain(accounts, 'recentChargesMinor')}::bigint[], ${plain(accounts, 'isLow')}::boolean[], ${potsOf(accounts)})
        as c (account_id, balance, recent_charges, is_low, ${potColumns})`,
    which: sql`a.id = any(${opaqueParam(accountIds)}::uuid[])`,
    mayRepeat,
  });
  return sql`with ${parts} select id, created_at as "createdAt" from posted`;
}

export function selectTransfersByKeys(db: Queries, keys: string[]): Promise<EarlierTransfer[]> {
  return db.query<EarlierTransfer>(sql`
    select t.id, t.key, t.kind, t.amount_minor::float8 as "amountMinor", t.created_at as "createdAt",
      concat_ws(':', d.kind, d.organization_id) as debit, concat_ws(':', c.kind, c.organization_id) as credit, d.currency
    from ledger_transfers t
    join ledger_accounts d on d.id = t.debit_account_id
    join ledger_accounts c on c.id = t.credit_account_id
    where t.key = any(${keys}::text[])`);
}

export interface BalanceAfter {
  organizationId: string;
  currency: Currency;
  balanceMinor: number;
  heldMinor: number;
  creditLimitMinor: number;
}

/**
 * One event per organization and type, however many transfers the transaction posts; the last state of a currency
 * counts.
 */
export function recordBalanceChange(tx: Transaction, after: BalanceAfter, isNewlyLow = false): void {
  recordState(tx, 'balance.changed', after);
  if (isNewlyLow) recordLow(tx, after);
}

/** Apart from a change where usage that is not charged yet makes a balance low. */
export function recordLow(tx: Transaction, after: BalanceAfter & { usedMinor?: number }): void {
  recordState(tx, 'balance.low', after);
}

function recordState(
  tx: Transaction,
  type: 'balance.changed' | 'balance.low',
  after: BalanceAfter & { usedMinor?: number },
): void {
  const { organizationId, currency, balanceMinor, heldMinor, creditLimitMinor, usedMinor } = after;
  const availableMinor = availableOf(numbers, balanceMinor, creditLimitMinor);
  const amounts = { currency, balanceMinor, heldMinor, availableMinor, creditLimitMinor };
  const balance = usedMinor === undefined ? amounts : { ...amounts, usedMinor };
  recordMergedEvent(tx, { type, organizationId }, (earlier) => {
    const others = earlier?.balances.filter((other) => other.currency !== currency) ?? [];
    return { organizationId, balances: [...others, balance] };
  });
}
