import type { Currency } from '@kazna/contract/shared/money';
import type { Charge, ChargeRefund } from '@kazna/contract/v1/charges';
import type { Queries, Statement, Transaction } from '../../platform/db/database.ts';
import type { PageRequest } from '../../platform/db/page.ts';
import { allOf, arrayLiteral, sql } from '../../platform/db/sql.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { recordedWithin } from '../../platform/outbox/record-event.ts';
import type { ChargeParts } from '../ledger/charging-store.ts';

export type OrganizationStatus = 'active' | 'suspended' | 'closed';

export interface StatusesNow {
  /** Without unknown organizations. */
  statuses: Map<string, OrganizationStatus>;
  /** When the transaction began, as everything that it writes is dated. */
  now: string;
}

/** Shared locks: closing and suspending wait for them. */
export async function lockOrganizationStatuses(tx: Transaction, ids: string[]): Promise<StatusesNow> {
  const rows = await tx.query<{ id: string | null; status: OrganizationStatus; now: string }>(sql`
    with locked as materialized (
      select id, status from organizations where id = any((select ${arrayLiteral(ids)})::uuid[]) order by id for share
    )
    select o.id, o.status, business_now() as now from (values (true)) one left join locked o on true`);
  const found = rows.filter(({ id }) => id !== null) as { id: string; status: OrganizationStatus }[];
  return { statuses: new Map(found.map(({ id, status }) => [id, status])), now: rows[0]?.now as string };
}

export interface NewCharge {
  id: string;
  organizationId: string;
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

/** Writes nothing for a closed organization. Locks as `lockOrganizationStatuses`. */
export async function insertCharge(tx: Transaction, createdBy: string, charge: NewCharge): Promise<Charge | null> {
  const [row] = await tx.query<{ createdAt: string }>(sql`
    with organization as materialized (
      select status from organizations where id = ${charge.organizationId} for share
    )
    ${insertOf(createdBy, charge)} from organization where status <> 'closed'
    returning created_at as "createdAt"`);
  return row ? asInserted(charge, row.createdAt) : null;
}

/** Of the statement below: the balance suffices. */
export const isPayable = sql`exists (select from payable)`;

/** Returns null when the balance does not suffice or the key is not new: then nothing was written. */
export async function insertPaidCharge(
  tx: Transaction,
  createdBy: string,
  charge: NewCharge,
  { payable, transfer, events, claim }: ChargeParts & { claim: Statement },
): Promise<Charge | null> {
  const { id, organizationId, amountMinor, currency, description, service, metadata, holdId, occurredAt } = charge;
  const createdAt = sql`to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const created = sql`
    select ${uuidv7()}::uuid, 'charge.created', json_build_object('id', ${id}::text,
      'organizationId', ${organizationId}::text, 'amountMinor', ${amountMinor}::bigint, 'refundedMinor', 0,
      'currency', ${currency}::text, 'description', ${description}::text, 'service', ${service}::text,
      'metadata', ${JSON.stringify(metadata)}::json, 'holdId', ${holdId}::text,
      'occurredAt', coalesce(${occurredAt}::text, ${createdAt}), 'createdAt', ${createdAt})
    from c`;
  const [row] = await tx.query<{ createdAt: string }>(sql`
    with payable as materialized (${payable}), claimed as (${claim}), c as (
      ${insertOf(createdBy, charge)} from claimed
      returning created_at
    ), payer as (select payable.* from payable cross join c), ${transfer},
    ${recordedWithin(organizationId, sql`c`, sql`${events} union all ${created}`)}
    select created_at as "createdAt" from c`);
  return row ? asInserted(charge, row.createdAt) : null;
}

function insertOf(createdBy: string, charge: NewCharge): Statement {
  const { id, organizationId, amountMinor, currency, description, service, metadata, holdId, occurredAt } = charge;
  return sql`
    insert into charges (id, organization_id, amount_minor, currency, description, service, metadata, hold_id,
      occurred_at, created_by)
    select ${id}::uuid, ${organizationId}::uuid, ${amountMinor}::bigint, ${currency}, ${description}, ${service},
      ${JSON.stringify(metadata)}::jsonb, ${holdId}::uuid, coalesce(${occurredAt}::timestamptz, business_now()), ${createdBy}::uuid`;
}

/** The insert of charges of open organizations that are locked. */
export function chargeInsert(createdBy: string, charges: NewCharge[]): Statement {
  const column = <Name extends keyof NewCharge>(name: Name) => charges.map((charge) => charge[name]);
  type Plain = 'id' | 'organizationId' | 'amountMinor' | 'currency' | 'holdId' | 'occurredAt';
  const plain = (name: Plain) => arrayLiteral(column(name));
  return sql`
    insert into charges (id, organization_id, amount_minor, currency, description, service, metadata, hold_id,
      occurred_at, created_by)
    select n.id, n.organization_id, n.amount, n.currency, n.description, n.service, n.metadata, n.hold_id,
      coalesce(n.occurred_at, business_now()), ${createdBy}
    from unnest(${plain('id')}::uuid[], ${plain('organizationId')}::uuid[], ${plain('amountMinor')}::bigint[],
      ${plain('currency')}::text[], ${column('description')}::text[], ${column('service')}::text[],
      ${column('metadata').map((metadata) => JSON.stringify(metadata))}::jsonb[], ${plain('holdId')}::uuid[],
      ${plain('occurredAt')}::timestamptz[])
      as n (id, organization_id, amount, currency, description, service, metadata, hold_id, occurred_at)`;
}

/** The charge as it would be read back, in the order of the columns above: a repeated call gets the same bytes. */
export function asInserted({ id, organizationId, amountMinor, ...charge }: NewCharge, createdAt: string): Charge {
  const { occurredAt, ...terms } = charge;
  const times = { occurredAt: occurredAt ?? createdAt, createdAt };
  return { id, organizationId, amountMinor, refundedMinor: 0, ...terms, ...times };
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
