import { randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { migrateUpTo } from '../../../tests/support/migrate-up-to.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { selectDigests } from './events-store.ts';
import { keyOf } from './read-events.ts';

test('events of usage that an older version stored are known by their ids after the upgrade', async () => {
  const { db, remove } = await openTestDatabase(inject('databaseUrl'));
  try {
    await migrateUpTo(db, '0166');
    const ids = [randomUUID(), randomUUID().toUpperCase(), 'event-1'];
    await db.queryText("select make_usage_partition(date_trunc('month', now())::date)");
    await db.queryText(
      `insert into usage_events (id, occurred_at, organization_id, subscription_id, meter_id, quantity, digest, received_at)
       select id, date_trunc('month', now()) + interval '1 second', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1,
         n, now() from unnest($1::text[]) with ordinality as g (id, n)`,
      [ids],
    );
    await migrate(db);
    const digests = await selectDigests(db, ids.map(keyOf));
    expect(ids.map((id) => digests.get(keyOf(id)))).toEqual([1, 2, 3]);
    const { rows } = await db.queryText('select id from usage_events order by digest');
    expect(rows.map(({ id }) => id)).toEqual([null, ids[1], ids[2]]);
  } finally {
    await remove();
  }
});
