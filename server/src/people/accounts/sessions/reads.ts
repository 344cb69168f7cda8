import type { Session } from '@kazna/contract/cabinet/sessions';
import type { Queries } from '../../../platform/db/database.ts';
import { sql } from '../../../platform/db/sql.ts';

/** A session expires after 30 days without use and after 180 days in all. */
export const isAlive = sql`
  s.ended_at is null and s.last_used_at > now() - interval '30 days' and s.created_at > now() - interval '180 days'`;

export function listSessions(
  db: Queries,
  { userId, sessionId: currentId }: { userId: string; sessionId: string },
): Promise<Session[]> {
  return db.query<Session>(sql`
    select s.id, s.device, host(s.address) as address, s.created_at as "createdAt", s.last_used_at as "lastUsedAt",
      s.id = ${currentId} as "isCurrent"
    from sessions s where s.user_id = ${userId} and ${isAlive}
    order by s.id = ${currentId} desc, s.last_used_at desc, s.id desc limit 100`);
}

export async function countLiveSessions(db: Queries, userId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from sessions s where s.user_id = ${userId} and ${isAlive}`);
  return row?.count ?? 0;
}
