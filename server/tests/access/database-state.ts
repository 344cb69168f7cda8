import type { Database } from '../../src/platform/db/database.ts';

/** Counters change with refused calls too, and the worker writes letters and attempts at any time. */
const leftOut = ['throttle_counters', 'development_letters', 'webhook_attempts', 'migrations', 'write_probe'];

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

export async function databaseRows(db: Database, except: string[] = []): Promise<string[]> {
  const tables = (await tablesOf(db)).filter((name) => !except.includes(name));
  const { rows } = await db.queryText(
    tables
      .map((name) => `select '${name} ' || to_jsonb(t)::text as row from (select ${columnsOf(name)} from ${name}) t`)
      .join(' union all '),
  );
  return rows.map((row) => row.row as string);
}
