import type { Connecting } from '@kazna/contract/cabinet/payments';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';

export interface WaitingIntent {
  paymentId: string;
  organizationId: string;
  tariffId: string;
  versionId: string;
  quantity: number;
  requestedBy: string;
  /** What it was to charge at once; null of those that were stored before that was. */
  totalMinor: number | null;
  paymentStatus: string;
}

const batchSize = 50;

/** Those whose payment has ended, one way or the other. */
export function selectSettled(db: Queries): Promise<WaitingIntent[]> {
  return db.query<WaitingIntent>(sql`
    select i.payment_id as "paymentId", i.organization_id as "organizationId", i.tariff_id as "tariffId",
      i.version_id as "versionId", i.quantity, i.requested_by as "requestedBy",
      i.total_minor::float8 as "totalMinor", p.status as "paymentStatus"
    from subscription_intents i join payments p on p.id = i.payment_id
    where i.status = 'waiting' and p.status in ('succeeded', 'canceled', 'expired')
    order by i.payment_id limit ${batchSize}`);
}

export interface NewIntent {
  paymentId: string;
  organizationId: string;
  tariffId: string;
  versionId: string;
  quantity: number;
  totalMinor: number;
  requestedBy: string;
}

export async function insertIntent(tx: Transaction, intent: NewIntent): Promise<void> {
  const { paymentId, organizationId, tariffId, versionId, quantity, totalMinor, requestedBy } = intent;
  await tx.query(sql`
    insert into subscription_intents (payment_id, organization_id, tariff_id, version_id, quantity, total_minor,
      requested_by)
    values (${paymentId}, ${organizationId}, ${tariffId}, ${versionId}, ${quantity}, ${totalMinor},
      ${requestedBy})`);
}

export async function lockIntent(tx: Transaction, { paymentId }: WaitingIntent): Promise<boolean> {
  const rows = await tx.query(sql`
    select from subscription_intents where payment_id = ${paymentId} and status = 'waiting' for update skip locked`);
  return rows.length > 0;
}

export async function settleIntent(
  tx: Transaction,
  { paymentId }: WaitingIntent,
  {
    status,
    subscriptionId = null,
    reason = null,
  }: { status: string; subscriptionId?: string | null; reason?: string | null },
): Promise<void> {
  await tx.query(sql`
    update subscription_intents set status = ${status}, subscription_id = ${subscriptionId}, reason = ${reason}
    where payment_id = ${paymentId} and status = 'waiting'`);
}

/** What came of what the payment was made for; null where it was made for the balance alone. */
export async function findConnecting(db: Queries, paymentId: string): Promise<Connecting | null> {
  // A payment that came after its intent was dropped stays on the balance, like a refused one.
  const [row] = await db.query<Connecting>(sql`
    select i.tariff_id as "tariffId", s.name as "serviceName", t.name as "tariffName", i.quantity,
      case i.status when 'dropped' then 'refused' else i.status end as status, i.subscription_id as "subscriptionId"
    from subscription_intents i join tariffs t on t.id = i.tariff_id join services s on s.id = t.service_id
    where i.payment_id = ${paymentId}`);
  return row ?? null;
}
