import type { EventType } from '@kazna/contract/v1/event-types';
import type { Queries, Transaction } from '../db/database.ts';
import { arrayLiteral, type Sql, sql } from '../db/sql.ts';

/** The first key of the advisory locks of one organization each; hash collisions cost a wait and nothing else. */
const organizationLocks = 4500;
const sequencerLock = 4501;
const sequencedAtOnce = 2000;
const deletedAtOnce = 1000;

export interface NewEvent {
  id: string;
  type: EventType;
  organizationId: string;
  data: object;
}

/** Locks the organizations, then draws numbers: others of the same organization draw theirs only after this commits. */
export function eventInsert(events: NewEvent[]): Sql {
  const column = (name: 'id' | 'organizationId' | 'type') => arrayLiteral(events.map((event) => event[name]));
  const organizations = column('organizationId');
  return sql`
    with locked as materialized (
      select count(*) filter (where pg_advisory_xact_lock(${organizationLocks}, key) is null) as keys
      from (select distinct hashtext(id) as key from unnest(${organizations}::text[]) as o (id) order by key) k
    )
    insert into events (id, organization_id, type, body)
    select e.id, e.organization_id, e.type, e.body from locked cross join unnest(${column('id')}::uuid[],
      ${organizations}::uuid[], ${column('type')}::text[],
      ${events.map(({ data }) => JSON.stringify(data))}::json[]) with ordinality
      as e (id, organization_id, type, body, place)
    order by e.place`;
}

/**
 * The same as parts of another statement, for one organization: `rows` selects id, type and body, and `cause` has a row
 * if they are to be recorded. Whatever the statement locks comes before its `cause`.
 */
export function eventsWithin(organizationId: string, cause: Sql, rows: Sql): Sql {
  return sql`
    event_turn as materialized (
      select pg_advisory_xact_lock(${organizationLocks}, hashtext(${organizationId}::text)) from ${cause}
    ), recorded as (
      insert into events (id, organization_id, type, body)
      select e.id, ${organizationId}::uuid, e.type, e.body from event_turn cross join (${rows}) as e (id, type, body)
    )`;
}

export async function hasUnsequenced(db: Queries): Promise<boolean> {
  const [row] = await db.query<{ exists: boolean }>(sql`
    select exists (select from events where position is null) as exists`);
  return row?.exists ?? false;
}

/** One process numbers at a time. The statement after the lock sees what the process before has done. */
export async function lockSequencer(tx: Transaction): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(${sequencerLock})`);
}

/** Returns whether there may be more. */
export async function updatePositions(tx: Transaction): Promise<boolean> {
  const rows = await tx.query(sql`
    with numbered as materialized (
      select id, nextval('event_positions') as position from (
        select id from events where position is null order by seq limit ${sequencedAtOnce}) e
    )
    update events e set position = n.position from numbered n where n.id = e.id
    returning e.seq`);
  return rows.length === sequencedAtOnce;
}

/** Looks at the oldest events only, since there is no index by time. Returns whether there may be more. */
export async function deleteOldEvents(db: Queries, days: number): Promise<boolean> {
  const rows = await db.query(sql`
    delete from events where id in (
      select id from (
        select id, created_at from events where position is not null order by position limit ${deletedAtOnce}) oldest
      where created_at < now() - make_interval(days => ${days}))
    returning seq`);
  return rows.length === deletedAtOnce;
}
