import type { EventType } from '@kazna/contract/v1/event-types';
import type { Queries } from '../db/database.ts';
import { sql } from '../db/sql.ts';

export interface EventRow {
  id: string;
  type: EventType;
  organizationId: string;
  data: object;
  createdAt: string;
  position: string;
}

/** A page of rare types ends here, so that no call reads a month of events. */
const maxScanned = 5000;

export interface EventPage {
  rows: EventRow[];
  /** The last position looked at: nothing before it is missing. */
  position: string;
  hasMore: boolean;
}

/** Events after the position, oldest first. An empty list of types means all of them. */
export async function readEvents(
  db: Queries,
  { after, types, limit }: { after: string; types: readonly EventType[]; limit: number },
): Promise<EventPage> {
  const scanned = types.length === 0 ? limit + 1 : maxScanned;
  const rows = await db.query<EventRow & { scanned: string; scannedTo: string }>(sql`
    with page as materialized (
      select * from events where position > ${after}::bigint order by position limit ${scanned}
    ), facts as (select count(*)::int as scanned, max(position) as last from page)
    select e.id, e.type, e.organization_id as "organizationId", e.body as data, e.created_at as "createdAt", e.position,
      f.scanned, f.last as "scannedTo"
    from facts f left join lateral (
      select * from page where cardinality(${types}::text[]) = 0 or type = any(${types}::text[])
      order by position limit ${limit + 1}) e on true
    order by e.position`);
  const found = rows.filter(({ id }) => id !== null);
  const shown = found.slice(0, limit);
  const [first] = rows;
  if (found.length > limit) return { rows: shown, position: shown.at(-1)?.position ?? after, hasMore: true };
  return { rows: shown, position: first?.scannedTo ?? after, hasMore: Number(first?.scanned ?? 0) === maxScanned };
}

/** Where an endless reader begins that wants nothing from before. Call `sequenceEvents` first. */
export async function readLastPosition(db: Queries): Promise<string> {
  const [row] = await db.query<{ position: string }>(sql`select coalesce(max(position), 0) as position from events`);
  return row?.position ?? '0';
}
