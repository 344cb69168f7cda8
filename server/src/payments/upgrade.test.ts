import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { migrateUpTo } from '../../tests/support/migrate-up-to.ts';
import { migrate } from '../platform/db/migrate.ts';
import { nilUuid, uuidv7 } from '../platform/db/uuid.ts';
import { selectDue } from './auto-top-up/store.ts';

const statuses = ['canceled', 'expired', 'pending', 'review', 'succeeded'];
const sources = ['notification', 'operator', 'poll', 'user'];
const [organizationId, otherId, payer] = [uuidv7(), uuidv7(), uuidv7()];

let old: TestDatabase;
beforeAll(async () => {
  old = await openTestDatabase(inject('databaseUrl'));
  await migrateUpTo(old.db, '0061');
  await plantPayments();
  await migrateUpTo(old.db, '0074');
  await plantLowBalances();
  await migrate(old.db);
}, 120_000);
afterAll(() => old.remove());

/** A payment in every status, with an event of every source, and two that wait at once. */
async function plantPayments(): Promise<void> {
  for (const id of [organizationId, otherId])
    await old.db.queryText("insert into organizations (id, kind, name) values ($1, 'company', 'ООО «Ромашка»')", [id]);
  await old.db.queryText("insert into actors (id, kind, name) values ($1, 'person', null)", [payer]);
  await old.db.queryText(
    `insert into payments (id, organization_id, created_by, amount_minor, currency, method, status, provider,
       provider_payment_id, paid_at, expires_at)
     select gen_random_uuid(), $1, $2, 100 * place, 'RUB', 'card', status, 'yookassa', 'old-' || place,
       case when status = 'succeeded' then now() end, now()
     from unnest($3::text[]) with ordinality as s (status, place)`,
    [organizationId, payer, [...statuses, 'pending']],
  );
  await old.db.queryText(
    `insert into payment_events (id, payment_id, kind, status, source)
     select gen_random_uuid(), p.id, 'created', 'pending', s.source
     from payments p cross join unnest($1::text[]) as s (source) where p.status = 'succeeded'`,
    [sources],
  );
}

/** Low by what was chosen alone, by both, by days alone, and not at all. */
async function plantLowBalances(): Promise<void> {
  await old.db.queryText(
    `insert into ledger_accounts (id, kind, organization_id, currency, balance_minor, recent_charges_minor,
       low_threshold_minor, is_low)
     select gen_random_uuid(), 'organization', organization_id, currency, balance, charges, threshold, is_low
     from (values
       ($1::uuid, 'RUB', 500, 10, 1000, true),
       ($1, 'USD', 500, 9000, 1000, true),
       ($2::uuid, 'RUB', 500, 10, null, true),
       ($2, 'USD', 5000, 10, 1000, false)) as a (organization_id, currency, balance, charges, threshold, is_low)`,
    [organizationId, otherId],
  );
}

test('the upgrade to saved cards and automatic top-ups keeps every payment and event, and none of them is automatic', async () => {
  const { rows } = await old.db.queryText(
    `select status, amount_minor::int as amount, provider_payment_id as provider, saves_method or is_automatic as is_new,
       payment_method_id from payments order by amount_minor`,
  );
  expect(rows).toEqual(
    [...statuses, 'pending'].map((status, place) => ({
      ...{ status, amount: 100 * (place + 1), provider: `old-${place + 1}`, is_new: false, payment_method_id: null },
    })),
  );
  const events = await old.db.queryText('select source from payment_events order by source');
  expect(events.rows.map(({ source }) => source)).toEqual(sources);
});

test('the upgrade to automatic top-ups watches no balance, and nobody is charged by it', async () => {
  const { rows } = await old.db.queryText('select from ledger_accounts where is_below_top_up is not null');
  expect(rows).toEqual([]);
  expect(await selectDue(old.db, nilUuid, 10)).toEqual([]);
});

test('the upgrade keeps who was notified that the balance ends soon, and drops it where only the chosen sum was crossed', async () => {
  const { rows } = await old.db.queryText(
    `select currency, low_threshold_minor::int as threshold, is_low from ledger_accounts
     where organization_id is not null order by organization_id, currency`,
  );
  expect(rows).toEqual([
    { currency: 'RUB', threshold: 1000, is_low: false },
    { currency: 'USD', threshold: 1000, is_low: true },
    { currency: 'RUB', threshold: null, is_low: true },
    { currency: 'USD', threshold: 1000, is_low: false },
  ]);
});
