import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '../../tests/support/database.ts';
import type { Database } from '../platform/db/database.ts';
import { migrate } from '../platform/db/migrate.ts';

const directory = join(import.meta.dirname, '../platform/db/migrations');

async function migrateUpTo(db: Database, last: string): Promise<void> {
  await db.queryText('create table migrations (name text primary key, applied_at timestamptz default now())');
  for (const name of (await readdir(directory)).sort()) {
    if (name.localeCompare(last) >= 0) continue;
    await db.queryText(await readFile(join(directory, name), 'utf8'));
    await db.queryText('insert into migrations (name) values ($1)', [name]);
  }
}

test('an upgrade numbers payments in the order of creation, and new ones go on from there', async () => {
  const { db, remove } = await openTestDatabase(inject('databaseUrl'));
  onTestFinished(remove);
  await migrateUpTo(db, '0038');
  await db.queryText(`
    with person as (
      insert into users (id, email, name, password_hash, referral_code, email_verified_at)
      values (gen_random_uuid(), 'a@example.ru', 'А', 'x', 'AAAA', now()) returning id
    ), organization as (
      insert into organizations (id, kind, name) values (gen_random_uuid(), 'person', 'Счёт') returning id
    )
    insert into payments (id, organization_id, created_by, amount_minor, currency, method, provider, expires_at, created_at)
    select gen_random_uuid(), organization.id, person.id, days, 'RUB', 'card', 'test', now(), now() - days * interval '1 day'
    from person, organization, unnest(array[3, 9, 1]) as days`);
  await migrate(db);
  const { rows } = await db.queryText('select number::int, amount_minor::int as days from payments order by number');
  expect(rows).toEqual([
    { number: 1001, days: 9 },
    { number: 1002, days: 3 },
    { number: 1003, days: 1 },
  ]);
  const next = await db.queryText(`
    insert into payments (id, organization_id, created_by, amount_minor, currency, method, provider, expires_at)
    select gen_random_uuid(), organization_id, created_by, 5, 'RUB', 'card', 'test', now() from payments limit 1
    returning number::int`);
  expect(next.rows).toEqual([{ number: 1004 }]);
});
