import { setTimeout } from 'node:timers/promises';
import type { TariffTerms } from '@kazna/contract/shared/tariffs';
import { jobActors } from '../../src/audit/actions-store.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { sql } from '../../src/platform/db/sql.ts';
import { uuidv7 } from '../../src/platform/db/uuid.ts';
import { insertService, insertTariff, insertVersion } from '../../src/services/catalogue/catalogue-store.ts';
import { insertDiscount } from '../../src/services/catalogue/discounts-store.ts';
import { connect } from '../../src/services/subscriptions/connect.ts';
import { runEngine } from '../../src/services/subscriptions/engine-loop.ts';
import { isSomethingDue } from '../../src/services/subscriptions/run-due.ts';
import type { EngineContext } from '../../src/services/subscriptions/wait-for-money.ts';
import { isUsageDue } from '../../src/services/usage/run-usage.ts';

export const monthly: TariffTerms = {
  priceMinor: 30_000,
  currency: 'RUB',
  period: { unit: 'month', count: 1 },
  anchor: 'connection',
  setupFeeMinor: 0,
  trialDays: 0,
  maxQuantity: 1,
  graceDays: 0,
  mayPause: false,
  refundOnStop: false,
  meters: [],
};

/** A service with one tariff, in force since long ago. */
export async function plantTariff(db: Database, terms: Partial<TariffTerms> = {}, serviceId = uuidv7()) {
  const id = uuidv7();
  const versionId = uuidv7();
  const createdBy = jobActors.subscriptions;
  await db.transaction(async (tx) => {
    const form = {
      name: 'Облако',
      documentName: 'Аренда серверов',
      unit: 'шт.',
      isVisible: true,
    };
    const { rows } = await db.queryText('select from services where id = $1', [serviceId]);
    if (rows.length === 0) await insertService(tx, serviceId, form, createdBy);
    await insertTariff(tx, { id, serviceId, name: 'Старт', isVisible: true, createdBy });
    const version = { id: versionId, tariffId: id, number: 1, terms: { ...monthly, ...terms } };
    await insertVersion(tx, { ...version, from: '2020-01-01', runningFrom: null, createdBy });
  });
  return { id, versionId, serviceId };
}

/** Replaces the business's clock of the test's database. */
export async function setClock(db: Database, now: string): Promise<void> {
  await db.queryText(
    `create or replace function business_now() returns timestamptz language sql stable as $$ select '${new Date(now).toISOString()}'::timestamptz $$`,
  );
}

/**
 * Makes the business's clock of the test's database one that is moved often: whoever replaces the function, as `setClock`
 * does, has every connection plan its statements anew. Returns what moves it.
 */
export async function plantClock(db: Database): Promise<(now: string) => Promise<void>> {
  await db.queryText(`
    create table test_clock (now timestamptz);
    insert into test_clock values (now());
    create or replace function business_now() returns timestamptz language plpgsql stable parallel safe
      as $$ begin return (select now from test_clock); end $$`);
  return async (now) => {
    await db.query(sql`update test_clock set now = ${now}::timestamptz`);
  };
}

/** Runs the engine until nothing is due; a worker beside it may have taken a step. */
export async function runUntilDone(context: EngineContext): Promise<void> {
  for (let round = 0; round < 10_000; round += 1) {
    if (await runEngine(context)) continue;
    if (!(await isSomethingDue(context)) && !(await isUsageDue(context.db))) return;
    await setTimeout(5);
  }
  throw new Error('the engine does not come to rest');
}

/** A subscription of a free tariff with seats, in a state that its calls are valid in. */
export async function plantSubscription(
  db: Database,
  organizationId: string,
  state: 'active' | 'paused' | 'changing' = 'active',
): Promise<string> {
  const tariffId = await plantHiddenTariff(db, { maxQuantity: 10, mayPause: true });
  const form = { tariffId, quantity: 1 };
  const who = { organizationId, actorId: jobActors.subscriptions, mayConnectHidden: true };
  const { id } = await db.transaction((tx) => connect(tx, 'Europe/Moscow', { ...who, form }));
  if (state === 'paused')
    await db.queryText("update subscriptions set status = 'paused', next_step_at = null where id = $1", [id]);
  if (state === 'changing')
    await db.queryText(
      'update subscriptions set pending_change_id = gen_random_uuid(), pending_version_id = version_id, pending_quantity = 2 where id = $1',
      [id],
    );
  return id;
}

export async function plantDiscount(db: Database, organizationId: string): Promise<string> {
  const discount = { percent: 10, amountMinor: null, currency: null, periods: null, reason: 'Договор' };
  const row = { id: uuidv7(), organizationId, tariffId: null, ...discount, createdBy: jobActors.subscriptions };
  await db.transaction((tx) => insertDiscount(tx, row));
  return row.id;
}

/** Lets the organization take a promised payment once more: a trial ends soon, and the balance does not cover its price. */
export async function offerPromise(db: Database, organizationId: string): Promise<void> {
  await db.queryText('update promised_payment_rules set is_allowed = true');
  await db.queryText('delete from promised_payments where organization_id = $1', [organizationId]);
  await db.queryText(
    `update ledger_accounts set credit_limit_minor = credit_limit_minor - promised_minor, promised_minor = 0
     where organization_id = $1`,
    [organizationId],
  );
  const { id: tariffId } = await plantTariff(db, { priceMinor: 90_000_000_000, trialDays: 2 });
  const who = { organizationId, actorId: jobActors.subscriptions, mayConnectHidden: true };
  await db.transaction(async (tx) => {
    const { id } = await connect(tx, 'Europe/Moscow', { ...who, form: { tariffId } });
    // The engine would warn of the charge while the databases before and after a call are compared.
    await tx.queryText('update subscriptions set next_step_at = null where id = $1', [id]);
  });
}

/** A tariff that only staff assign. Returns its id. */
export async function plantHiddenTariff(db: Database, terms: Partial<TariffTerms> = {}): Promise<string> {
  const { id } = await plantTariff(db, { ...terms, priceMinor: 0 });
  await db.queryText('update tariffs set is_visible = false where id = $1', [id]);
  return id;
}
