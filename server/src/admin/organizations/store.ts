import type { adminOrganizationDetails, OrganizationSort } from '@kazna/contract/admin/organizations';
import type { OrganizationKind } from '@kazna/contract/cabinet/organizations';
import type { Currency } from '@kazna/contract/shared/money';
import type { z } from 'zod/mini';
import { balancesJson } from '../../money/ledger/reads.ts';
import { contractJson, matchingOrganizations } from '../../organizations/reads.ts';
import type { Queries } from '../../platform/db/database.ts';
import type { PageRequest } from '../../platform/db/page.ts';
import { allOf, type Sql, sql } from '../../platform/db/sql.ts';

export interface OrganizationRow {
  id: string;
  kind: OrganizationKind;
  name: string;
  inn: string | null;
  status: 'active' | 'suspended' | 'closed';
  ownerName: string | null;
  members: number;
  balances: { currency: Currency; amountMinor: number }[];
  createdAt: string;
}

const organizationColumns = sql`
  o.id, o.kind, o.name, o.inn, o.status, o.created_at as "createdAt",
  (select u.name from memberships m join users u on u.id = m.user_id
    where m.organization_id = o.id and m.role = 'owner' order by m.created_at, m.user_id limit 1) as "ownerName",
  (select count(*)::int from memberships m where m.organization_id = o.id) as members`;

const shortBalances = balancesJson(sql`json_build_object('currency', a.currency, 'amountMinor', a.balance_minor)`);

/** With what is set aside and the credit limit that staff granted. */
const fullBalances = balancesJson(sql`json_build_object('currency', a.currency, 'amountMinor', a.balance_minor,
  'heldMinor', coalesce(h.balance_minor, 0), 'creditLimitMinor', a.credit_limit_minor - a.promised_minor)`);

export interface OrganizationFilter {
  q?: string | undefined;
  status?: OrganizationRow['status'] | undefined;
  kind?: OrganizationKind | undefined;
  empty?: 'hide' | undefined;
  inn?: 'shared' | undefined;
}

/** Neither money nor a payment nor a service: every registration makes one. */
const isEmptyPersonal = sql`o.kind = 'person'
  and not exists (select from ledger_accounts a where a.organization_id = o.id
    and (a.balance_minor <> 0 or a.credit_limit_minor <> 0))
  and not exists (select from payments p where p.organization_id = o.id)
  and not exists (select from subscriptions s where s.organization_id = o.id)`;

function matches({ q, status, kind, empty, inn }: OrganizationFilter): Sql {
  return allOf(
    q && sql`o.id = any(${matchingOrganizations(q)})`,
    status && sql`o.status = ${status}`,
    kind && sql`o.kind = ${kind}`,
    inn === 'shared' &&
      sql`o.status <> 'closed' and exists (select from organizations other
        where other.inn = o.inn and other.id <> o.id and other.status <> 'closed')`,
    empty === 'hide' && sql`not (${isEmptyPersonal})`,
  );
}

/**
 * In roubles. Without an index: each charge would then write all indexes of its account anew, and there are as many
 * organizations as one sort takes.
 */
const roubles = sql`coalesce((select a.balance_minor from ledger_accounts a
  where a.organization_id = o.id and a.kind = 'organization' and a.currency = 'RUB'), 0)`;

/** What the order goes by and where it goes; the id decides among equals. */
const sorts: Record<OrganizationSort, { by: Sql; isDescending: boolean }> = {
  newest: { by: sql`o.id`, isDescending: true },
  oldest: { by: sql`o.id`, isDescending: false },
  name: { by: sql`lower(o.name)`, isDescending: false },
  balance: { by: roubles, isDescending: true },
  debt: { by: roubles, isDescending: false },
};

export function selectAllOrganizations(
  db: Queries,
  { limit, cursor, sort = 'newest', ...filter }: OrganizationFilter & PageRequest & { sort?: OrganizationSort },
): Promise<OrganizationRow[]> {
  const { by, isDescending } = sorts[sort];
  const last = sql`(select ${by}, o.id from organizations o where o.id = ${cursor})`;
  const isAfterCursor = isDescending ? sql`(${by}, o.id) < ${last}` : sql`(${by}, o.id) > ${last}`;
  const order = isDescending ? sql`${by} desc, o.id desc` : sql`${by}, o.id`;
  return db.query<OrganizationRow>(sql`
    select ${organizationColumns}, ${shortBalances} as balances from organizations o
    where ${matches(filter)} and ${allOf(cursor && isAfterCursor)} order by ${order} limit ${limit + 1}`);
}

export interface OrganizationTotals {
  count: number;
  items: { currency: Currency; balanceMinor: number; debtMinor: number }[];
}

export async function selectOrganizationTotals(db: Queries, filter: OrganizationFilter): Promise<OrganizationTotals> {
  const [totals] = await db.query<OrganizationTotals>(sql`
    with found as materialized (select o.id from organizations o where ${matches(filter)})
    select (select count(*)::int from found) as count, coalesce((
      select json_agg(sums order by sums.currency) from (
        select a.currency, sum(a.balance_minor)::float8 as "balanceMinor",
          -coalesce(sum(a.balance_minor) filter (where a.balance_minor < 0), 0)::float8 as "debtMinor"
        from ledger_accounts a join found on found.id = a.organization_id
        where a.kind = 'organization' group by a.currency
      ) sums), '[]') as items`);
  return totals as OrganizationTotals;
}

export interface CorrectionRow {
  id: string;
  reason: string;
  operatorName: string | null;
}

export function selectCorrections(db: Queries, ids: readonly string[]): Promise<CorrectionRow[]> {
  return db.query<CorrectionRow>(sql`
    select a.id, a.details ->> 'reason' as reason, coalesce(case when u.deleted_at is null then u.name end,
        (select s.name from actors s where s.id = a.actor_id)) as "operatorName"
    from audit_log a left join users u on u.id = a.actor_id
    where a.id = any(${ids}::uuid[])`);
}

export interface UndoableRow {
  id: string;
  key: string;
  currency: Currency;
  /** Negative for debits. */
  amountMinor: number;
  isUndoable: boolean;
}

/** Corrections of the organization among its entries. */
export function selectUndoable(db: Queries, organizationId: string, ids: readonly string[]): Promise<UndoableRow[]> {
  return db.query<UndoableRow>(sql`
    select e.transfer_id as id, t.key, e.currency, e.amount_minor::float8 as "amountMinor",
      t.undoes_id is null and not exists (select from ledger_transfers u where u.undoes_id = t.id) as "isUndoable"
    from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
    where e.organization_id = ${organizationId} and e.transfer_id = any(${ids}::uuid[]) and e.kind = 'adjustment'`);
}

export type OrganizationDetailsRow = OrganizationRow &
  Pick<
    z.output<typeof adminOrganizationDetails>,
    'people' | 'sameInn' | 'balances' | 'kpp' | 'ogrn' | 'address' | 'bank' | 'edo' | 'contract'
  >;

export async function findOrganizationDetails(db: Queries, id: string): Promise<OrganizationDetailsRow | null> {
  const [row] = await db.query<OrganizationDetailsRow>(sql`
    select ${organizationColumns}, ${fullBalances} as balances, o.kpp, o.ogrn, o.address, o.edo, ${contractJson} as contract,
      coalesce((
        select json_agg(json_build_object('id', same.id, 'name', same.name, 'ownerName', same.owner))
        from (
          select other.id, other.name, (select u.name from memberships m join users u on u.id = m.user_id
              where m.organization_id = other.id and m.role = 'owner' order by m.created_at, m.user_id limit 1) as owner
          from organizations other
          where other.inn = o.inn and other.id <> o.id and other.status <> 'closed' order by other.id limit 20
        ) same
      ), '[]') as "sameInn",
      case when o.bank_bik is not null then json_build_object('bik', o.bank_bik, 'account', o.bank_account,
        'correspondentAccount', o.bank_correspondent_account) end as bank,
      coalesce((
        select json_agg(json_build_object('userId', u.id, 'name', u.name, 'email', u.email, 'role', m.role))
        from (select * from memberships where organization_id = o.id order by user_id limit 100) m
        join users u on u.id = m.user_id
      ), '[]') as people
    from organizations o where o.id = ${id}`);
  return row ?? null;
}
