import type { Hold, HoldForm } from '@kazna/contract/v1/holds';
import type { Queries, Transaction } from '../../../platform/db/database.ts';
import type { PageRequest } from '../../../platform/db/page.ts';
import { allOf, sql } from '../../../platform/db/sql.ts';
import type { OrganizationStatus } from '../charges-store.ts';

const holdColumns = sql`
  h.id, h.organization_id as "organizationId", h.amount_minor::float8 as "amountMinor",
  h.captured_minor::float8 as "capturedMinor", h.currency, h.description, h.status, h.charge_id as "chargeId",
  h.expires_at as "expiresAt", h.created_at as "createdAt"`;

export interface NewHold extends HoldForm {
  id: string;
  /** Where the form names no time. */
  defaultDays: number;
  createdBy: string;
}

/** Writes for an active organization alone; locks it in shared mode. */
export async function insertHold(
  tx: Transaction,
  hold: NewHold,
): Promise<{ status: OrganizationStatus | null; now: string; inserted: Hold | null }> {
  const { id, organizationId, amountMinor, currency, description, expiresAt = null, defaultDays, createdBy } = hold;
  const [row] = await tx.query<Hold & { organizationStatus: OrganizationStatus | null; now: string }>(sql`
    with organization as materialized (
      select status from organizations where id = ${organizationId} for share
    ), h as (
      insert into holds (id, organization_id, amount_minor, currency, description, expires_at, created_by)
      select ${id}, ${organizationId}, ${amountMinor}, ${currency}, ${description},
        coalesce(${expiresAt}::timestamptz, business_now() + make_interval(days => ${defaultDays})), ${createdBy}
      from organization where status = 'active'
      returning *
    )
    select o.status as "organizationStatus", business_now() as now, ${holdColumns}
    from (values (true)) one left join organization o on true left join h on true`);
  const { organizationStatus: status, now, ...inserted } = row as NonNullable<typeof row>;
  return { status, now, inserted: status === 'active' ? inserted : null };
}

export async function findHold(db: Queries, id: string): Promise<Hold | null> {
  const [row] = await db.query<Hold>(sql`select ${holdColumns} from holds h where h.id = ${id}`);
  return row ?? null;
}

export function selectHolds(db: Queries, organizationId: string, { limit, cursor }: PageRequest): Promise<Hold[]> {
  const where = allOf(sql`h.organization_id = ${organizationId}`, cursor && sql`h.id < ${cursor}`);
  return db.query<Hold>(sql`
    select ${holdColumns} from holds h where ${where} order by h.id desc limit ${limit + 1}`);
}

/** Lock order: the organization, then the hold. One that is overdue counts as expired before the job comes by. */
export async function lockHold(tx: Transaction, id: string): Promise<(Hold & { isOpen: boolean }) | null> {
  const [row] = await tx.query<Hold & { isOpen: boolean }>(sql`
    with organization as materialized (
      select o.id from organizations o where o.id = (select organization_id from holds where id = ${id}) for share
    )
    select ${holdColumns}, h.status = 'open' and h.expires_at > business_now() as "isOpen"
    from organization o join holds h on h.organization_id = o.id
    where h.id = ${id} for no key update of h`);
  return row ?? null;
}

export async function markCaptured(
  tx: Transaction,
  id: string,
  { capturedMinor, chargeId }: { capturedMinor: number; chargeId: string },
): Promise<void> {
  await tx.query(sql`
    update holds set status = 'captured', captured_minor = ${capturedMinor}, charge_id = ${chargeId}, closed_at = business_now()
    where id = ${id}`);
}

export async function markReturned(tx: Transaction, ids: string[], status: 'released' | 'expired'): Promise<void> {
  await tx.query(sql`update holds set status = ${status}, closed_at = business_now() where id = any(${ids}::uuid[])`);
}

/** Those of the oldest overdue holds, without the organizations that were dealt with. */
export async function selectOrganizationsWithOverdue(
  db: Queries,
  { limit, without }: { limit: number; without: string[] },
): Promise<string[]> {
  const rows = await db.query<{ organizationId: string }>(sql`
    select distinct organization_id as "organizationId"
    from (
      select organization_id from holds
      where status = 'open' and expires_at <= business_now() and organization_id <> all(${without}::uuid[])
      order by expires_at limit ${limit}) h`);
  return rows.map(({ organizationId }) => organizationId);
}

/** What another worker has locked is left to it. */
export function lockOverdue(tx: Transaction, organizationId: string, limit: number): Promise<Hold[]> {
  return tx.query<Hold>(sql`
    with organization as materialized (select id from organizations where id = ${organizationId} for share)
    select ${holdColumns} from organization o join holds h on h.organization_id = o.id
    where h.status = 'open' and h.expires_at <= business_now()
    order by h.id limit ${limit} for no key update of h skip locked`);
}
