import type { Currency } from '@kazna/contract/shared/money';
import type { Queries, Transaction } from '../../../platform/db/database.ts';
import { hidden, sql } from '../../../platform/db/sql.ts';
import { uuidv7 } from '../../../platform/db/uuid.ts';
import { crossesThreshold, isLow } from '../low-balance/store.ts';
import type { SourceKind, TransferKind } from '../posting.ts';
import { cashInKinds, cashlessDebitKinds } from '../posting-rules.ts';

export interface Transfer {
  id: string;
  key: string;
  kind: TransferKind;
  amountMinor: number;
  createdAt: string;
}

export interface BalanceAfter {
  organizationId: string;
  currency: Currency;
  balanceMinor: number;
  heldMinor: number;
  creditLimitMinor: number;
  isNewlyLow: boolean;
}

interface WrittenTransfer extends Transfer {
  /** Of all transfers of the statement; with the first one only. */
  balances: BalanceAfter[] | null;
}

/** With the names of its accounts: the kind and, where there is one, the organization. */
export interface EarlierTransfer extends Transfer {
  debit: string;
  credit: string;
  currency: Currency;
}

type AccountReference = { id: string } | { system: string };

export interface NewTransfer {
  key: string;
  kind: TransferKind;
  debit: AccountReference;
  credit: AccountReference;
  amountMinor: number;
  currency: Currency;
  sourceKind: SourceKind;
  sourceId: string | null;
}

/** Of the account `a` after its change `m`. Money set aside is never low, since nothing is charged there. */
const balanceAfter = sql`a.balance_minor + m.amount`;
const isLowAfter = isLow(balanceAfter, sql`a.recent_charges_minor + m.charged`);

const transferColumns = sql`t.id, t.key, t.kind, t.amount_minor::float8 as "amountMinor", t.created_at as "createdAt"`;

/**
 * Writes the transfers whose keys are new, with everything that follows from them, and returns those. The organizations'
 * accounts are locked by then. Keys are inserted in their order, so that two batches never wait for each other's. An
 * entry is never older than the one before it, though its transaction may have begun earlier. Balances are read by a
 * statement that begins after the locks, so that they are the last ones.
 */
export function insertTransfers(
  tx: Transaction,
  transfers: NewTransfer[],
  organizations: string[],
): Promise<WrittenTransfer[]> {
  const column = <Name extends keyof NewTransfer>(name: Name) => transfers.map((transfer) => transfer[name]);
  const ids = (side: 'debit' | 'credit') => column(side).map((account) => ('id' in account ? account.id : null));
  const kinds = (side: 'debit' | 'credit') => column(side).map((account) => ('id' in account ? null : account.system));
  const owned = [...new Set([...ids('debit'), ...ids('credit')])].filter((id) => id !== null);
  return tx.query<WrittenTransfer>(sql`
    with posting as (
      select p.id, p.place, p.key, p.kind, p.amount, p.source_kind, p.source_id,
        coalesce(p.debit_id, (select id from ledger_accounts
          where organization_id is null and kind = p.debit_kind and currency = p.currency)) as debit_id,
        coalesce(p.credit_id, (select id from ledger_accounts
          where organization_id is null and kind = p.credit_kind and currency = p.currency)) as credit_id
      from unnest(${hidden(transfers.map(() => uuidv7()))}::uuid[], ${column('key')}::text[], ${column('kind')}::text[],
        ${ids('debit')}::uuid[], ${kinds('debit')}::text[], ${ids('credit')}::uuid[], ${kinds('credit')}::text[],
        ${column('amountMinor')}::bigint[], ${column('currency')}::text[], ${column('sourceKind')}::text[],
        ${column('sourceId')}::uuid[]) with ordinality as p (id, key, kind, debit_id, debit_kind, credit_id, credit_kind,
          amount, currency, source_kind, source_id, place)
    ), posted as (
      insert into ledger_transfers (id, key, kind, debit_account_id, credit_account_id, amount_minor, source_kind, source_id)
      select id, key, kind, debit_id, credit_id, amount, source_kind, source_id from posting order by key
      on conflict (key) do nothing
      returning *
    ), account as materialized (
      select a.*, (
          select e.created_at from ledger_entries e where e.organization_id = a.organization_id
          order by e.created_at desc, e.seq desc limit 1) as last_entry_at
      from ledger_accounts a where a.id = any(${hidden(owned)}::uuid[])
    ), moved as (
      select p.id as transfer_id, p.place, p.kind as transfer_kind, p.source_id, a.id, a.organization_id, a.kind,
        a.currency, a.last_entry_at, side.amount, side.cash,
        a.balance_minor + sum(side.amount) over (partition by a.id order by p.place) as balance_after
      from posting p join posted using (id) cross join lateral (values
        (p.credit_id, p.amount, case when p.kind = any(${cashInKinds}::text[]) then p.amount else 0 end),
        (p.debit_id, -p.amount, case when p.kind = any(${cashlessDebitKinds}::text[]) then 0 else -p.amount end)
      ) side (id, amount, cash)
      join account a on a.id = side.id
    ), change as materialized (
      select id, sum(amount) as amount, sum(cash) as cash,
        sum(case when transfer_kind = 'charge' then greatest(-amount, 0) else 0 end) as charged
      from moved group by id
    ), balances as (
      update ledger_accounts a set balance_minor = a.balance_minor + m.amount,
        cash_minor = case a.kind when 'organization' then a.cash_minor + m.cash else 0 end,
        recent_charges_minor = a.recent_charges_minor + m.charged,
        is_low = case when m.amount > 0 then a.is_low and ${isLowAfter} else a.is_low or ${isLowAfter} end
      from change m
      where a.id = m.id and a.id = any(${hidden(owned)}::uuid[])
    ), entries as (
      insert into ledger_entries (transfer_id, organization_id, account_id, currency, kind, amount_minor,
        balance_after_minor, source_id, created_at)
      select transfer_id, organization_id, id, currency, transfer_kind, amount, balance_after, source_id,
        greatest(now(), last_entry_at)
      from moved where kind = 'organization' order by place
    ), totals as (
      insert into ledger_daily_totals as t (account_id, day, credited_minor, debited_minor, charged_minor)
      select id, (now() at time zone 'Europe/Moscow')::date, sum(greatest(amount, 0)), sum(greatest(-amount, 0)),
        sum(case when transfer_kind in ('charge', 'adjustment') then greatest(-amount, 0) else 0 end)
      from moved group by id
      on conflict (account_id, day) do update set
        credited_minor = t.credited_minor + excluded.credited_minor,
        debited_minor = t.debited_minor + excluded.debited_minor,
        charged_minor = t.charged_minor + excluded.charged_minor
    ), state as (
      select a.organization_id, a.currency, max(a.credit_limit_minor) filter (where a.kind = 'organization') as credit_limit,
        sum(a.balance_minor + coalesce(m.amount, 0)) filter (where a.kind = 'organization') as balance,
        sum(a.balance_minor + coalesce(m.amount, 0)) filter (where a.kind = 'held') as held,
        bool_or(m.amount <= 0 and not a.is_low and ${isLowAfter} or ${crossesThreshold(balanceAfter)}) as is_newly_low
      from ledger_accounts a left join change m on m.id = a.id
      where a.organization_id = any(${organizations}::uuid[])
      group by a.organization_id, a.currency having count(m.id) > 0
    )
    select ${transferColumns}, case when row_number() over () = 1 then (
        select json_agg(json_build_object('organizationId', organization_id, 'currency', currency,
          'balanceMinor', coalesce(balance, 0), 'heldMinor', coalesce(held, 0),
          'creditLimitMinor', coalesce(credit_limit, 0), 'isNewlyLow', is_newly_low) order by organization_id, currency) from state) end as balances
    from posted t`);
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
