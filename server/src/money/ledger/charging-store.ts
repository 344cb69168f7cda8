import type { Currency } from '@kazna/contract/shared/money';
import type { Statement, Transaction } from '../../platform/db/database.ts';
import { moscowToday } from '../../platform/db/moscow-day.ts';
import { sql } from '../../platform/db/sql.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { crossesThreshold, isLow } from './low-balance/store.ts';

/** What a charge does to the ledger, as parts of the statement that inserts it. */
export interface ChargeParts {
  /** A row of the balance, which `lockPayer` has locked, if it suffices. */
  payable: Statement;
  /** These read that row as `payer`, which is there once the charge is inserted. */
  transfer: Statement;
  events: Statement;
}

export function chargeParts(debit: Debit): ChargeParts {
  return { payable: payableBalance(debit), transfer: transferParts(debit), events: balanceEvents(debit) };
}

export interface Debit {
  organizationId: string;
  currency: Currency;
  amountMinor: number;
  chargeId: string;
}

export interface Payer {
  /** Null for an unknown organization. */
  status: 'active' | 'suspended' | 'closed' | null;
  /** Down to the credit limit; 0 without an account. */
  availableMinor: number;
}

/**
 * Locks the organization against closing, then its balance. Comes before the statement with the parts, which sees what
 * this one waited for.
 */
export async function lockPayer(tx: Transaction, { organizationId, currency }: Debit): Promise<Payer> {
  const [row] = await tx.query<Payer>(sql`
    with organization as materialized (
      select status from organizations where id = ${organizationId} for share
    ), account as materialized (
      select a.balance_minor + a.credit_limit_minor as available from ledger_accounts a
      where a.organization_id = ${organizationId} and a.kind = 'organization' and a.currency = ${currency}
        and exists (select from organization)
      for no key update
    )
    select (select status from organization) as status,
      coalesce((select available from account), 0)::float8 as "availableMinor"`);
  return row as Payer;
}

/** The balance, locked by an earlier statement, before and after the debit; no row where it may not be made. */
function payableBalance({ organizationId, currency, amountMinor }: Debit): Statement {
  const balanceAfter = sql`a.balance_minor - ${amountMinor}::bigint`;
  const isLowAfter = isLow(balanceAfter, sql`a.recent_charges_minor + ${amountMinor}::bigint`);
  return sql`
    select a.id as account_id, ${balanceAfter} as balance_after, a.credit_limit_minor as credit_limit,
      coalesce((select h.balance_minor from ledger_accounts h where h.organization_id = a.organization_id
        and h.kind = 'held' and h.currency = a.currency), 0) as held,
      (select e.created_at from ledger_entries e where e.organization_id = a.organization_id
        order by e.created_at desc, e.seq desc limit 1) as last_entry_at,
      ledger_pots_change('charge', -${amountMinor}::bigint, a.balance_minor,
        array[a.card_minor, a.bank_minor, a.staff_minor, a.bonus_minor], null, null, 0) as pots,
      a.is_low or ${isLowAfter} as is_low,
      not a.is_low and ${isLowAfter} or ${crossesThreshold(balanceAfter)} as is_newly_low
    from ledger_accounts a
    where a.organization_id = ${organizationId} and a.kind = 'organization' and a.currency = ${currency}
      and ${balanceAfter} + a.credit_limit_minor >= 0
      and exists (select from organizations o where o.id = a.organization_id and o.status <> 'closed')`;
}

/** The transfer of the charge and what follows from it, as parts of a statement where `payer` is the payable balance. */
function transferParts({ organizationId, currency, amountMinor, chargeId }: Debit): Statement {
  const transferId = uuidv7();
  return sql`
    posted as (
      insert into ledger_transfers (id, key, kind, debit_account_id, credit_account_id, amount_minor, source_kind, source_id)
      select ${transferId}::uuid, ${`charge:${chargeId}`}, 'charge', p.account_id,
        (select id from ledger_accounts where organization_id is null and kind = 'revenue' and currency = ${currency}),
        ${amountMinor}::bigint, 'charge', ${chargeId}::uuid
      from payer p
    ), entry as (
      insert into ledger_entries (transfer_id, organization_id, account_id, currency, kind, amount_minor,
        balance_after_minor, source_id, created_at, card_minor, bank_minor, staff_minor, bonus_minor)
      select ${transferId}::uuid, ${organizationId}::uuid, p.account_id, ${currency}, 'charge', -${amountMinor}::bigint,
        p.balance_after, ${chargeId}::uuid, greatest(now(), p.last_entry_at), nullif(p.pots[1], 0), nullif(p.pots[2], 0),
        nullif(p.pots[3], 0), nullif(p.pots[4], 0)
      from payer p
    ), totals as (
      insert into ledger_daily_totals as t (account_id, day, debited_minor, charged_minor)
      select p.account_id, ${moscowToday}, ${amountMinor}::bigint, ${amountMinor}::bigint from payer p
      on conflict (account_id, day) do update set
        debited_minor = t.debited_minor + excluded.debited_minor,
        charged_minor = t.charged_minor + excluded.charged_minor
    ), balance as (
      update ledger_accounts a set balance_minor = p.balance_after, card_minor = a.card_minor + p.pots[1],
        bank_minor = a.bank_minor + p.pots[2], staff_minor = a.staff_minor + p.pots[3],
        bonus_minor = a.bonus_minor + p.pots[4], recent_charges_minor = a.recent_charges_minor + ${amountMinor}::bigint, is_low = p.is_low
      from payer p where a.id = p.account_id
    )`;
}

/** The same events as `recordBalanceChanges` records, as rows of id, type and body. */
function balanceEvents({ organizationId, currency }: Debit): Statement {
  return sql`
    select e.id, e.type, json_build_object('organizationId', ${organizationId}::text, 'balances', json_build_array(
      json_build_object('currency', ${currency}::text, 'balanceMinor', p.balance_after, 'heldMinor', p.held,
        'availableMinor', p.balance_after + p.credit_limit, 'creditLimitMinor', p.credit_limit))) as body
    from payer p cross join lateral (values (${uuidv7()}::uuid, 'balance.changed', true),
      (${uuidv7()}::uuid, 'balance.low', p.is_newly_low)) as e (id, type, happens)
    where e.happens`;
}
