import type { ChargeKind, MoveFilter, MoveKind } from '@kazna/contract/admin/revenue';
import type { Currency } from '@kazna/contract/shared/money';
import type { Queries } from '../platform/db/database.ts';
import type { PageRequest } from '../platform/db/page.ts';
import { allOf, type Sql, sql } from '../platform/db/sql.ts';
import { type SubscriptionRow, selectSubscriptions } from '../services/subscriptions/subscriptions-store.ts';
import { type Scope, scopeIdOf } from './figures-store.ts';
import { moveKind, scopedMoves } from './roll-up-store.ts';

interface Named {
  id: string;
  name: string;
}

export interface NamedOrganization extends Named {
  owner: string | null;
}

/** The table's row as `o`. */
const organization = sql`json_build_object('id', o.id, 'name', o.name, 'owner', case when o.kind = 'person' then (
  select u.name from memberships m join users u on u.id = m.user_id
  where m.organization_id = o.id and m.role = 'owner' order by m.created_at, u.id limit 1) end) as organization`;

/** «2026-11» of requests. */
const firstDayOf = (month: string): Sql => sql`${`${month}-01`}::date`;
const isWithin = (day: Sql, month: string): Sql =>
  sql`${day} >= ${firstDayOf(month)} and ${day} < (${firstDayOf(month)} + interval '1 month')::date`;

interface MoveRow {
  id: string;
  day: string;
  kind: MoveKind;
  organization: NamedOrganization;
  subscriptionId: string;
  service: Named;
  tariff: Named;
  beforeMinor: number;
  afterMinor: number;
}

export function selectMoves(
  db: Queries,
  { limit, cursor }: PageRequest,
  { month, kind, ...scope }: Scope & { month: string; kind?: MoveFilter | undefined },
): Promise<MoveRow[]> {
  const where = allOf(
    sql`scope.id = ${scopeIdOf(scope)} and m.currency = ${scope.currency} and ${isWithin(sql`m.day`, month)}`,
    sql`scope.after_minor <> scope.before_minor`,
    kind && (kind === 'lost' ? sql`scope.after_minor < scope.before_minor` : sql`${moveKind} = ${kind}`),
    cursor && sql`(m.day, m.id) < (select c.day, c.id from subscription_moves c where c.id = ${cursor})`,
  );
  return db.query<MoveRow>(sql`
    select p.id, p.day::text, p.kind, ${organization},
      p.subscription_id as "subscriptionId", json_build_object('id', s.id, 'name', s.name) as service,
      json_build_object('id', t.id, 'name', t.name) as tariff, p.before_minor::float8 as "beforeMinor",
      p.after_minor::float8 as "afterMinor"
    from (
      select m.id, m.day, ${moveKind} as kind, m.organization_id, m.subscription_id, m.service_id, m.tariff_id,
        scope.before_minor, scope.after_minor
      from ${scopedMoves} where ${where} order by m.day desc, m.id desc limit ${limit + 1}
    ) p
    join organizations o on o.id = p.organization_id join services s on s.id = p.service_id join tariffs t on t.id = p.tariff_id
    order by p.day desc, p.id desc`);
}

interface MonthlyRow {
  subscriptionId: string;
  organization: NamedOrganization;
  service: Named;
  tariff: Named;
  since: string;
  monthlyMinor: number;
}

/** By the last move of each until the end of the month: together they are its MRR. */
export function selectMonthly(
  db: Queries,
  { limit, cursor }: PageRequest,
  { month, currency, serviceId, tariffId }: Scope & { month: string },
): Promise<MonthlyRow[]> {
  const where = allOf(
    sql`m.after_minor > 0 and m.currency = ${currency}`,
    tariffId && sql`m.tariff_id = ${tariffId}`,
    !tariffId && serviceId && sql`m.service_id = ${serviceId}`,
    cursor && sql`x.id < ${cursor}`,
  );
  return db.query<MonthlyRow>(sql`
    select p.id as "subscriptionId", ${organization}, json_build_object('id', s.id, 'name', s.name) as service,
      json_build_object('id', t.id, 'name', t.name) as tariff, p.day::text as since, p.after_minor::float8 as "monthlyMinor"
    from (
      select x.id, m.organization_id, m.service_id, m.tariff_id, m.day, m.after_minor
      from subscriptions x cross join lateral (
        select * from subscription_moves m
        where m.subscription_id = x.id and m.day < (${firstDayOf(month)} + interval '1 month')::date
        order by m.id desc limit 1
      ) m
      where ${where} order by x.id desc limit ${limit + 1}
    ) p
    join organizations o on o.id = p.organization_id join services s on s.id = p.service_id join tariffs t on t.id = p.tariff_id
    order by p.id desc`);
}

interface CustomerRow {
  organization: NamedOrganization;
  cohort: string;
  fixedMinor: number;
  usageMinor: number;
  setupMinor: number;
  otherMinor: number;
  amountMinor: number;
}

const kindColumns: Record<ChargeKind, Sql> = {
  fixed: sql`c.fixed_minor`,
  usage: sql`c.usage_minor`,
  setup: sql`c.setup_minor`,
  other: sql`c.other_minor`,
};

export function selectCustomers(
  db: Queries,
  { limit, cursor }: PageRequest,
  {
    month,
    cohort,
    kind,
    ...scope
  }: Scope & { month: string; cohort?: string | undefined; kind?: ChargeKind | undefined },
): Promise<CustomerRow[]> {
  const ofMonth = sql`c.scope_id = ${scopeIdOf(scope)} and c.currency = ${scope.currency} and c.month = ${firstDayOf(month)}`;
  const where = allOf(
    ofMonth,
    cohort && sql`c.cohort = ${firstDayOf(cohort)}`,
    kind && sql`${kindColumns[kind]} <> 0`,
    cursor &&
      sql`(c.amount_minor, c.organization_id) < (
        select c.amount_minor, c.organization_id from revenue_customers c where ${ofMonth} and c.organization_id = ${cursor})`,
  );
  return db.query<CustomerRow>(sql`
    select ${organization}, to_char(p.cohort, 'YYYY-MM') as cohort,
      p.fixed_minor::float8 as "fixedMinor", p.usage_minor::float8 as "usageMinor", p.setup_minor::float8 as "setupMinor",
      p.other_minor::float8 as "otherMinor", p.amount_minor::float8 as "amountMinor"
    from (
      select * from revenue_customers c where ${where} order by c.amount_minor desc, c.organization_id desc limit ${limit + 1}
    ) p join organizations o on o.id = p.organization_id
    order by p.amount_minor desc, p.organization_id desc`);
}

interface CustomerMoveRow {
  organization: NamedOrganization;
  day: string;
  kind: 'new' | 'returned' | 'lost';
  beforeMinor: number;
  afterMinor: number;
}

/** The cursor is the day and the organization of the last row. */
export function selectCustomerMoves(
  db: Queries,
  { limit, cursor }: PageRequest,
  { month, kind, ...scope }: Scope & { month: string; kind?: CustomerMoveRow['kind'] | undefined },
): Promise<CustomerMoveRow[]> {
  const [day, organizationId] = cursor?.split(':') ?? [];
  const where = allOf(
    sql`m.scope_id = ${scopeIdOf(scope)} and m.currency = ${scope.currency} and ${isWithin(sql`m.day`, month)}`,
    kind && sql`m.kind = ${kind}`,
    day && sql`(m.day, m.organization_id) < (${day}::date, ${organizationId}::uuid)`,
  );
  return db.query<CustomerMoveRow>(sql`
    select ${organization}, p.day::text, p.kind,
      p.before_minor::float8 as "beforeMinor", p.after_minor::float8 as "afterMinor"
    from (
      select * from revenue_customer_moves m where ${where} order by m.day desc, m.organization_id desc limit ${limit + 1}
    ) p join organizations o on o.id = p.organization_id
    order by p.day desc, p.organization_id desc`);
}

interface DebtorRow {
  organization: NamedOrganization;
  amountMinor: number;
  since: string;
  creditLimitMinor: number;
}

/** Since the first entry after the last that left the balance at zero or more. */
const inDebtSince = sql`(
  select e.created_at from ledger_entries e
  where e.organization_id = p.organization_id and e.currency = p.currency and (e.created_at, e.seq) > (
    select coalesce(max(k.created_at), '-infinity'), coalesce(max(k.seq), -1) from (
      select k.created_at, k.seq from ledger_entries k
      where k.organization_id = p.organization_id and k.currency = p.currency and k.balance_after_minor >= 0
      order by k.created_at desc, k.seq desc limit 1
    ) k)
  order by e.created_at, e.seq limit 1)`;

export function selectDebtors(db: Queries, { limit, cursor }: PageRequest, currency: Currency): Promise<DebtorRow[]> {
  const where = allOf(
    sql`a.is_in_debt and a.currency = ${currency}`,
    cursor &&
      sql`(a.balance_minor, a.organization_id) > (
        select c.balance_minor, c.organization_id from ledger_accounts c
        where c.organization_id = ${cursor} and c.kind = 'organization' and c.currency = ${currency})`,
  );
  return db.query<DebtorRow>(sql`
    select ${organization}, -p.balance_minor::float8 as "amountMinor",
      ${inDebtSince} as since, (p.credit_limit_minor - p.promised_minor)::float8 as "creditLimitMinor"
    from (
      select * from ledger_accounts a where ${where} order by a.balance_minor, a.organization_id limit ${limit + 1}
    ) p join organizations o on o.id = p.organization_id
    order by p.balance_minor, p.organization_id`);
}

export async function selectOrganizations(db: Queries, ids: string[]): Promise<Map<string, NamedOrganization>> {
  const rows = await db.query<{ organization: NamedOrganization }>(sql`
    select ${organization} from organizations o where o.id = any(${ids}::uuid[])`);
  return new Map(rows.map(({ organization }) => [organization.id, organization]));
}

/** Those whose next charge is until the day, the soonest first. */
export async function selectSoonCharged(
  db: Queries,
  { limit, cursor }: PageRequest,
  { currency, serviceId, tariffId, until }: Scope & { until: string },
): Promise<SubscriptionRow[]> {
  const where = allOf(
    sql`x.status in ('trial', 'active', 'past_due') and x.charged_to <= ${until}::date`,
    sql`x.version_id in (select v.id from tariff_versions v where v.currency = ${currency})`,
    tariffId && sql`x.tariff_id = ${tariffId}`,
    serviceId && sql`x.tariff_id in (select t.id from tariffs t where t.service_id = ${serviceId})`,
    cursor && sql`(x.charged_to, x.id) > (select c.charged_to, c.id from subscriptions c where c.id = ${cursor})`,
  );
  const rows = await selectSubscriptions(
    db,
    sql`(select x.* from subscriptions x where ${where} order by x.charged_to, x.id limit ${limit + 1}) s`,
  );
  return rows.toSorted((one, other) =>
    one.chargedTo < other.chargedTo || (one.chargedTo === other.chargedTo && one.id < other.id) ? -1 : 1,
  );
}
