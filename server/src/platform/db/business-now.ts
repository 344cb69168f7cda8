import type { Queries } from './queries.ts';
import { sql } from './sql.ts';

/** The clock that business runs by, which development moves. It is never behind the real one. */
export async function businessNow(db: Queries): Promise<string> {
  const [row] = await db.query<{ now: string }>(sql`select business_now() as now`);
  return row?.now as string;
}
