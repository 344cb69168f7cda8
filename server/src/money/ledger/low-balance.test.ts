import { check } from '@kazna/contract/shared/validation';
import { createCharge, createChargeBatch } from '@kazna/contract/v1/charges';
import { eventData, listEvents } from '@kazna/contract/v1/events';
import { captureHold, createHold, releaseHold } from '@kazna/contract/v1/holds';
import { beforeAll, expect, inject, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { callerWith, fundedOrganization, topUp } from '../../../tests/support/charges.ts';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { newKey } from '../../../tests/support/keys.ts';
import { migrateUpTo } from '../../../tests/support/migrate-up-to.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { readForecast } from '../../services/subscriptions/forecast.ts';
import { refreshRecentCharges } from './recent-charges-store.ts';

const app = appForThisFile();
let call: ReturnType<typeof callerWith>;
beforeAll(async () => {
  call = callerWith(app, (await newKey(app)).key);
});

const formOf = (organizationId: string, amountMinor: number) => ({
  organizationId,
  amountMinor,
  currency: 'RUB' as const,
  description: 'Трафик',
});
const charge = (id: string, amountMinor: number) => call(createCharge, { body: formOf(id, amountMinor) });
const hold = async (id: string, amountMinor: number) =>
  (await call(createHold, { body: formOf(id, amountMinor) })).body.id;

/** The balances that were said to be low, in order. */
async function lowBalances(organizationId: string): Promise<number[]> {
  const { body } = await call(listEvents, { query: { limit: 100, types: 'balance.low' } });
  const events = body.items.filter((event) => event.organizationId === organizationId);
  for (const { data } of events) expect(check(eventData['balance.low'], data).errors).toBeUndefined();
  return events.map(({ data }) => (data.balances as { balanceMinor: number }[])[0]?.balanceMinor ?? Number.NaN);
}
const daysLeft = async (id: string, amountMinor: number) =>
  (await readForecast(app.db, 'Europe/Moscow', id, { amountMinor, currency: 'RUB' })).daysLeft;

test('a balance that lasts for less than 3 days is an event once, and again only after a top-up has raised it', async () => {
  const id = await fundedOrganization(app, 1000);
  await charge(id, 900);
  expect([await lowBalances(id), await daysLeft(id, 100)]).toEqual([[], 3]);
  await charge(id, 10);
  expect([await lowBalances(id), await daysLeft(id, 90)]).toEqual([[90], 2]);
  await charge(id, 10);
  await topUp(app, id, 5);
  await charge(id, 10);
  expect(await lowBalances(id)).toEqual([90]);
  await topUp(app, id, 1000);
  await charge(id, 1000);
  expect(await lowBalances(id)).toEqual([90, 75]);
});

test('of charges and batches at once that make a balance low one says so', async () => {
  const id = await fundedOrganization(app, 1000);
  await charge(id, 880);
  const items = [1, 2].map((amount) => ({ ...formOf(id, amount), idempotencyKey: crypto.randomUUID() }));
  await Promise.all([
    ...Array.from({ length: 15 }, () => charge(id, 7)),
    call(createChargeBatch, { body: { charges: items } }),
  ]);
  expect(await lowBalances(id)).toHaveLength(1);
});

test('money set aside makes a balance low, its release raises it again, and a capture of all of it counts as spending', async () => {
  const id = await fundedOrganization(app, 2000);
  await charge(id, 300);
  const first = await hold(id, 1690);
  expect(await lowBalances(id)).toEqual([10]);
  await call(releaseHold, { params: { holdId: first } });
  const second = await hold(id, 1600);
  expect(await lowBalances(id)).toEqual([10]);
  await call(captureHold, { params: { holdId: second }, body: {} });
  expect(await lowBalances(id)).toEqual([10, 100]);
});

test('charges of more than 30 days ago count no more after the night, which says nothing by itself', async () => {
  const id = await fundedOrganization(app, 1000);
  await charge(id, 950);
  const recent = async () => {
    const text = 'select recent_charges_minor::int as minor, is_low from ledger_accounts where organization_id = $1';
    return (await app.db.queryText(text, [id])).rows[0];
  };
  expect(await recent()).toEqual({ minor: 950, is_low: true });
  await app.db.queryText(
    `update ledger_daily_totals set day = day - 30 where account_id in (
      select id from ledger_accounts where organization_id = $1)`,
    [id],
  );
  await refreshRecentCharges(app.db, { pageSize: 1, batchSize: 1 });
  expect(await recent()).toEqual({ minor: 0, is_low: true });
  await charge(id, 10);
  expect(await lowBalances(id)).toEqual([50]);
  await topUp(app, id, 10);
  expect(await recent()).toEqual({ minor: 10, is_low: false });
});

test('charges of more than 30 days ago are dropped in batches of accounts, and accounts without any are not locked', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, () => fundedOrganization(app, 1000)));
  for (const id of ids) await charge(id, 100);
  const aged = ids.slice(0, 5);
  await app.db.queryText(
    `update ledger_daily_totals set day = day - 30 where account_id in (
      select id from ledger_accounts where organization_id = any($1::uuid[]))`,
    [aged],
  );
  let transactions = 0;
  const counting: typeof app.db = {
    ...app.db,
    transaction: (work, options) => {
      transactions += 1;
      return app.db.transaction(work, options);
    },
  };
  const isStale = async () => {
    const text = `select recent_charges_minor::int as minor from ledger_accounts
      where organization_id = any($1::uuid[]) order by recent_charges_minor`;
    return (await app.db.queryText(text, [ids])).rows.map(({ minor }) => minor);
  };
  await refreshRecentCharges(counting, { pageSize: 1000, batchSize: 3 });
  expect([transactions, await isStale()]).toEqual([2, [0, 0, 0, 0, 0, 100]]);
});

test('an upgrade knows the charges of the last 30 days without corrections, and what is low already', async () => {
  const { db, remove } = await openTestDatabase(inject('databaseUrl'), 'template0');
  await migrateUpTo(db, '0049');
  const id = crypto.randomUUID();
  await db.queryText("insert into organizations (id, kind, name) values ($1, 'company', 'ООО «Ромашка»')", [id]);
  const account = crypto.randomUUID();
  await db.queryText(
    `insert into ledger_accounts (id, kind, organization_id, currency, balance_minor)
     values ($1, 'organization', $2, 'RUB', 7)`,
    [account, id],
  );
  const today = "(now() at time zone 'Europe/Moscow')::date";
  await db.queryText(
    `insert into ledger_daily_totals (account_id, day, debited_minor, charged_minor)
     values ($1, ${today}, 60, 60), ($1, ${today} - 29, 40, 40), ($1, ${today} - 30, 5, 5)`,
    [account],
  );
  // Without the transfer that belongs to it.
  await db.transaction(async (tx) => {
    await tx.queryText("set local session_replication_role = 'replica'");
    await tx.queryText(
      `insert into ledger_entries (transfer_id, organization_id, account_id, currency, kind, amount_minor,
         balance_after_minor, created_at) values (gen_random_uuid(), $1, $2, 'RUB', 'adjustment', -20, 7, now())`,
      [id, account],
    );
  });
  await migrate(db);
  const text = 'select recent_charges_minor::int as minor, is_low from ledger_accounts where id = $1';
  expect((await db.queryText(text, [account])).rows).toEqual([{ minor: 80, is_low: true }]);
  await remove();
});
