import { expect, inject, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '../../tests/support/database.ts';
import { migrateUpTo } from '../../tests/support/migrate-up-to.ts';
import { migrate } from '../platform/db/migrate.ts';
import { nilUuid } from '../platform/db/uuid.ts';

test('an upgrade keeps every notification in order, as read, and letters that waited still wait', async () => {
  const { db, remove } = await openTestDatabase(inject('databaseUrl'));
  onTestFinished(remove);
  await migrateUpTo(db, '0066');
  const kinds = ['payment_credited', 'role_changed', 'organization_closed', 'balance_adjusted'];
  await db.queryText(
    `insert into organization_letters (source_id, kind, user_id, organization_id, is_personal, created_at, letter_id, queued_at)
    select gen_random_uuid(), kind, $1, $1, kind = 'payment_credited', now() - place * interval '1 day',
      case when place > 1 then $1::uuid end, case when place > 1 then now() end
    from unnest($2::text[]) with ordinality as k (kind, place)`,
    [nilUuid, kinds],
  );
  await migrate(db);
  const { rows } = await db.queryText(
    `select kind, audience, category, read_at is not null as "isRead", letter_id is null and by_mail as "isWaiting"
    from notifications order by id`,
  );
  const old = { isRead: true, isWaiting: false };
  expect(rows).toEqual([
    { kind: 'balance_adjusted', audience: 'accountant', category: 'money', ...old },
    { kind: 'organization_closed', audience: 'member', category: 'security', ...old },
    { kind: 'role_changed', audience: 'owner', category: 'security', ...old },
    { kind: 'payment_credited', audience: 'person', category: 'money', isRead: true, isWaiting: true },
  ]);
  const added = await db.queryText(
    `insert into notifications (source_id, kind, user_id, organization_id, audience, category)
    values (gen_random_uuid(), 'x', $1, $1, 'person', 'money') returning id::int`,
    [nilUuid],
  );
  expect(added.rows).toEqual([{ id: 5 }]);
});
