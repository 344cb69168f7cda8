import { setTimeout as sleep } from 'node:timers/promises';
import { jobActors } from '../../../server/src/audit/actions-store.ts';
import { checkLedger } from '../../../server/src/money/ledger/check-ledger.ts';
import { type Database, openDatabase } from '../../../server/src/platform/db/database.ts';
import { migrate } from '../../../server/src/platform/db/migrate.ts';
import { sql } from '../../../server/src/platform/db/sql.ts';
import { connect } from '../../../server/src/services/subscriptions/connect.ts';
import { fundedOrganization, topUp } from '../../../server/tests/support/charges.ts';
import { createTestDatabase } from '../../../server/tests/support/postgres.ts';
import { plantTariff, runUntilDone, setClock } from '../../../server/tests/support/services.ts';
import { type Environment, openEnvironment } from './environment.ts';
import { killServers } from './run-faults.ts';

export interface SubscriptionFigures {
  subscriptions: number;
  kills: number;
  lines: number;
  /** Lines that the same days without faults have and these have not, and the other way round. */
  missing: number;
  unexpected: number;
  /** Subscriptions whose periods were not charged one after another. */
  outOfOrder: number;
  unbalanced: number;
  suspects: string[];
}

const zone = 'Europe/Moscow';
const dayMs = 86_400_000;
// All of it is in the past, since servers for real money refuse a clock that is ahead.
const beginning = new Date(Math.floor(Date.now() / dayMs) * dayMs - 90 * dayMs + dayMs / 3).toISOString();
const dayAfter = (days: number) => new Date(Date.parse(beginning) + days * dayMs).toISOString();
const idleTimeoutMs = 180_000;

/**
 * Kills two servers with their workers while forty days pass in a minute, lets both sleep for forty days more, and then
 * pays all debts. The lines must be those of a database where nothing was killed and one worker slept all the time.
 */
export async function runSubscriptionFaults(plan: {
  kills: number;
  subscriptions: number;
}): Promise<SubscriptionFigures> {
  const environment = await openEnvironment();
  const { url } = await createTestDatabase(environment.postgres.url);
  const undisturbed = await openDatabase({ databaseUrl: url, dataDir: '', poolSize: 4, onConnectionLost: () => {} });
  try {
    await migrate(undisturbed);
    const ours = await begin(environment.db, plan.subscriptions);
    await passUnderFaults(environment, plan.kills);
    await payAll(environment.db, ours);
    await untilIdle(environment.db);
    const theirs = await begin(undisturbed, plan.subscriptions);
    await setClock(undisturbed, dayAfter(80));
    const engine = { db: undisturbed, zone, onBurst: async () => {} };
    await runUntilDone(engine);
    await payAll(undisturbed, theirs);
    await runUntilDone(engine);
    return { ...(await compare({ db: environment.db, of: ours }, { db: undisturbed, of: theirs })), kills: plan.kills };
  } finally {
    await undisturbed.close();
    await environment.end();
  }
}

interface Begun {
  id: string;
  organizationId: string;
}

/**
 * Of every kind of period, with and without grace and trial. A third runs out of money within the eighty days, to the last
 * kopeck: what is left would pay for the last days of a period, whose number depends on when a worker looks.
 */
async function begin(db: Database, count: number): Promise<Begun[]> {
  await setClock(db, beginning);
  const tariffs = [
    await plantTariff(db, { priceMinor: 1000, period: { unit: 'day', count: 1 }, graceDays: 2 }),
    await plantTariff(db, { priceMinor: 9999, period: { unit: 'week', count: 1 }, anchor: 'calendar' }),
    await plantTariff(db, { priceMinor: 31_000, graceDays: 5, setupFeeMinor: 500 }),
    await plantTariff(db, { priceMinor: 2000, period: { unit: 'day', count: 3 }, trialDays: 10 }),
  ];
  const begun: Begun[] = [];
  for (let place = 0; place < count; place += 1) {
    const organizationId = await fundedOrganization({ db }, fundsOf(place));
    const tariffId = tariffs[place % tariffs.length]?.id as string;
    const request = { organizationId, actorId: jobActors.subscriptions, mayConnectHidden: true, form: { tariffId } };
    begun.push({ id: (await db.transaction((tx) => connect(tx, zone, request))).id, organizationId });
  }
  return begun;
}

function fundsOf(place: number): number {
  if (place % 3 === 0 || place % 2 === 1) return 10_000_000;
  return place % 4 === 0 ? (20 + (place % 20)) * 1000 : 31_500;
}

async function payAll(db: Database, begun: Begun[]): Promise<void> {
  for (const { organizationId } of begun) await topUp({ db }, organizationId, 10_000_000);
}

async function passUnderFaults({ db, slots }: Environment, kills: number): Promise<void> {
  const seconds = Math.max(10, kills);
  await db.queryText(
    `create or replace function business_now() returns timestamptz language sql stable as $$
       select least(timestamptz '${dayAfter(40)}', timestamptz '${beginning}'
         + (now() - timestamptz '${new Date().toISOString()}') * ${(40 * dayMs) / (seconds * 1000)}) $$`,
  );
  await killServers({ slots }, kills);
  await untilIdle(db);
  for (const slot of slots) await slot.kill();
  await setClock(db, dayAfter(80));
  for (const slot of slots) await slot.start();
  await untilIdle(db);
}

/** The clock of the database stands still by then or comes to its end. */
async function untilIdle(db: Database): Promise<void> {
  for (const deadline = Date.now() + idleTimeoutMs; Date.now() < deadline; await sleep(200)) {
    const [row] = await db.query<{ isIdle: boolean }>(sql`
      select business_now() in (${dayAfter(40)}, ${dayAfter(80)})
        and not exists (select from subscriptions where next_step_at <= business_now())
        and not exists (select from ledger_accounts where is_resumable) as "isIdle"`);
    if (row?.isIdle) return;
  }
  throw new Error('subscriptions are still due');
}

interface Lines {
  db: Database;
  of: Begun[];
}

/** By the place of the subscription, since ids differ. */
async function linesOf({ db, of }: Lines): Promise<{ place: number; from: string; text: string; isPeriod: boolean }[]> {
  const places = new Map(of.map(({ id }, place) => [id, place]));
  const rows = await db.query<{ id: string; from: string; text: string; isPeriod: boolean }>(sql`
    select l.subscription_id as id, l.from_day::text as from, l.kind = 'period' as "isPeriod",
      concat_ws(' ', l.kind, l.from_day, l.to_day, l.amount_minor, c.amount_minor) as text
    from subscription_lines l left join charges c on c.id = l.charge_id order by l.id`);
  return rows.map(({ id, ...line }) => ({
    ...line,
    place: places.get(id) ?? -1,
    text: `${places.get(id)} ${line.text}`,
  }));
}

async function compare(ours: Lines, theirs: Lines): Promise<Omit<SubscriptionFigures, 'kills'>> {
  const [found, wanted] = [await linesOf(ours), await linesOf(theirs)];
  const missing = without(wanted, found);
  const unexpected = without(found, wanted);
  const periods = Map.groupBy(
    found.filter(({ isPeriod }) => isPeriod),
    ({ place }) => place,
  );
  const outOfOrder = [...periods.values()].filter((lines) =>
    lines.some(({ from }, at) => at > 0 && from <= (lines[at - 1]?.from ?? '')),
  );
  const faults = await checkLedger(ours.db);
  return {
    subscriptions: ours.of.length,
    lines: found.length,
    ...{ missing: missing.length, unexpected: unexpected.length, outOfOrder: outOfOrder.length },
    unbalanced: faults.length,
    suspects: [
      ...missing.map((text) => `missing line: ${text}`),
      ...unexpected.map((text) => `unexpected line: ${text}`),
      ...faults.map((fault) => `imbalance: ${JSON.stringify(fault)}`),
    ],
  };
}

/** The texts that stand in the first list more often than in the second. */
function without(first: { text: string }[], second: { text: string }[]): string[] {
  const left = Map.groupBy(second, ({ text }) => text);
  return first.map(({ text }) => text).filter((text) => !left.get(text)?.pop());
}

export function areSubscriptionsClean({ missing, unexpected, outOfOrder, unbalanced }: SubscriptionFigures): boolean {
  return missing + unexpected + outOfOrder + unbalanced === 0;
}
