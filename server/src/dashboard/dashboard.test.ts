import { refreshWithOrganization } from '@kazna/contract/cabinet/accounts';
import { getBalance } from '@kazna/contract/cabinet/balance';
import { type Dashboard, getDashboard, type Period, type Step } from '@kazna/contract/cabinet/dashboard';
import type { PaymentStatus } from '@kazna/contract/cabinet/payments';
import type { Currency } from '@kazna/contract/shared/money';
import { beforeAll, describe, expect, test } from 'vitest';
import { appForThisFile } from '../../tests/support/app-for-file.ts';
import { newMember, openCompany, signedInPerson } from '../../tests/support/organizations.ts';
import { create, newPayer, type Payer } from '../../tests/support/payments.ts';
import { seededRandom } from '../demo/random.ts';
import { insertPayments, rollUpTotals } from '../demo/store.ts';
import type { DemoPayment, DemoTransfer } from '../demo/year.ts';
import { checkLedger } from '../money/ledger/check-ledger.ts';
import { importTransfers } from '../money/ledger/import-transfers.ts';
import { postTransfer } from '../money/ledger/post-transfer.ts';
import { uuidv7 } from '../platform/db/uuid.ts';

const dayMs = 24 * 60 * 60 * 1000;
const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 1e9));

const app = appForThisFile();
let payer: Payer;
let people: string[];
let payments: DemoPayment[];
let transfers: DemoTransfer[];
beforeAll(async () => {
  payer = await newPayer(app);
  people = [payer.id];
  for (let count = 0; count < 6; count += 1) {
    people.push((await newMember(app, payer.organizationId)).id);
  }
  [payments, transfers] = randomPast();
  await app.db.transaction(async (tx) => {
    const { organizationId } = payer;
    await insertPayments(tx, organizationId, payments);
    await importTransfers(
      tx,
      transfers.map((transfer) => ({ ...transfer, organizationId, currency: 'RUB' })),
    );
    await rollUpTotals(tx);
  });
});

/** More than two years of payments, refunds and charges, some within a minute of midnight. */
function randomPast(): [DemoPayment[], DemoTransfer[]] {
  const random = seededRandom(seed);
  const made: DemoPayment[] = [];
  const moves: DemoTransfer[] = [];
  const statuses: PaymentStatus[] = ['succeeded', 'succeeded', 'succeeded', 'canceled', 'expired', 'review', 'pending'];
  const midnight = Date.parse(`${dayOf(new Date())}T00:00:00+03:00`);
  const now = Date.now();
  const move = (kind: DemoTransfer['kind'], amountMinor: number, at: number) => {
    const id = uuidv7(at);
    moves.push({ id, key: `${kind}:${id}`, kind, amountMinor, sourceId: null, createdAt: new Date(at) });
  };
  for (let count = 0; count < 1500; count += 1) {
    const isNearMidnight = random.next() < 0.2;
    const daysAgo = Math.floor(random.next() ** 2 * 800);
    const at = isNearMidnight
      ? midnight - daysAgo * dayMs + random.between(-60_000, 0)
      : now - daysAgo * dayMs - random.between(0, dayMs);
    const status = random.pick(statuses);
    const amountMinor = random.between(100, 5_000_000);
    const refundedMinor = status === 'succeeded' && random.next() < 0.2 ? random.between(1, amountMinor) : 0;
    const payment = { status, amountMinor, refundedMinor, createdBy: random.pick(people), createdAt: new Date(at) };
    const method = random.pick(['card', 'sbp'] as const);
    made.push({ ...payment, id: uuidv7(at), method, cardLast4: null, description: null, reason: null });
    if (status !== 'succeeded') continue;
    move('top_up', amountMinor, at);
    if (refundedMinor > 0) move('refund', -refundedMinor, Math.min(at + random.between(0, 3 * dayMs), now));
    const spend = random.between(0, Math.floor((amountMinor - refundedMinor) / 2));
    if (spend > 0) move('charge', -spend, Math.min(at + random.between(0, 9 * dayMs), now));
  }
  return [made, moves];
}

const read = (organizationId: string, query: object = {}, { token } = payer) =>
  app.call(getDashboard, { params: { organizationId }, query } as never, { token });

/** Moscow is three hours ahead all year round. */
function dayOf(time: Date): string {
  return new Date(time.getTime() + 3 * 60 * 60 * 1000).toISOString().slice(0, 10);
}
function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10);
}
function firstDayOf(step: Step, day: string): string {
  if (step === 'month') return `${day.slice(0, 8)}01`;
  return step === 'day' ? day : daysBefore(day, (new Date(day).getUTCDay() + 6) % 7);
}

const moved = (moves: DemoTransfer[]) => ({
  inMinor: moves.reduce((sum, { amountMinor }) => sum + Math.max(amountMinor, 0), 0),
  outMinor: moves.reduce((sum, { amountMinor }) => sum - Math.min(amountMinor, 0), 0),
});

function shares<Key extends string>(list: DemoPayment[], keyOf: (payment: DemoPayment) => Key) {
  const sums = new Map<Key, { count: number; amountMinor: number }>();
  for (const payment of list) {
    const { count, amountMinor } = sums.get(keyOf(payment)) ?? { count: 0, amountMinor: 0 };
    sums.set(keyOf(payment), { count: count + 1, amountMinor: amountMinor + payment.amountMinor });
  }
  return [...sums].map(([key, share]) => ({ key, ...share })).sort((one, other) => other.amountMinor - one.amountMinor);
}

/** The expected dashboard, calculated from all rows. */
function expectedFigures(days: number, step: Step) {
  const today = dayOf(new Date());
  const within = (time: Date, from: number, to: number) =>
    dayOf(time) > daysBefore(today, from) && dayOf(time) <= daysBefore(today, to);
  const recent = transfers.filter(({ createdAt }) => within(createdAt, days, 0));
  const made = payments.filter(({ createdAt }) => within(createdAt, days, 0));
  const paid = made.filter(({ status }) => status === 'succeeded');
  const stepsTaken = new Set(
    Array.from({ length: days }, (_, index) => firstDayOf(step, daysBefore(today, days - 1 - index))),
  );
  const charges = transfers.filter(({ kind, createdAt }) => kind === 'charge' && within(createdAt, 30, 0));
  const pace = moved(charges).outMinor;
  const balance = transfers.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return {
    balances: [{ currency: 'RUB', amountMinor: balance, heldMinor: 0 }],
    total: moved(recent),
    returnedMinor: moved(recent.filter(({ kind }) => kind === 'refund')).outMinor,
    previous: moved(transfers.filter(({ createdAt }) => within(createdAt, 2 * days, days))),
    series: [...stepsTaken].map((date) => ({
      date,
      ...moved(recent.filter(({ createdAt }) => firstDayOf(step, dayOf(createdAt)) === date)),
      balanceMinor: transfers
        .filter(({ createdAt }) => firstDayOf(step, dayOf(createdAt)) <= date)
        .reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    })),
    byStatus: shares(made, ({ status }) => status),
    byMethod: shares(paid, ({ method }) => method),
    topPayers: shares(paid, ({ createdBy }) => createdBy).slice(0, 5),
    daysLeft: pace > 0 ? Math.floor((balance * 30) / pace) : null,
  };
}

function figuresOf({
  balances,
  total,
  returnedMinor,
  previous,
  series,
  byStatus,
  byMethod,
  topPayers,
  daysLeft,
}: Dashboard) {
  return {
    balances,
    total,
    returnedMinor,
    previous,
    series,
    byStatus: byStatus.map(({ status: key, ...share }) => ({ key, ...share })),
    byMethod: byMethod.map(({ method: key, ...share }) => ({ key, ...share })),
    topPayers: topPayers.map(({ userId: key, name: _, ...share }) => ({ key, ...share })),
    daysLeft,
  };
}

describe(`dashboard of random years, seed ${seed}`, () => {
  const periods: [Period, number, Step][] = [
    ['7d', 7, 'day'],
    ['30d', 30, 'day'],
    ['90d', 90, 'week'],
    ['365d', 365, 'month'],
  ];

  test('the ledger of random years is balanced', async () => {
    expect(await checkLedger(app.db)).toEqual([]);
  });

  test.each(periods)('the dashboard of %s equals a recount of all rows', async (period, days, step) => {
    const { status, body } = await read(payer.organizationId, { period });
    expect([status, body.period, body.step, body.currency]).toEqual([200, period, step, 'RUB']);
    expect(figuresOf(body)).toEqual(expectedFigures(days, step));
  });

  test.each(
    periods.flatMap(([period, days]) =>
      (['day', 'week', 'month'] as Step[]).map((step) => [period, days, step] as const),
    ),
  )('the dashboard of %s, %i days by %s, adds up over its steps', async (period, days, step) => {
    const { body } = await read(payer.organizationId, { period, step });
    expect(body.series).toEqual(expectedFigures(days, step).series);
    const sum = (field: 'inMinor' | 'outMinor') => body.series.reduce((all, point) => all + point[field], 0);
    expect({ inMinor: sum('inMinor'), outMinor: sum('outMinor') }).toEqual(body.total);
  });

  test.each(periods)('the preceding period of %s ends with the balance this one began with', async (period) => {
    const { body } = await read(payer.organizationId, { period });
    const first = body.series[0];
    const sum = (field: 'inMinor' | 'outMinor') => body.previousSeries.reduce((all, point) => all + point[field], 0);
    expect({ inMinor: sum('inMinor'), outMinor: sum('outMinor') }).toEqual(body.previous);
    expect(body.previousSeries.at(-1)?.balanceMinor).toBe(
      (first?.balanceMinor ?? 0) - (first?.inMinor ?? 0) + (first?.outMinor ?? 0),
    );
  });

  test('the dashboard shows the five newest payments', async () => {
    const newest = [...payments].sort((one, other) => (one.id < other.id ? 1 : -1)).slice(0, 5);
    const { body } = await read(payer.organizationId);
    expect(body.recent.map(({ id }) => id)).toEqual(newest.map(({ id }) => id));
  });
});

describe('dashboard endpoint', () => {
  test('the dashboard of a new organization is empty', async () => {
    const newcomer = await newPayer(app);
    const { status, body } = await read(newcomer.organizationId, { period: '7d' }, newcomer);
    expect([status, body.currency, body.series.length, body.daysLeft]).toEqual([200, 'RUB', 7, null]);
    expect(body.series.every(({ inMinor, outMinor }) => inMinor === 0 && outMinor === 0)).toBe(true);
    expect(body).toMatchObject({ balances: [], byStatus: [], byMethod: [], topPayers: [], recent: [] });
  });

  test('the forecast counts charges, neither refunds nor corrections', async () => {
    const newcomer = await newPayer(app);
    const ours = { organizationId: newcomer.organizationId };
    const others = { top_up: 'clearing', refund: 'clearing', adjustment: 'corrections', charge: 'revenue' } as const;
    const post = (kind: keyof typeof others, amountMinor: number) =>
      app.db.transaction((tx) => {
        const other = others[kind];
        const way = kind === 'top_up' ? { from: other, to: ours } : { from: ours, to: other };
        return postTransfer(tx, { key: uuidv7(), kind, amountMinor, currency: 'RUB', ...way });
      });
    await post('top_up', 100_000);
    await post('refund', 10_000);
    const refunded = (await read(newcomer.organizationId, {}, newcomer)).body;
    expect([refunded.daysLeft, refunded.total.outMinor, refunded.returnedMinor]).toEqual([null, 10_000, 10_000]);
    await post('adjustment', 30_000);
    const corrected = (await read(newcomer.organizationId, {}, newcomer)).body;
    expect([corrected.daysLeft, corrected.total.outMinor, corrected.returnedMinor]).toEqual([null, 40_000, 10_000]);
    await post('charge', 20_000);
    const charged = (await read(newcomer.organizationId, {}, newcomer)).body;
    expect([charged.daysLeft, charged.total.outMinor, charged.returnedMinor]).toEqual([60, 60_000, 10_000]);
    const balance = await app.call(getBalance, { params: ours }, { token: newcomer.token });
    const items = [{ amountMinor: 40_000, currency: 'RUB', heldMinor: 0 }];
    expect(balance.body).toEqual({ items, daysLeft: 60, monthMinor: 20_000 });
  });

  test('a dashboard in another currency shows none of this one', async () => {
    const { body } = await read(payer.organizationId, { currency: 'USD' satisfies Currency, period: '365d' });
    expect(body).toMatchObject({ currency: 'USD', total: { inMinor: 0, outMinor: 0 }, byStatus: [], daysLeft: null });
    expect(body.balances).toHaveLength(1);
  });

  test.each([{ period: '1d' }, { step: 'year' }, { currency: 'XXX' }])(
    'a dashboard with %j is refused',
    async (query) => {
      expect((await read(payer.organizationId, query)).status).toBe(400);
    },
  );

  test('the dashboard counts a payment at once', async () => {
    const newcomer = await newPayer(app);
    const { id: organizationId } = await openCompany(app, newcomer);
    const wanted = { query: { organizationId } };
    const { body } = await app.call(refreshWithOrganization, wanted, { token: newcomer.refreshToken });
    await create(app, { token: body.accessToken }, { amountMinor: 70_000 });
    const dashboard = (await read(organizationId, {}, newcomer)).body;
    expect(dashboard.byStatus).toMatchObject([{ count: 1, amountMinor: 70_000 }]);
    expect(dashboard.recent).toHaveLength(1);
  });

  test.each(['owner', 'admin', 'accountant', 'member'] as const)('the dashboard is readable by %s', async (role) => {
    const member = await newMember(app, payer.organizationId, role);
    expect((await read(payer.organizationId, {}, { ...payer, ...member })).status).toBe(200);
  });

  test('another organization’s dashboard answers as a missing one, and 401 without a session', async () => {
    const stranger = await signedInPerson(app);
    const ask = async (id: string) => {
      const { status, body } = await read(id, {}, { ...payer, ...stranger });
      return { status, body };
    };
    const missing = await ask(uuidv7());
    expect(missing.status).toBe(404);
    expect(await ask(payer.organizationId)).toEqual(missing);
    expect(await ask('nonsense')).toEqual(missing);
    expect((await read(payer.organizationId, {}, { ...payer, token: '' })).status).toBe(401);
  });
});
