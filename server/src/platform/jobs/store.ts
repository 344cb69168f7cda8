import type { Queries } from '../db/database.ts';
import { sql } from '../db/sql.ts';

export interface JobCounts {
  kind: string;
  /** Due and not begun. */
  waiting: number;
  /** How long the oldest of them has been due. */
  oldestSeconds: number;
  failed: number;
}

/** Waiting jobs are read by pg-boss's own partial index, and it counts failed ones itself: done jobs cost nothing. */
export function countJobs(db: Queries): Promise<JobCounts[]> {
  return db.query<JobCounts>(sql`
    select q.name as kind, count(j.start_after)::int as waiting, q.failed_count as failed,
      coalesce(extract(epoch from now() - min(j.start_after)), 0)::float8 as "oldestSeconds"
    from pgboss.queue q left join pgboss.job j
      on j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now()
    group by q.name`);
}

export async function selectDueKinds(db: Queries): Promise<Set<string>> {
  const rows = await db.query<{ name: string }>(sql`
    select q.name from pgboss.queue q
    where exists (
      select from pgboss.job j
      where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now())`);
  return new Set(rows.map(({ name }) => name));
}
