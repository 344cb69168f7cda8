import { type Sql, sql } from '../../platform/db/sql.ts';

/** Of `api_keys k`. */
export const isWorking = sql`k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`;

/** Whether an actor is a key that was revoked or has expired. The id is to name its table. */
export function isStoppedKey(actorId: Sql): Sql {
  return sql`exists (select from api_keys k where k.id = ${actorId} and not (${isWorking}))`;
}
