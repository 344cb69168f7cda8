import { notificationKinds } from '../../src/notification-kinds.ts';
import { followEvents } from '../../src/notifications/follow-events.ts';
import { directory } from '../../src/organizations/reads.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { columnsOf, tablesOf } from './database-state.ts';

/** Scheduled jobs have no data, and pg-boss has jobs of its own. */
const jobs = {
  table: 'pgboss.job',
  columns: 'name, id',
  condition: `where data <> '{}' and name <> 'organization-letter' and name !~ '^__pgboss'`,
};

/**
 * Records every row that is inserted, updated or deleted from here on. Triggers do it, because reading all tables before
 * and after each call takes far longer. One transaction for all of them could deadlock with a worker.
 */
export async function recordChanges(db: Database): Promise<void> {
  await db.queryText('create schema recording');
  await db.queryText('create unlogged table recording.changes (xact xid8 default pg_current_xact_id(), line text)');
  await db.queryText('create index on recording.changes (xact)');
  const tables = (await tablesOf(db)).map((table) => ({ table, columns: columnsOf(table), condition: '' }));
  for (const { table, columns, condition } of [...tables, jobs]) {
    const read = (row: 'old' | 'new') =>
      `(select to_jsonb(t)::text from (select ${columns} from (select ${row}.*) r ${condition}) t)`;
    const recorder = `recording.${table.replace('.', '_')}`;
    await db.queryText(`create function ${recorder}() returns trigger language plpgsql as $$
      declare was text; becomes text;
      begin
        if tg_op <> 'INSERT' then was := ${read('old')}; end if;
        if tg_op <> 'DELETE' then becomes := ${read('new')}; end if;
        if was is distinct from becomes then
          insert into recording.changes (line) values ('${table} ' || coalesce(becomes, 'deleted ' || was));
        end if;
        return null;
      end $$`);
    await db.queryText(`create trigger recorder after insert or update or delete on ${table}
      for each row execute function ${recorder}()`);
  }
}

/** Notifies of what was published so far, which the minute's job would do amid the calls of a test. */
export function notifyOfEvents(db: Database): Promise<void> {
  return followEvents(db, { kinds: notificationKinds, directory });
}

/** Returns a function that reads what has been committed meanwhile, a line for each change. Needs `recordChanges`. */
export async function watchChanges(db: Database): Promise<() => Promise<string[]>> {
  await notifyOfEvents(db);
  const { rows } = await db.queryText('select pg_snapshot_xmax(pg_current_snapshot())::text as next');
  return async () => {
    const changes = await db.queryText('select line from recording.changes where xact >= $1', [rows[0]?.next]);
    return changes.rows.map(({ line }) => line as string);
  };
}
