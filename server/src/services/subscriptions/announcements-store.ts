import type { Queries, Transaction } from '../../platform/db/database.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { Day } from './periods.ts';
import { type SubscriptionRow, selectSubscriptions } from './subscriptions-store.ts';

/** A version whose price not all running subscriptions were notified of. */
export async function findToAnnounce(db: Queries): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(sql`
    select version_id as id from price_announcements order by version_id limit 1`);
  return row?.id ?? null;
}

/** Ids of subscriptions `r` with an older version of the tariff that were not notified of this one. */
const older = (versionId: string): Sql => sql`
  select r.id from tariff_versions v join subscriptions r on r.tariff_id = v.tariff_id
  join tariff_versions w on w.id = r.version_id
  where v.id = ${versionId} and r.status <> 'ended' and w.number < v.number
    and not exists (select from subscription_announcements a where a.subscription_id = r.id and a.version_id = v.id)`;

/** Marks the next of them, and returns them: none where another worker has just marked the same ones. */
export async function markAnnounced(
  tx: Transaction,
  versionId: string,
  today: Day,
  limit: number,
): Promise<SubscriptionRow[]> {
  const marked = await tx.query<{ id: string }>(sql`
    with older as (${older(versionId)} order by r.id limit ${limit} for update of r)
    insert into subscription_announcements (subscription_id, version_id, announced_on)
    select id, ${versionId}, ${today} from older
    on conflict do nothing returning subscription_id as id`);
  const ids = marked.map(({ id }) => id);
  if (ids.length === 0) return [];
  return selectSubscriptions(tx, sql`(select * from subscriptions where id = any(${ids}::uuid[])) s`);
}

/** Only once none is left: a worker may have others of them, or somebody begins one now, who holds the row by `markToAnnounce`. */
export async function endAnnouncing(tx: Transaction, versionId: string): Promise<void> {
  const locked = await tx.query(sql`
    select from price_announcements where version_id = ${versionId} for update skip locked`);
  if (locked.length === 0) return;
  await tx.query(sql`
    delete from price_announcements where version_id = ${versionId} and not exists (${older(versionId)})`);
}
