import type { Queries } from './database.ts';

const tables = `
  select c.oid, c.relname as name, coalesce(' partition by ' || pg_get_partkeydef(c.oid), '') as parts from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by c.relname`;

const columns = `
  select a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
    || case when a.attnotnull then ' not null' else '' end
    || coalesce(case a.attgenerated when 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
       else ' default ' || pg_get_expr(d.adbin, d.adrelid) end, '') as line
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = $1 and a.attnum > 0 and not a.attisdropped order by a.attnum`;

const constraints = `
  select 'constraint ' || conname || ' ' || pg_get_constraintdef(oid) as line from pg_constraint
  where conrelid = $1 and contype <> 'n' order by contype, conname`;

const indexes = `
  select pg_get_indexdef(i.indexrelid) || ';' as line from pg_index i
  where i.indrelid = $1 and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
  order by i.indexrelid::regclass::text`;

const triggers = `
  select pg_get_triggerdef(oid) || ';' as line from pg_trigger where tgrelid = $1 and not tgisinternal order by tgname`;

const functions = `
  select pg_get_functiondef(oid) || ';' as line from pg_proc where pronamespace = 'public'::regnamespace order by proname`;

/** The schema as PostgreSQL describes it, in a stable order. */
export async function dumpSchema(db: Queries): Promise<string> {
  const lines = async (query: string, values?: unknown[]) =>
    (await db.queryText(query, values)).rows.map((row) => String(row.line));
  const parts: string[] = await lines(functions);
  for (const { oid, name, parts: partitioned } of (await db.queryText(tables)).rows) {
    const inside = [...(await lines(columns, [oid])), ...(await lines(constraints, [oid]))];
    parts.push(`create table ${name} (\n  ${inside.join(',\n  ')}\n)${partitioned};`);
    parts.push(...(await lines(indexes, [oid])), ...(await lines(triggers, [oid])));
  }
  return `-- Written by npm run schema; a test holds it equal to the migrations' result.\n\n${parts.join('\n\n')}\n`;
}
