import type { Database } from '../../src/platform/db/database.ts';

/** Counters change with refused calls too, and the worker writes letters, attempts and its own cursor at any time. */
const leftOut = [
  'throttle_counters',
  'development_letters',
  'notification_cursor',
  'webhook_attempts',
  'migrations',
  'write_probe',
];

/** Without the columns that a worker writes at any time. */
const stableColumns: Record<string, string> = {
  notifications: 'source_id, kind, user_id, details',
  events: 'id, seq, organization_id, type, body, created_at',
  webhook_endpoints: `id, url, description, types, is_enabled, disabled_reason, secret, previous_secret,
    previous_secret_expires_at, created_by, created_at`,
  webhook_deliveries: `id, endpoint_id, event_id, event_type, body, created_at,
    status = 'failed' and attempts = 0 as is_untouched`,
};

const columnsOf = (table: string) => stableColumns[table] ?? '*';

async function tablesOf(db: Database): Promise<string[]> {
  const { rows } = await db.queryText(
    "select table_name from information_schema.tables where table_schema = 'public' order by table_name",
  );
  return rows.map((row) => row.table_name as string).filter((name) => !leftOut.includes(name));
}

/** A digest of every table and the names of all jobs: equal before and after a call that must change nothing. */
export async function databaseState(db: Database): Promise<Record<string, string>> {
  const tables = (await tablesOf(db)).map(
    (name) =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as rows
        from (select ${columnsOf(name)} from ${name}) t`,
  );
  // Scheduled jobs have no data, and pg-boss has jobs of its own.
  const jobs = `select 'jobs' as name, coalesce(string_agg(name || ' ' || id, '|' order by id), '') as rows
    from pgboss.job where data <> '{}' and name <> 'organization-letter' and name !~ '^__pgboss'`;
  const { rows } = await db.queryText([...tables, jobs].join(' union all '));
  return Object.fromEntries(rows.map((row) => [row.name, row.rows]));
}

export async function databaseRows(db: Database): Promise<string[]> {
  return rowsOf(db, await tablesOf(db));
}

/** Returns a function that reads what has been inserted or updated meanwhile. */
export async function watchRows(db: Database, except: string[]): Promise<() => Promise<string[]>> {
  const tables = (await tablesOf(db)).filter((name) => !except.includes(name));
  const stable = tables.filter((name) => !(name in stableColumns));
  // A worker writes other columns of these at any time, so a new version of the row says nothing.
  const others = tables.filter((name) => name in stableColumns);
  const before = new Set(await rowsOf(db, others));
  const { rows } = await db.queryText('select pg_snapshot_xmax(pg_current_snapshot())::text as next');
  const since = rows[0]?.next as string;
  return async () => {
    const changed = (await rowsOf(db, others)).filter((row) => !before.has(row));
    return [...(await rowsOf(db, stable, since)), ...changed];
  };
}

/** Only rows that transactions from `since` on have written, if it is given: reading them all takes ever longer. */
async function rowsOf(db: Database, tables: string[], since?: string): Promise<string[]> {
  const condition = since === undefined ? '' : 'where age(xmin) <= age($1::xid8::xid)';
  const selects = tables.map((name) => {
    const columns = `select ${columnsOf(name)} from ${name} ${condition}`;
    return `select '${name} ' || to_jsonb(t)::text as row from (${columns}) t`;
  });
  const { rows } = await db.queryText(selects.join(' union all '), since === undefined ? [] : [since]);
  return rows.map((row) => row.row as string);
}
