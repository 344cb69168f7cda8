import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { openDatabase } from '../../../server/src/platform/db/database.ts';
import { maintainPartitions } from '../../../server/src/services/usage/jobs.ts';
import { batchSize, newBatch, post, type Rate, sendFor } from './send.ts';
import type { UsageTestbed } from './testbed.ts';

export async function repeatBatch({ target, client }: UsageTestbed): Promise<void> {
  const text = newBatch(target);
  await post(target, text);
  const sums = async () => (await client.query('select sum(quantity)::text as sum, count(*) from usage_hours')).rows[0];
  const before = await sums();
  const { accepted, repeated } = await post(target, text);
  const after = await sums();
  if (accepted !== 0 || repeated !== batchSize || JSON.stringify(before) !== JSON.stringify(after))
    throw new Error('a batch that was sent again changed something');
}

export interface MonthsChanged {
  /** Of batches meanwhile. */
  beside: Rate;
  longestWaitMs: number;
  made: number;
  dropped: number;
}

/** The night's job makes a year of months and drops those that are kept no longer while batches come. */
export async function changeMonths({ target, client, databaseUrl }: UsageTestbed): Promise<MonthsChanged> {
  await client.query('update usage_settings set keep_months = 3');
  await fillOldMonths(client, target.meter);
  const db = await openDatabase({ databaseUrl, dataDir: '', poolSize: 2, onConnectionLost: () => {} });
  const before = await selectMonths(client);
  const watch = await watchWaits(databaseUrl);
  const load = sendFor(target, 6000);
  await sleep(1000);
  await maintainPartitions(db);
  const after = await selectMonths(client);
  const beside = await load;
  await db.close();
  return {
    beside,
    longestWaitMs: await watch.end(),
    made: after.filter((name) => !before.includes(name)).length,
    dropped: before.filter((name) => !after.includes(name)).length,
  };
}

const perOldMonth = 300_000;

/** So that what is dropped has rows, as it has in life. */
async function fillOldMonths(client: Client, meter: string): Promise<void> {
  await client.query(
    `insert into usage_events (key, occurred_at, organization_id, subscription_id, meter_id, quantity, digest, received_at)
     select gen_random_uuid(), (m at time zone 'UTC') + n * interval '2 seconds', gen_random_uuid(),
       '00000000-0000-0000-0000-000000000000', (select id from meters where key = $2), 1, 1, now()
     from generate_series(1, $1::int) as n cross join generate_series(
       date_trunc('month', now() at time zone 'UTC') - interval '6 months',
       date_trunc('month', now() at time zone 'UTC') - interval '4 months', interval '1 month') as m`,
    [perOldMonth, meter],
  );
}

async function selectMonths(client: Client): Promise<string[]> {
  const { rows } = await client.query(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'usage_events'::regclass`,
  );
  return rows.map(({ name }) => name);
}

/** Looks again and again for how long readers and writers have been waiting for a table. */
async function watchWaits(databaseUrl: string): Promise<{ end: () => Promise<number> }> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  let isOver = false;
  let longestMs = 0;
  const watching = (async () => {
    while (!isOver) {
      const { rows } = await client.query(
        `select coalesce(max(extract(epoch from clock_timestamp() - waitstart)) * 1000, 0)::float8 as ms from pg_locks
         where not granted and locktype = 'relation' and mode in ('AccessShareLock', 'RowExclusiveLock')`,
      );
      longestMs = Math.max(longestMs, rows[0].ms);
      await sleep(5);
    }
    await client.end();
  })();
  return {
    end: async () => {
      isOver = true;
      await watching;
      return longestMs;
    },
  };
}
