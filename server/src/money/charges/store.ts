import type { Currency } from '@kazna/contract/shared/money';
import type { Charge, ChargeRefund } from '@kazna/contract/v1/charges';
import type { Queries, Statement, Transaction } from '../../platform/db/database.ts';
import type { PageRequest } from '../../platform/db/page.ts';
import { allOf, type Sql, sql } from '../../platform/db/sql.ts';

export type OrganizationStatus = 'active' | 'suspended' | 'closed';

export interface StatusNow {
  /** Null for an unknown organization. */
  status: OrganizationStatus | null;
  /** When the transaction began, as everything that it writes is dated. */
  now: string;
}

/** A shared lock: closing and suspending wait for it. */
export async function lockOrganizationStatus(tx: Transaction, id: string): Promise<StatusNow> {
  const [row] = await tx.query<StatusNow>(sql`
    with organization as materialized (select status from organizations where id = ${id} for share)
    select (select status from organization) as status, now() as now`);
  return row as StatusNow;
}

export interface NewCharge {
  id: string;
  amountMinor: number;
  currency: Currency;
  description: string;
  service: string | null;
  metadata: Record<string, string>;
  holdId: string | null;
  /** Null for now. */
  occurredAt: string | null;
}

const chargeColumns = sql`
  c.id, c.organization_id as "organizationId", c.amount_minor::float8 as "amountMinor",
  c.refunded_minor::float8 as "refundedMinor", c.currency, c.description, c.service, c.metadata,
  c.hold_id as "holdId", c.occurred_at as "occurredAt", c.created_at as "createdAt"`;

/**
 * Writes nothing for a closed organization, nor without a row of `claim`, which comes before. Locks the organization as
 * `lockOrganizationStatus` does.
 */
export async function insertCharges(
  tx: Transaction,
  organizationId: string,
  createdBy: string,
  charges: NewCharge[],
  claim: Statement = sql`select true as is_new`,
): Promise<{ isNew: boolean; status: OrganizationStatus | null; inserted: Charge[] }> {
  const rows = await tx.query<Charge & { isNew: boolean; status: OrganizationStatus | null }>(sql`
    with claimed as (${claim}), organization as materialized (
      select status from organizations where id = ${organizationId} and exists (select from claimed) for share
    ), c as (
      insert into charges (id, organization_id, amount_minor, currency, description, service, metadata, hold_id,
        occurred_at, created_by)
      select n.id, ${organizationId}, n.amount, n.currency, n.description, n.service, n.metadata, n.hold_id,
        coalesce(n.occurred_at, now()), ${createdBy}
      from organization, ${columnsOf(charges)}
      where organization.status <> 'closed'
      returning *
    )
    select exists (select from claimed) as "isNew", o.status, ${chargeColumns}
    from (values (true)) one left join organization o on true left join c on true`);
  const inserted = rows.filter(({ id }) => id !== null).map(({ isNew: _, status: __, ...charge }) => charge);
  return { isNew: rows[0]?.isNew ?? false, status: rows[0]?.status ?? null, inserted };
}

/** The insert of charges of an open organization that is locked. */
export function chargeInsert(organizationId: string, createdBy: string, charges: NewCharge[]): Statement {
  return sql`
    insert into charges (id, organization_id, amount_minor, currency, description, service, metadata, hold_id,
      occurred_at, created_by)
    select n.id, ${organizationId}, n.amount, n.currency, n.description, n.service, n.metadata, n.hold_id,
      coalesce(n.occurred_at, now()), ${createdBy}
    from ${columnsOf(charges)}`;
}

function columnsOf(charges: NewCharge[]): Sql {
  const column = <Name extends keyof NewCharge>(name: Name) => charges.map((charge) => charge[name]);
  return sql`unnest(${column('id')}::uuid[], ${column('amountMinor')}::bigint[], ${column('currency')}::text[],
    ${column('description')}::text[], ${column('service')}::text[],
    ${column('metadata').map((metadata) => JSON.stringify(metadata))}::jsonb[], ${column('holdId')}::uuid[],
    ${column('occurredAt')}::timestamptz[])
    as n (id, amount, currency, description, service, metadata, hold_id, occurred_at)`;
}

export async function findCharge(db: Queries, id: string): Promise<Charge | null> {
  const [row] = await selectChargesByIds(db, [id]);
  return row ?? null;
}

export function selectChargesByIds(db: Queries, ids: string[]): Promise<Charge[]> {
  return db.query<Charge>(sql`select ${chargeColumns} from charges c where c.id = any(${ids}::uuid[])`);
}

export function selectCharges(db: Queries, { limit, cursor }: PageRequest, organizationId?: string): Promise<Charge[]> {
  const where = allOf(organizationId && sql`c.organization_id = ${organizationId}`, cursor && sql`c.id < ${cursor}`);
  return db.query<Charge>(sql`
    select ${chargeColumns} from charges c where ${where} order by c.id desc limit ${limit + 1}`);
}

/** Lock order: the organization, then the charge. */
export async function lockCharge(tx: Transaction, id: string): Promise<Charge | null> {
  const [row] = await tx.query<Charge>(sql`
    with organization as materialized (
      select o.id from organizations o where o.id = (select organization_id from charges where id = ${id}) for share
    )
    select ${chargeColumns} from organization o join charges c on c.organization_id = o.id
    where c.id = ${id} for no key update of c`);
  return row ?? null;
}

export interface NewRefund {
  id: string;
  chargeId: string;
  amountMinor: number;
  reason: string;
  createdBy: string;
}

export async function insertRefund(tx: Transaction, refund: NewRefund): Promise<void> {
  const { id, chargeId, amountMinor, reason, createdBy } = refund;
  await tx.query(sql`
    with counted as (
      update charges set refunded_minor = refunded_minor + ${amountMinor} where id = ${chargeId}
    )
    insert into charge_refunds (id, charge_id, amount_minor, reason, created_by)
    values (${id}, ${chargeId}, ${amountMinor}, ${reason}, ${createdBy})`);
}

export async function getRefund(db: Queries, id: string): Promise<ChargeRefund> {
  const [row] = await db.query<ChargeRefund>(sql`
    select r.id, r.charge_id as "chargeId", c.organization_id as "organizationId",
      r.amount_minor::float8 as "amountMinor", c.currency, r.reason, r.created_at as "createdAt"
    from charge_refunds r join charges c on c.id = r.charge_id where r.id = ${id}`);
  return row as ChargeRefund;
}
