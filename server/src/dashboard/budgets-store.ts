import type { Spending } from '@kazna/contract/cabinet/spending';
import type { Currency } from '@kazna/contract/shared/money';
import type { Queries, Transaction } from '../platform/db/database.ts';
import { opaqueParam, sql } from '../platform/db/sql.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { monthStart, spentThisMonth } from './spending-store.ts';

/** Of the budget `b`. */
const spentOfBudget = spentThisMonth(
  sql`b.organization_id`,
  sql`b.currency`,
  sql`b.service = '' or m.service = b.service`,
);

/** That of all services first. */
export function selectBudgets(db: Queries, organizationId: string, currency: Currency): Promise<Spending['budgets']> {
  return db.query(sql`
    select nullif(b.service, '') as service, b.limit_minor::float8 as "limitMinor", ${spentOfBudget}::float8 as "spentMinor"
    from spending_budgets b
    where b.organization_id = ${opaqueParam(organizationId)}::uuid and b.currency = ${opaqueParam(currency)}
      and b.limit_minor is not null
    order by b.service`);
}

interface Budget {
  organizationId: string;
  currency: Currency;
  service: string | null;
  limitMinor: number | null;
}

/** Returns the limit before; null where there was none. */
export async function upsertBudget(tx: Transaction, budget: Budget): Promise<number | null> {
  const { organizationId, currency, service, limitMinor } = budget;
  const [row] = await tx.query<{ before: number | null }>(sql`
    with before as (
      select limit_minor from spending_budgets
      where organization_id = ${organizationId} and currency = ${currency} and service = ${service ?? ''}
    )
    insert into spending_budgets (id, organization_id, currency, service, limit_minor)
    values (${uuidv7()}, ${organizationId}, ${currency}, ${service ?? ''}, ${limitMinor})
    on conflict (organization_id, currency, service) do update set limit_minor = excluded.limit_minor
    returning (select limit_minor from before)::float8 as before`);
  return row?.before ?? null;
}

export async function countBudgets(tx: Transaction, organizationId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(sql`
    select count(*)::int as count from spending_budgets
    where organization_id = ${organizationId} and limit_minor is not null`);
  return row?.count ?? 0;
}

export interface ReachedBudget {
  id: string;
  organizationId: string;
  currency: Currency;
  service: string | null;
  limitMinor: number;
  spentMinor: number;
}

/** Budgets of open organizations that are spent to 80 % or all, and of which this month has not warned yet, by id. */
export function selectReachedBudgets(db: Queries, after: string, limit: number): Promise<ReachedBudget[]> {
  return db.query<ReachedBudget>(sql`
    select b.id, b.organization_id as "organizationId", b.currency, nullif(b.service, '') as service,
      b.limit_minor::float8 as "limitMinor", b.spent::float8 as "spentMinor"
    from (
      select b.*, ${spentOfBudget} as spent from spending_budgets b join organizations o on o.id = b.organization_id
      where b.limit_minor is not null and b.id > ${after} and o.status <> 'closed'
        and not exists (
          select from spending_warnings w where w.budget_id = b.id and w.month = ${monthStart} and w.percent = 100)
    ) b
    where b.spent * 100 >= b.limit_minor * 80 and (b.spent >= b.limit_minor or not exists (
      select from spending_warnings w where w.budget_id = b.id and w.month = ${monthStart} and w.percent = 80))
    order by b.id limit ${limit}`);
}

/** Returns whether it is the first of the month: one that was warned of all of it is not warned of a part later. */
export async function insertWarning(tx: Transaction, budgetId: string, percent: 80 | 100): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into spending_warnings (budget_id, month, percent) values (${budgetId}, ${monthStart}, ${percent})
    on conflict do nothing returning percent`);
  return rows.length > 0;
}
