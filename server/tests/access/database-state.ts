import type { Database } from '../../src/platform/db/database.ts';

/** Counters change with refused calls too, and the worker writes letters, attempts, its own cursor and revenue at any time. */
const leftOut = [
  'throttle_counters',
  'development_letters',
  'notification_cursor',
  'webhook_attempts',
  'migrations',
  'write_probe',
  'write_probe_space',
];
const isLeftOut = (name: string) => leftOut.includes(name) || name.startsWith('revenue_');

/** Without the columns that a worker writes at any time. */
const stableColumns: Record<string, string> = {
  notifications: 'source_id, kind, user_id, details',
  events: 'id, seq, organization_id, type, body, created_at',
  webhook_endpoints: `id, url, description, types, is_enabled, disabled_reason, secret, created_by, created_at`,
  webhook_deliveries: `id, endpoint_id, event_id, event_type, body, created_at,
    status = 'failed' and attempts = 0 as is_untouched`,
};

export const columnsOf = (table: string) => stableColumns[table] ?? '*';

export async function tablesOf(db: Database): Promise<string[]> {
  const { rows } = await db.queryText(
    "select table_name from information_schema.tables where table_schema = 'public' order by table_name",
  );
  return rows.map((row) => row.table_name as string).filter((name) => !isLeftOut(name));
}

export async function databaseRows(db: Database): Promise<string[]> {
  const selects = (await tablesOf(db)).map(
    (name) => `select '${name} ' || to_jsonb(t)::text as row from (select ${columnsOf(name)} from ${name}) t`,
  );
  const { rows } = await db.queryText(selects.join(' union all '));
  return rows.map((row) => row.row as string);
}
