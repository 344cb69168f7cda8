import { randomUUID } from 'node:crypto';
import {
  customerMoveKinds,
  moveKinds,
  type Revenue,
  type RevenueMonth,
  type UpcomingSubscription,
} from '@kazna/contract/admin/revenue';
import type { TariffTerms } from '@kazna/contract/shared/tariffs';
import fc from 'fast-check';
import { expect, inject, test, vi } from 'vitest';
import { fundedOrganization, topUp } from '../../tests/support/charges.ts';
import { migratedTemplate, openTestDatabase } from '../../tests/support/database.ts';
import { monthly, plantDiscount, plantTariff, runUntilDone, setClock } from '../../tests/support/services.ts';
import { jobActors } from '../audit/actions-store.ts';
import { createCharge } from '../money/charges/create-charge.ts';
import { refundCharge } from '../money/charges/refund-charge.ts';
import { checkSinceCheckpoint } from '../money/ledger/check-ledger.ts';
import { readSystemBalances } from '../money/ledger/reads.ts';
import type { Database } from '../platform/db/database.ts';
import { toPage } from '../platform/db/page.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { Problem } from '../platform/http/problem.ts';
import { insertVersion } from '../services/catalogue/catalogue-store.ts';
import * as operations from '../services/subscriptions/operations.ts';
import { addDays, dayIn } from '../services/subscriptions/periods.ts';
import { getRevenue } from './figures.ts';
import { countRevenue, rebuildRevenue } from './roll-up.ts';
import { listUpcoming } from './routes.ts';
import { selectCustomerMoves, selectCustomers, selectMonthly, selectMoves } from './rows-store.ts';

/** Set to search longer or to reproduce a failure, whose report has the seed. */
const numRuns = Number(process.env.REVENUE_RUNS ?? 5);
const seed = Number(process.env.REVENUE_SEED ?? 25);
vi.setConfig({ testTimeout: 60_000 * numRuns });

const zone = 'Europe/Moscow';
const start = Date.parse('2027-01-30T19:00:00Z');

const tariff = fc.record({
  priceMinor: fc.integer({ min: 0, max: 50_000 }),
  period: fc.record({
    unit: fc.constantFrom(...(['day', 'week', 'month', 'month', 'quarter', 'year'] as const)),
    count: fc.constantFrom(1, 1, 2),
  }),
  anchor: fc.constantFrom('calendar' as const, 'connection' as const),
  setupFeeMinor: fc.constantFrom(0, 5000),
  trialDays: fc.constantFrom(0, 0, 7),
  graceDays: fc.constantFrom(0, 3),
  refundOnStop: fc.boolean(),
});

const step = fc.record({
  do: fc.constantFrom(
    ...(['wait', 'wait', 'wait', 'connect', 'connect', 'change', 'quantity', 'pause', 'resume', 'stop'] as const),
    ...(['end', 'top up', 'price', 'refund', 'charge', 'discount', 'count', 'close the day'] as const),
  ),
  seconds: fc.constantFrom(3600, 30_000, 86_400, 9 * 86_400, 20 * 86_400, 45 * 86_400),
  which: fc.nat({ max: 20 }),
  amount: fc.integer({ min: 1, max: 60_000 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const staff = { organizationId: null, mayUseHidden: true };

/** Three organizations with tariffs of two services in a database of their own, and what was done to them. */
class History {
  readonly db: Database;
  private now = start;
  private readonly organizationIds: string[] = [];
  private readonly subscriptionIds: string[] = [];
  private readonly tariffs: { id: string; terms: TariffTerms; versions: number }[] = [];
  /** What each subscription brought a month at the end of each day on which something was done. */
  readonly days: { month: string; mrr: Map<string, { organizationId: string; tariffId: string; minor: number }> }[] =
    [];

  constructor(db: Database) {
    this.db = db;
  }

  async begin(tariffs: Partial<TariffTerms>[]): Promise<void> {
    await this.pass(0);
    for (const fundsMinor of [300_000, 90_000, 0])
      this.organizationIds.push(await fundedOrganization({ db: this.db }, fundsMinor));
    const services = [uuidv7(), uuidv7()];
    for (const [index, changes] of tariffs.entries()) {
      const terms = { ...monthly, maxQuantity: 5, mayPause: true, ...changes };
      const { id } = await plantTariff(this.db, terms, services[index === 0 ? 0 : 1]);
      this.tariffs.push({ id, terms, versions: 1 });
    }
  }

  async pass(seconds: number): Promise<void> {
    this.now += seconds * 1000;
    await setClock(this.db, new Date(this.now).toISOString());
    await runUntilDone({ db: this.db, zone, onBurst: () => {} });
  }

  async take({ do: what, which, amount, seconds }: Step): Promise<void> {
    const { db } = this;
    const context = { db, zone };
    const tariff = this.tariffs[which % this.tariffs.length] as (typeof this.tariffs)[0];
    const organizationId = this.organizationIds[which % 3] as string;
    if (what === 'wait') return this.pass(seconds);
    if (what === 'count') return countRevenue(db);
    if (what === 'close the day') return void (await checkSinceCheckpoint(db, new Date(this.now)));
    if (what === 'top up') return topUp({ db }, organizationId, amount).then(() => this.pass(0));
    if (what === 'discount') return void (await plantDiscount(db, organizationId));
    if (what === 'price') return this.announce(tariff, amount);
    if (what === 'charge') {
      const form = { organizationId, amountMinor: amount, currency: 'RUB' as const, description: 'Разовая услуга' };
      return void (await createCharge(db, { actorId: uuidv7(), key: randomUUID() }, form));
    }
    if (what === 'refund') return this.refund(which, amount);
    if (what === 'connect') {
      const form = { tariffId: tariff.id, quantity: 1 + (which % 3) };
      const request = { organizationId, form, actorId: jobActors.subscriptions, mayConnectHidden: true };
      const { id } = await operations.subscribe(context, { ...request, key: randomUUID() }, async () => {});
      return void this.subscriptionIds.push(id);
    }
    const id = this.subscriptionIds[which % Math.max(1, this.subscriptionIds.length)];
    if (!id) return;
    if (what === 'change' || what === 'quantity') {
      const form = what === 'change' ? { tariffId: tariff.id } : { quantity: 1 + (which % 5) };
      const { totalMinor } = await operations.previewOf(context, staff, id, form);
      await operations.change(context, staff, id, { ...form, expectedTotalMinor: totalMinor });
    }
    if (what === 'pause') await operations.pause(context, staff, id);
    if (what === 'resume') await operations.resume(context, staff, id);
    if (what === 'stop') await operations.stop(context, staff, id, { when: 'period_end' });
    if (what === 'end') await operations.stop(context, staff, id, { when: 'now' });
  }

  /** A price for new subscriptions from today on, and for running ones in 20 days. */
  private async announce(tariff: (typeof this.tariffs)[0], priceMinor: number): Promise<void> {
    tariff.versions += 1;
    const today = dayIn(zone, new Date(this.now).toISOString());
    const days = { from: today, runningFrom: addDays(today, 20) };
    const version = {
      id: uuidv7(),
      tariffId: tariff.id,
      number: tariff.versions,
      terms: { ...tariff.terms, priceMinor },
    };
    await this.db.transaction((tx) => insertVersion(tx, { ...version, ...days, createdBy: jobActors.subscriptions }));
    await this.pass(0);
  }

  /** Of one of the last charges, whoever made it. */
  private async refund(which: number, amount: number): Promise<void> {
    const { rows } = await this.db.queryText(
      'select id, (amount_minor - refunded_minor)::int as left from charges where amount_minor > refunded_minor order by id desc offset $1 limit 1',
      [which % 5],
    );
    if (!rows[0]) return;
    const call = { actorId: jobActors.subscriptions, key: randomUUID() };
    const form = { amountMinor: Math.min(Number(rows[0].left), amount), reason: 'Сбой' };
    await this.db.transaction((tx) => refundCharge(tx, call, rows[0]?.id as string, form));
    await this.pass(0);
  }

  /** By the state and the last line of each subscription, in code of its own. */
  async note(): Promise<void> {
    const { rows } = await this.db.queryText(
      `select distinct on (s.id) s.id, s.organization_id, s.status, l.period_minor::float8 as price, v.tariff_id, v.period_unit, v.period_count
       from subscriptions s join subscription_lines l on l.subscription_id = s.id and l.kind in ('period', 'change', 'resume')
       join tariff_versions v on v.id = l.version_id order by s.id, l.id desc`,
    );
    const yearly = { day: 365, week: 365 / 7, month: 12, quarter: 4, year: 1 };
    const mrr = new Map(
      rows.map((row) => {
        const isRunning = ['active', 'past_due', 'stopping'].includes(row.status as string);
        const factor = yearly[row.period_unit as keyof typeof yearly] / Number(row.period_count) / 12;
        const minor = isRunning ? Math.floor(Number(row.price) * factor + 0.5 + 1e-9) : 0;
        return [
          row.id as string,
          { organizationId: row.organization_id as string, tariffId: row.tariff_id as string, minor },
        ];
      }),
    );
    this.days.push({ month: this.month(), mrr });
    const moves = await this.db.queryText(
      'select distinct on (subscription_id) subscription_id as id, after_minor::float8 as minor from subscription_moves order by subscription_id, id desc',
    );
    const recorded = new Map(moves.rows.map(({ id, minor }) => [id as string, Number(minor)]));
    for (const [id, { minor }] of mrr) expect(recorded.get(id) ?? 0, id).toBe(minor);
  }

  month(): string {
    return dayIn(zone, new Date(this.now).toISOString()).slice(0, 7);
  }

  tariffIds(): string[] {
    return this.tariffs.map(({ id }) => id);
  }
}

const sumOf = (amounts: Iterable<number>) => [...amounts].reduce((sum, amount) => sum + amount, 0);

/** Start and moves make the end, each month goes on where the last ended. */
function expectConnected({ months }: Revenue): void {
  for (const [index, month] of months.entries()) {
    const { mrrStartMinor, mrrEndMinor, customersStart, customersEnd, customers, moves } = month;
    expect(mrrStartMinor + sumOf(Object.values(moves).map(({ amountMinor }) => amountMinor))).toBe(mrrEndMinor);
    expect(customersStart + customers.new.count + customers.returned.count - customers.lost.count).toBe(customersEnd);
    for (const kind of ['new', 'up', 'resumed'] as const) expect(moves[kind].amountMinor).toBeGreaterThanOrEqual(0);
    for (const kind of ['down', 'stopped'] as const) expect(moves[kind].amountMinor).toBeLessThanOrEqual(0);
    const before = months[index - 1];
    if (before) expect([mrrStartMinor, customersStart]).toEqual([before.mrrEndMinor, before.customersEnd]);
  }
}

/** What charges and their refunds make, read from where they are stored and not from the ledger. */
async function expectCharged(db: Database, months: RevenueMonth[]): Promise<void> {
  const { rows } = await db.queryText(
    `select to_char(m.at at time zone 'Europe/Moscow', 'YYYY-MM') as month, sum(m.amount)::float8 as amount,
       case when c.metadata ->> 'subscriptionId' is null then 'other'
         when c.description like '%подключение' then 'setup' else 'fixed' end as kind
     from charges c cross join lateral (
       select c.amount_minor as amount, c.created_at as at
       union all select -r.amount_minor, r.created_at from charge_refunds r where r.charge_id = c.id) m
     group by 1, 3`,
  );
  const expected = new Map(rows.map((row) => [`${row.month} ${row.kind}`, Number(row.amount)]));
  for (const { month, charges, revenueMinor } of months) {
    const of = (kind: string) => expected.get(`${month} ${kind}`) ?? 0;
    expect([charges.fixed, charges.setup, charges.other].map(({ amountMinor }) => amountMinor)).toEqual(
      ['fixed', 'setup', 'other'].map(of),
    );
    expect(revenueMinor).toBe(of('fixed') + of('setup') + of('other'));
  }
  const balances = await readSystemBalances(db);
  const posted = sumOf(balances.filter(({ account }) => account === 'revenue').map(({ amountMinor }) => amountMinor));
  expect(sumOf(months.map(({ revenueMinor }) => revenueMinor))).toBe(posted);
}

/** The last note of each month against its end, for everything and for each tariff. */
async function expectNoted(history: History, all: Revenue, request: { months: number; to: string }): Promise<void> {
  const ends = new Map(history.days.map((day) => [day.month, [...day.mrr.values()]]));
  for (const { month, mrrEndMinor, customersEnd } of all.months) {
    const noted = ends.get(month)?.filter(({ minor }) => minor > 0);
    if (!noted) continue;
    expect(mrrEndMinor, month).toBe(sumOf(noted.map(({ minor }) => minor)));
    expect(customersEnd, month).toBe(new Set(noted.map(({ organizationId }) => organizationId)).size);
  }
  const parts: Revenue[] = [];
  for (const tariffId of history.tariffIds()) {
    const part = await getRevenue(history.db, { ...request, currency: 'RUB', tariffId });
    expectConnected(part);
    parts.push(part);
    for (const { month, mrrEndMinor } of part.months) {
      const noted = ends.get(month)?.filter((one) => one.tariffId === tariffId);
      if (noted) expect(mrrEndMinor, month).toBe(sumOf(noted.map(({ minor }) => minor)));
    }
  }
  for (const [index, month] of all.months.entries()) {
    const { other, ...charges } = month.charges;
    expect(sumOf(parts.map((part) => part.months[index]?.revenueMinor ?? 0))).toBe(
      month.revenueMinor - other.amountMinor,
    );
    expect(sumOf(parts.map((part) => part.months[index]?.charges.fixed.amountMinor ?? 0))).toBe(
      charges.fixed.amountMinor,
    );
  }
}

/** Customers by the month of their first charge, by what was charged to each. */
async function expectCohorts(db: Database, { cohorts, months }: Revenue): Promise<void> {
  const { rows } = await db.queryText(
    `with moved as (
       select c.organization_id, m.month, sum(m.amount) as amount from charges c cross join lateral (
         select c.amount_minor as amount, to_char(c.created_at at time zone 'Europe/Moscow', 'YYYY-MM') as month
         union all select -r.amount_minor, to_char(r.created_at at time zone 'Europe/Moscow', 'YYYY-MM')
         from charge_refunds r where r.charge_id = c.id) m
       group by 1, 2)
     select first.month as cohort, m.month, sum(m.amount)::float8 as amount, (count(*) filter (where m.amount > 0))::int as customers
     from moved m join (select organization_id, min(month) as month from moved group by 1) first using (organization_id)
     group by 1, 2`,
  );
  const found = cohorts.flatMap(({ month: cohort, months: later }) =>
    later
      .filter(({ customers, amountMinor }) => customers > 0 || amountMinor !== 0)
      .map(({ month, customers, amountMinor }) => ({ cohort, month, amount: amountMinor, customers })),
  );
  const byMonth = (one: { cohort: string; month: string }, other: { cohort: string; month: string }) =>
    `${one.cohort}${one.month}` < `${other.cohort}${other.month}` ? -1 : 1;
  const expected = rows.filter(({ customers, amount }) => Number(customers) > 0 || Number(amount) !== 0);
  expect(found.toSorted(byMonth)).toEqual((expected as typeof found).toSorted(byMonth));
  for (const { month, payers } of months)
    expect(payers).toBe(sumOf(rows.filter((row) => row.month === month).map((row) => Number(row.customers))));
}

/** Rows of the last month add up to its figures, page by page. */
async function expectRows(db: Database, { months }: Revenue): Promise<void> {
  for (const { month, mrrEndMinor, moves, customers, revenueMinor } of months.slice(-6)) {
    const filter = { currency: 'RUB' as const, month };
    const monthly = await all(
      async (page) => selectMonthly(db, page, filter),
      ({ subscriptionId }) => subscriptionId,
    );
    expect(sumOf(monthly.map(({ monthlyMinor }) => monthlyMinor))).toBe(mrrEndMinor);
    const listed = await all(
      async (page) => selectMoves(db, page, filter),
      ({ id }) => id,
    );
    const lost = await all(
      async (page) => selectMoves(db, page, { ...filter, kind: 'lost' }),
      ({ id }) => id,
    );
    for (const kind of moveKinds) {
      const own = listed.filter((move) => move.kind === kind);
      expect(own.length).toBe(moves[kind].count);
      expect(sumOf(own.map(({ beforeMinor, afterMinor }) => afterMinor - beforeMinor))).toBe(moves[kind].amountMinor);
    }
    expect(lost.length).toBe(moves.down.count + moves.stopped.count);
    const charged = await all(
      async (page) => selectCustomers(db, page, filter),
      ({ organization }) => organization.id,
    );
    expect(sumOf(charged.map(({ amountMinor }) => amountMinor))).toBe(revenueMinor);
    const moved = await all(
      async (page) => selectCustomerMoves(db, page, filter),
      ({ day, organization }) => `${day}:${organization.id}`,
    );
    for (const kind of customerMoveKinds)
      expect(moved.filter((move) => move.kind === kind).length).toBe(customers[kind].count);
  }
}

async function all<Row>(
  select: (page: { limit: number; cursor?: string | undefined }) => Promise<Row[]>,
  cursorOf: (row: Row) => string,
): Promise<Row[]> {
  const found: Row[] = [];
  for (let cursor: string | undefined, isLast = false; !isLast; ) {
    const { items, nextCursor } = toPage(await select({ limit: 2, cursor }), 2, cursorOf);
    found.push(...items);
    isLast = nextCursor === null;
    cursor = nextCursor ?? undefined;
  }
  return found;
}

/** The figure is what its rows add up to, each by the subscription's own charges. */
async function expectUpcoming(db: Database, upcoming: Revenue['upcoming']): Promise<void> {
  const items: UpcomingSubscription[] = [];
  for (let cursor: string | undefined, isLast = false; !isLast; ) {
    const page = await listUpcoming(db, { limit: 3, cursor }, { currency: 'RUB' });
    items.push(...page.items);
    isLast = page.nextCursor === null;
    cursor = page.nextCursor ?? undefined;
  }
  expect(new Set(items.map(({ subscriptionId }) => subscriptionId)).size).toBe(items.length);
  expect(upcoming.amountMinor).toBe(sumOf(items.map(({ amountMinor }) => amountMinor)));
  expect(upcoming.count).toBe(sumOf(items.map(({ count }) => count)));
}

test('figures of revenue over random histories are those of the ledger, whenever they are counted', async () => {
  await fc.assert(
    fc.asyncProperty(
      // Small values alone would connect and charge next to nothing.
      fc.noBias(fc.array(tariff, { minLength: 3, maxLength: 4 })),
      fc.noBias(fc.array(step, { minLength: 40, maxLength: 80 })),
      async (tariffs, steps) => {
        const own = await openTestDatabase(inject('databaseUrl'), migratedTemplate);
        try {
          const history = new History(own.db);
          await history.begin(tariffs);
          for (const one of steps) {
            await history.take(one).catch((error) => {
              if (!(error instanceof Problem)) throw error;
            });
            await history.note();
          }
          await countRevenue(own.db);
          const request = { months: 36, to: history.month() };
          const counted = await getRevenue(own.db, { ...request, currency: 'RUB' });
          expectConnected(counted);
          await expectCharged(own.db, counted.months);
          await expectNoted(history, counted, request);
          await expectCohorts(own.db, counted);
          await expectRows(own.db, counted);
          await rebuildRevenue(own.db);
          const { upcoming, ...rebuilt } = await getRevenue(own.db, { ...request, currency: 'RUB' });
          expect({ ...rebuilt, upcoming: counted.upcoming }).toEqual(counted);
          await expectUpcoming(own.db, upcoming);
        } finally {
          await own.remove();
        }
      },
    ),
    { numRuns, seed, endOnFailure: true },
  );
});
