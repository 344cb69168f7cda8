import type { Currency } from '@kazna/contract/shared/money';
import type { Statement, Transaction } from '../../platform/db/database.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { type Arithmetic, availableOf, lownessAfter, takenByDebit } from './rules.ts';
import { heldBeside, lastEntryAt, postingParts } from './transfers-store.ts';

/** What a charge does to the ledger, as parts of the statement that inserts it. */
export interface ChargeParts {
  /** A row of the balance, which `lockPayer` has locked, if it suffices. */
  payable: Statement;
  /** These read that row as `payer`, which is there once the charge is inserted. */
  transfer: Statement;
  events: Statement;
}

export function chargeParts(debit: Debit): ChargeParts {
  return { payable: payableBalance(debit), transfer: transferParts(debit), events: balanceEvents() };
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
  /** 0 without an account. */
  availableMinor: number;
}

const inSql: Arithmetic<Sql, Sql> = {
  plus: (a, b) => sql`(${a} + ${b})`,
  minus: (a, b) => sql`(${a} - ${b})`,
  times: (amount, factor) => sql`(${amount} * ${factor}::int)`,
  least: (a, b) => sql`least(${a}, ${b})`,
  isLess: (a, b) => sql`(${a} < ${b})`,
  both: (a, b) => sql`(${a} and ${b})`,
  either: (a, b) => sql`(${a} or ${b})`,
  not: (a) => sql`(not ${a})`,
};

/** Of the account `a`. */
const available = availableOf(inSql, sql`a.balance_minor`, sql`a.credit_limit_minor`);

/**
 * Locks the organization against closing, then its balance. Comes before the statement with the parts, which sees what
 * this one waited for.
 */
export async function lockPayer(tx: Transaction, { organizationId, currency }: Debit): Promise<Payer> {
  const [row] = await tx.query<Payer>(sql`
    with organization as materialized (
      select status from organizations where id = ${organizationId} for share
    ), account as materialized (
      select ${available} as available from ledger_accounts a
      where a.organization_id = ${organizationId} and a.kind = 'organization' and a.currency = ${currency}
        and exists (select from organization)
      for no key update
    )
    select (select status from organization) as status,
      coalesce((select available from account), 0)::float8 as "availableMinor"`);
  return row as Payer;
}

/** Of the account `a` that `a.amount` is charged from. */
const charged = sql`a.amount`;
const balanceAfter = inSql.minus(sql`a.balance_minor`, charged);
const recentCharges = inSql.plus(sql`a.recent_charges_minor`, charged);
const pots = { card: sql`a.card_minor`, bank: sql`a.bank_minor`, staff: sql`a.staff_minor`, bonus: sql`a.bonus_minor` };
const taken = takenByDebit(inSql, 'charge', pots, charged);
const lowness = lownessAfter(
  inSql,
  {
    ...{ wasLow: sql`a.is_low`, balanceBefore: sql`a.balance_minor`, balanceAfter, recentCharges },
    threshold: sql`coalesce(a.low_threshold_minor, -9223372036854775807)`,
  },
  false,
);

/** The balance, locked by an earlier statement, before and after the debit; no row where it may not be made. */
function payableBalance({ organizationId, currency, amountMinor }: Debit): Statement {
  return sql`
    select a.id as account_id, a.organization_id, a.currency, ${charged} as amount, ${balanceAfter} as balance,
      a.credit_limit_minor as credit_limit, ${heldBeside} as held, ${lastEntryAt} as last_entry_at,
      ${recentCharges} as recent_charges, ${lowness.isLow} as is_low, ${lowness.isNewlyLow} as is_newly_low,
      ${taken.card} as card, ${taken.bank} as bank, ${taken.staff} as staff, ${taken.bonus} as bonus,
      a.card_minor, a.bank_minor, a.staff_minor, a.bonus_minor, a.repaid_card_minor, a.repaid_bank_minor,
      a.repaid_staff_minor, a.repaid_bonus_minor
    from (
      select *, ${amountMinor}::bigint as amount from ledger_accounts
      where organization_id = ${organizationId} and kind = 'organization' and currency = ${currency}
    ) a
    where ${available} >= ${charged}
      and exists (select from organizations o where o.id = a.organization_id and o.status <> 'closed')`;
}

/** The transfer of the charge and what follows from it, as parts of a statement where `payer` is the payable balance. */
function transferParts({ chargeId }: Debit): Statement {
  const transferId = uuidv7();
  return postingParts({
    transfers: sql`
      select ${transferId}::uuid as id, ${`charge:${chargeId}`} as key, 'charge' as kind, account_id as debit_id,
        null as debit_kind, null::uuid as credit_id, 'revenue' as credit_kind, amount, currency, 'charge' as source_kind,
        ${chargeId}::uuid as source_id, null::uuid as undoes_id, null::timestamptz as at
      from payer`,
    entries: sql`
      select ${transferId}::uuid as transfer_id, organization_id, account_id, currency, 'charge' as kind, -amount as amount,
        balance as balance_after, ${chargeId}::uuid as source_id, null::timestamptz as at, last_entry_at, -card as card,
        -bank as bank, -staff as staff, -bonus as bonus, null::bigint as repaid_card, null::bigint as repaid_bank,
        null::bigint as repaid_staff, null::bigint as repaid_bonus
      from payer`,
    days: sql`
      select account_id, null::date as day, 0 as credited, amount as debited, amount as charged from payer`,
    accounts: sql`
      select account_id, balance, recent_charges, is_low, card_minor - card as card, bank_minor - bank as bank,
        staff_minor - staff as staff, bonus_minor - bonus as bonus, repaid_card_minor as repaid_card,
        repaid_bank_minor as repaid_bank, repaid_staff_minor as repaid_staff, repaid_bonus_minor as repaid_bonus
      from payer`,
    which: sql`true`,
    mayRepeat: false,
  });
}

interface BalanceColumns {
  currency: Sql;
  balance: Sql;
  held: Sql;
  creditLimit: Sql;
}

/** A balance as the operator API and its events show it; `recordBalanceChange` has the same of numbers. */
export function balanceV1({ currency, balance, held, creditLimit }: BalanceColumns): Sql {
  return sql`json_build_object('currency', ${currency}, 'balanceMinor', ${balance}, 'heldMinor', ${held},
    'availableMinor', ${availableOf(inSql, balance, creditLimit)}, 'creditLimitMinor', ${creditLimit})`;
}

const payerBalance = balanceV1({
  ...{ currency: sql`p.currency`, balance: sql`p.balance`, held: sql`p.held`, creditLimit: sql`p.credit_limit` },
});

/** The same events as `recordBalanceChange` records, as rows of id, type and body. */
function balanceEvents(): Statement {
  return sql`
    select e.id, e.type, json_build_object('organizationId', p.organization_id, 'balances',
      json_build_array(${payerBalance})) as body
    from payer p cross join lateral (values (${uuidv7()}::uuid, 'balance.changed', true),
      (${uuidv7()}::uuid, 'balance.low', p.is_newly_low)) as e (id, type, happens)
    where e.happens`;
}
