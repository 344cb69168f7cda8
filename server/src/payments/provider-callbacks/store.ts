import type { Queries, Transaction } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import type { CallbackHint } from '../providers/provider.ts';

export interface NotifiedObject extends CallbackHint {
  provider: string;
}

/** Between fetches of one object, however many notifications name it: the last one is followed by a fetch. */
const questionsApartSeconds = 2;

/** The provider may notify of a payment before its answer to our create call has come with the id. */
export async function isKnownObject(db: Queries, { provider, kind, objectId }: NotifiedObject): Promise<boolean> {
  const found = {
    payment: sql`select from payments where provider = ${provider} and provider_payment_id = ${objectId}`,
    receipt: sql`select from payments where provider = ${provider} and provider_payment_id = ${objectId}`,
    refund: sql`select from refunds where provider = ${provider} and provider_refund_id = ${objectId}`,
    payment_method: sql`
      select from payment_methods where provider = ${provider} and provider_method_id = ${objectId}`,
  };
  return (await db.query(found[kind])).length > 0;
}

export async function findNotifiedPayment(
  db: Queries,
  { provider, objectId }: NotifiedObject,
): Promise<{ savesMethod: boolean } | null> {
  const [row] = await db.query<{ savesMethod: boolean }>(sql`
    select saves_method as "savesMethod" from payments
    where provider = ${provider} and provider_payment_id = ${objectId}`);
  return row ?? null;
}

/** Returns in how many seconds the object is to be fetched, null where that is queued already. */
export async function queueQuestion(tx: Transaction, object: NotifiedObject): Promise<number | null> {
  const { provider, kind, objectId } = object;
  const [row] = await tx.query<{ delaySeconds: number }>(sql`
    insert into provider_notifications as n (provider, event, object_id, is_queued)
    values (${provider}, ${kind}, ${objectId}, true)
    on conflict (provider, event, object_id) do update set is_queued = true, received_at = now() where not n.is_queued
    returning coalesce(ceil(greatest(0, extract(epoch from n.asked_at - now()) + ${questionsApartSeconds})), 0)::int
      as "delaySeconds"`);
  return row?.delaySeconds ?? null;
}

/** Returns false where an unknown object was fetched before. */
export async function queueOnce(tx: Transaction, { provider, kind, objectId }: NotifiedObject): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into provider_notifications (provider, event, object_id, is_queued)
    values (${provider}, ${kind}, ${objectId}, true)
    on conflict do nothing returning event`);
  return rows.length > 0;
}

/** Called before the fetch: a notification that comes during it queues another one. */
export async function beginQuestion(db: Queries, { provider, kind, objectId }: NotifiedObject): Promise<void> {
  await db.query(sql`
    update provider_notifications set is_queued = false, asked_at = now()
    where provider = ${provider} and event = ${kind} and object_id = ${objectId}`);
}

/** No provider repeats a notification for longer than a day. */
export async function deleteOldProviderCallbacks(db: Queries): Promise<void> {
  await db.query(sql`delete from provider_notifications where received_at < now() - interval '3 days'`);
}
