import { Client, escapeIdentifier } from 'pg';
import { organizationCount, type UsageTestbed } from './testbed.ts';

const dayMs = 86_400_000;

interface Month {
  name: string;
  start: Date;
  next: Date;
  /** Between which its events are. */
  first: Date;
  last: Date;
}

/** Events of all hours of the last 34 days with ids by chance, and their sums by hour, side by side by month. */
export async function fillUsage(testbed: UsageTestbed, count: number): Promise<void> {
  const { client } = testbed;
  const { rows: months } = await client.query<Month>(
    `select 'usage_events_' || to_char(m, 'YYYY_MM') as name, m at time zone 'UTC' as start,
       (m + interval '1 month') at time zone 'UTC' as next,
       greatest(m at time zone 'UTC', now() - interval '34 days') as first,
       least((m + interval '1 month') at time zone 'UTC', now()) as last
     from generate_series(date_trunc('month', (now() - interval '34 days') at time zone 'UTC'),
       date_trunc('month', now() at time zone 'UTC'), interval '1 month') m`,
  );
  await Promise.all(months.map((month) => fillMonth(testbed, month, count)));
  await client.query('vacuum analyze usage_events, usage_hours');
  // What comes next is measured with the files as they are, not while they are written.
  await client.query('checkpoint');
}

/** The month is filled apart from the table: otherwise its index would be built row by row. */
async function fillMonth({ databaseUrl, target }: UsageTestbed, month: Month, count: number): Promise<void> {
  const { name, start, next, first, last } = month;
  const share = Math.ceil((count * (last.getTime() - first.getTime())) / (34 * dayMs));
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`set maintenance_work_mem = '1GB'`);
    const table = escapeIdentifier(name);
    await client.query(`alter table usage_events detach partition ${table}`);
    await client.query(`alter table ${table} drop constraint ${escapeIdentifier(`${name}_pkey`)}`);
    await client.query(
      `insert into ${table} (key, occurred_at, organization_id, subscription_id, meter_id, quantity, digest, received_at)
       select gen_random_uuid(), $2::timestamptz + random() * ($3::timestamptz - $2::timestamptz),
         ($4::uuid[])[case when n % 2 = 0 then 1 else 1 + floor(random() * $5) end],
         '00000000-0000-0000-0000-000000000000', m.id, 1.5, 1, now()
       from meters m cross join (select generate_series(1, $1::int) as n) g`,
      [share, first, last, target.organizationIds, organizationCount],
    );
    await client.query(`alter table ${table} add primary key (key, occurred_at)`);
    await client.query(
      `insert into usage_hours (organization_id, meter_id, subscription_id, hour, quantity)
       select organization_id, meter_id, subscription_id, date_bin('1 hour', occurred_at, '2000-01-01T00:00:00Z') as hour,
         sum(quantity) from ${table} group by 1, 2, 3, 4`,
    );
    const bounds = `from ('${start.toISOString()}') to ('${next.toISOString()}')`;
    await client.query(`alter table usage_events attach partition ${table} for values ${bounds}`);
  } finally {
    await client.end();
  }
}
