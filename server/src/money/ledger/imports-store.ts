import type { Currency } from '@kazna/contract/shared/money';
import type { Queries } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import { chargesOfLast30Days, isLow } from './low-balance/store.ts';
import type { TransferKind } from './posting.ts';
import { potSums } from './store.ts';

export interface PastTransfer {
  id: string;
  key: string;
  kind: TransferKind;
  /** Below zero where money left the organization. */
  amountMinor: number;
  sourceId: string | null;
  createdAt: Date;
}

/** Lets transfers in without entries until the transaction ends, and drops the checkpoint, which they may come before. */
export async function beginImport(db: Queries): Promise<void> {
  await db.query(sql`select set_config('kazna.ledger_import', 'on', true)`);
  await db.query(sql`update ledger_checkpoint set through_day = '-infinity'`);
  await db.query(sql`delete from ledger_checkpoint_sums`);
}

export async function insertPastTransfers(
  db: Queries,
  accountId: string,
  currency: Currency,
  transfers: PastTransfer[],
): Promise<void> {
  const column = (name: keyof PastTransfer) => transfers.map((transfer) => transfer[name]);
  await db.query(sql`
    insert into ledger_transfers
      (id, key, kind, debit_account_id, credit_account_id, amount_minor, source_kind, source_id, created_at)
    select t.id, t.key, t.kind, case when amount > 0 then s.id else ${accountId}::uuid end,
      case when amount > 0 then ${accountId}::uuid else s.id end, abs(amount),
      case t.kind when 'adjustment' then 'audit' when 'charge' then 'charge' else 'payment' end, source_id, created_at
    from unnest(${column('id')}::uuid[], ${column('key')}::text[], ${column('kind')}::text[],
      ${column('amountMinor')}::bigint[], ${column('sourceId')}::uuid[], ${column('createdAt')}::timestamptz[])
      as t (id, key, kind, amount, source_id, created_at)
    join ledger_accounts s on s.organization_id is null and s.currency = ${currency}
      and s.kind = case t.kind when 'charge' then 'revenue' when 'adjustment' then 'corrections' else 'clearing' end`);
}

/** Makes balances, entries, sums by day and what is low what the transfers add up to. */
export async function addUpLedger(db: Queries): Promise<void> {
  await db.query(sql`
    insert into ledger_daily_totals (account_id, day, credited_minor, debited_minor, charged_minor)
    select account_id, day, sum(credited), sum(debited), sum(case when moves.kind in ('charge', 'adjustment') then debited else 0 end)
    from (
      select credit_account_id as account_id, (created_at at time zone 'Europe/Moscow')::date as day, kind,
        amount_minor as credited, 0 as debited from ledger_transfers
      union all
      select debit_account_id, (created_at at time zone 'Europe/Moscow')::date, kind, 0, amount_minor
      from ledger_transfers
    ) moves
    join ledger_accounts a on a.id = moves.account_id and a.organization_id is not null
    group by account_id, day
    on conflict (account_id, day) do update set credited_minor = excluded.credited_minor,
      debited_minor = excluded.debited_minor, charged_minor = excluded.charged_minor`);
  await db.query(sql`select ledger_entries_fill()`);
  await db.query(sql`
    update ledger_accounts a set balance_minor = t.balance, card_minor = t.card, bank_minor = t.bank,
      staff_minor = t.staff, bonus_minor = t.bonus, repaid_card_minor = t.repaid_card, repaid_bank_minor = t.repaid_bank,
      repaid_staff_minor = t.repaid_staff, repaid_bonus_minor = t.repaid_bonus
    from (select account_id, sum(amount_minor) as balance, ${potSums} from ledger_entries group by 1) t
    where t.account_id = a.id`);
  await db.query(sql`
    update ledger_accounts a set balance_minor = t.balance
    from (
      select account_id, sum(credited_minor - debited_minor) as balance from ledger_daily_totals group by 1
    ) t
    where t.account_id = a.id and a.kind = 'held'`);
  await db.query(sql`
    update ledger_accounts a set recent_charges_minor = ${chargesOfLast30Days} where a.kind = 'organization'`);
  await db.query(sql`
    update ledger_accounts a set is_low = ${isLow(sql`a.balance_minor`, sql`a.recent_charges_minor`)}
    where a.kind = 'organization'`);
}
