import type { Transaction } from '../../platform/db/database.ts';
import { arrayLiteral, opaqueParam, sql } from '../../platform/db/sql.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import type { AccountKey } from './accounts.ts';
import type { PotState, Pots } from './pots.ts';

export interface LockedAccount extends AccountKey, PotState {
  id: string;
  creditLimitMinor: number;
  /** Whether the organization is open, so that it may be credited. */
  isOpen: boolean;
  recentChargesMinor: number;
  /** What the organization chose; null for nothing. */
  lowThresholdMinor: number | null;
  isLow: boolean;
}

type LockedRow = Omit<LockedAccount, 'pots' | 'repaid'> &
  Pots & { repaidCard: number; repaidBank: number; repaidStaff: number; repaidBonus: number };

/**
 * Locks the accounts in one order, and before them the organizations to be credited, so that nobody closes those. Locks
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

/** In the order of the locks: whoever opens the same accounts at once waits for the first of them. */
export async function openAccounts(tx: Transaction, keys: AccountKey[]): Promise<void> {
  const [organizations, kinds, currencies] = columnsOf(keys);
  await tx.query(sql`
    insert into ledger_accounts (id, organization_id, kind, currency)
    select * from unnest(${arrayLiteral(keys.map(() => uuidv7()))}::uuid[], ${organizations}::uuid[], ${kinds}::text[],
      ${currencies}::text[]) as w (id, organization_id, kind, currency)
    order by organization_id, kind, currency
    on conflict do nothing`);
}

/** The account is locked by then. Returns what is set aside beside its balance. */
export async function updateCreditLimit(tx: Transaction, accountId: string, limitMinor: number): Promise<number> {
  const [row] = await tx.query<{ heldMinor: number }>(sql`
    update ledger_accounts a set credit_limit_minor = ${limitMinor} where a.id = ${accountId}
    returning coalesce((select h.balance_minor from ledger_accounts h where h.organization_id = a.organization_id
      and h.kind = 'held' and h.currency = a.currency), 0)::float8 as "heldMinor"`);
  return row?.heldMinor ?? 0;
}

/** Locks the balances of the organization in the order of all locks. */
export async function endCreditLimits(tx: Transaction, organizationId: string): Promise<void> {
  await tx.query(sql`
    with locked as (
      select id from ledger_accounts where organization_id = ${organizationId} and credit_limit_minor <> 0
      order by organization_id, kind, currency for no key update
    )
    update ledger_accounts a set credit_limit_minor = 0 from locked l where a.id = l.id`);
}

/** The account is locked by then. Null watches no more. */
export async function updateTopUpThreshold(
  tx: Transaction,
  accountId: string,
  belowMinor: number | null,
): Promise<void> {
  await tx.query(sql`update ledger_accounts set top_up_below_minor = ${belowMinor} where id = ${accountId}`);
}

function columnsOf(keys: AccountKey[]): string[] {
  const columns = ['organizationId', 'kind', 'currency'] as const;
  return columns.map((name) => arrayLiteral(keys.map((key) => key[name])));
}
