import type { adminOrganizationDetails } from '@kazna/contract/admin/organizations';
import type { OrganizationKind } from '@kazna/contract/cabinet/organizations';
import type { Currency } from '@kazna/contract/shared/money';
import type { z } from 'zod/mini';
import { balancesJson } from '../../money/ledger/reads.ts';
import type { Queries } from '../../platform/db/database.ts';
import { matchingIds } from '../../platform/db/matching-ids.ts';
import type { PageRequest } from '../../platform/db/page.ts';
import { allOf, sql } from '../../platform/db/sql.ts';

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

/** With what is set aside and the credit limit. */
const fullBalances = balancesJson(sql`json_build_object('currency', a.currency, 'amountMinor', a.balance_minor,
  'heldMinor', coalesce(h.balance_minor, 0), 'creditLimitMinor', a.credit_limit_minor)`);

export interface OrganizationFilter extends PageRequest {
  q?: string | undefined;
  status?: OrganizationRow['status'] | undefined;
  kind?: OrganizationKind | undefined;
}

export function selectAllOrganizations(
  db: Queries,
  { limit, cursor, q, status, kind }: OrganizationFilter,
): Promise<OrganizationRow[]> {
  const where = allOf(
    cursor && sql`o.id < ${cursor}`,
    q && sql`o.id = any(${matchingIds(q, sql`organizations`, [sql`inn`])})`,
    status && sql`o.status = ${status}`,
    kind && sql`o.kind = ${kind}`,
  );
  return db.query<OrganizationRow>(sql`
    select ${organizationColumns}, ${shortBalances} as balances from organizations o where ${where} order by o.id desc limit ${limit + 1}`);
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
  Pick<z.output<typeof adminOrganizationDetails>, 'people' | 'balances'>;

export async function findOrganizationDetails(db: Queries, id: string): Promise<OrganizationDetailsRow | null> {
  const [row] = await db.query<OrganizationDetailsRow>(sql`
    select ${organizationColumns}, ${fullBalances} as balances,
      coalesce((
        select json_agg(json_build_object('userId', u.id, 'name', u.name, 'email', u.email, 'role', m.role))
        from (select * from memberships where organization_id = o.id order by user_id limit 100) m
        join users u on u.id = m.user_id
      ), '[]') as people
    from organizations o where o.id = ${id}`);
  return row ?? null;
}
