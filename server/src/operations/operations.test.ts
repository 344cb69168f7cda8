import {
  type EntryKind,
  entryKinds,
  getEntryTotals,
  listEntries,
  type Operation,
  type OperationFilter,
} from '@kazna/contract/cabinet/balance';
import { type Currency, toDecimal } from '@kazna/contract/shared/money';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { newPayer, type Payer, seedPayments } from '../../tests/support/payments.ts';
import { readSheet, readZip } from '../../tests/support/table-files.ts';
import { rollUpTotals } from '../demo/store.ts';
import { checkLedger, checkSinceCheckpoint } from '../money/ledger/check-ledger.ts';
import { importTransfers } from '../money/ledger/import-transfers.ts';
import { uuidv7 } from '../platform/db/uuid.ts';

interface Planted {
  id: string;
  kind: EntryKind;
  currency: Currency;
  amountMinor: number;
  balanceAfterMinor: number;
  paymentId: string | null;
  description: string | null;
  createdAt: Date;
}

let app: TestApp;
let payer: Payer;
let planted: Planted[];

const kinds = Object.keys(entryKinds) as EntryKind[];
const descriptions = ['100% предоплата', 'код a_b', 'Связь за МАЙ', null];
const dayMs = 24 * 60 * 60 * 1000;
const start = Date.parse('2026-03-01T00:00:00Z');
const count = 70;

async function plant(): Promise<Planted[]> {
  const payments = await seedPayments(app, payer, count, (index) => ({
    status: 'succeeded',
    description: descriptions[index % descriptions.length] ?? null,
  }));
  const balances: Partial<Record<Currency, number>> = {};
  const rows = payments.map(({ id: paymentId, description }, index): Planted => {
    const kind = kinds[(index * 5) % kinds.length] as EntryKind;
    const currency = index % 4 === 3 ? 'USD' : 'RUB';
    const isOut = ['refund', 'bonus_reversal', 'charge'].includes(kind) || (kind === 'adjustment' && index % 2 === 1);
    const amountMinor = (isOut ? -1 : 1) * (100 + ((index * 7919) % 900));
    const balanceAfterMinor = (balances[currency] ?? 1_000_000) + amountMinor;
    balances[currency] = balanceAfterMinor;
    const isPaid = kind !== 'adjustment' && kind !== 'charge';
    return {
      ...{ id: uuidv7(start + index * dayMs), kind, currency, amountMinor, balanceAfterMinor },
      paymentId: isPaid ? paymentId : null,
      description: kind === 'top_up' ? description : null,
      // Several of a currency share a time, so that pages also end between them.
      createdAt: new Date(start + Math.floor(index / 3) * dayMs + (currency === 'USD' ? 1 : 0)),
    };
  });
  // Ids of one millisecond have no order, and entries of one moment are listed by it.
  const opening = (['RUB', 'USD'] as const).map((currency, index) => ({
    ...{ id: uuidv7(start - dayMs + index), kind: 'top_up' as const, currency, amountMinor: 1_000_000 },
    ...{ balanceAfterMinor: 1_000_000, paymentId: null, description: null, createdAt: new Date(start - dayMs + index) },
  }));
  const all = [...opening, ...rows];
  await app.db.transaction(async (tx) => {
    const { organizationId } = payer;
    await importTransfers(
      tx,
      all.map(({ paymentId, ...entry }) => ({ ...entry, organizationId, key: entry.id, sourceId: paymentId })),
    );
    await rollUpTotals(tx);
  });
  return all;
}

beforeAll(async () => {
  app = await startTestApp(inject('databaseUrl'));
  payer = await newPayer(app);
  planted = await plant();
});
afterAll(() => app.close());

type Query = { [K in keyof OperationFilter]?: string };

async function listAll(query: Query, limit = 100): Promise<Operation[]> {
  const found: Operation[] = [];
  let cursor: string | undefined;
  do {
    const page = { ...query, limit: String(limit), ...(cursor && { cursor }) };
    const params = { organizationId: payer.organizationId };
    const { status, body } = await app.call(listEntries, { params, query: page as never }, { token: payer.token });
    expect(status).toBe(200);
    found.push(...body.items);
    cursor = body.nextCursor ?? undefined;
  } while (cursor);
  return found;
}

/** Setting aside and giving back are neither income nor spending. */
const isSetAside = ({ kind }: Planted) => kind === 'hold' || kind === 'hold_release';

/** The expected result, calculated in memory. */
function choose({ kind, direction, currency, from, to, q }: Query): Planted[] {
  const text = q?.toLowerCase() ?? '';
  const isChosen = (one: Planted) =>
    (!kind || one.kind === kind) &&
    (!direction || (one.amountMinor > 0 === (direction === 'in') && !isSetAside(one))) &&
    (!currency || one.currency === currency) &&
    (!from || one.createdAt >= new Date(from)) &&
    (!to || one.createdAt < new Date(to)) &&
    (!q || one.paymentId === text || (one.description ?? '').toLowerCase().includes(text));
  const newestFirst = (a: Planted, b: Planted) => +b.createdAt - +a.createdAt || (a.id < b.id ? 1 : -1);
  return planted.filter(isChosen).toSorted(newestFirst);
}

function sumsOf(chosen: Planted[]) {
  const sums = new Map<string, { count: number; inMinor: number; outMinor: number }>();
  for (const { currency, kind, amountMinor } of chosen) {
    const sum = sums.get(`${currency} ${kind}`) ?? { count: 0, inMinor: 0, outMinor: 0 };
    sums.set(`${currency} ${kind}`, {
      count: sum.count + 1,
      inMinor: sum.inMinor + Math.max(amountMinor, 0),
      outMinor: sum.outMinor - Math.min(amountMinor, 0),
    });
  }
  return Object.fromEntries(sums);
}

/** Every eighth is midnight in Moscow. */
const time = fc.integer({ min: -16, max: 208 }).map((eighth) => new Date(start + (eighth * dayMs) / 8).toISOString());
const filter = fc.record(
  {
    kind: fc.constantFrom(...kinds),
    direction: fc.constantFrom('in', 'out'),
    currency: fc.constantFrom('RUB', 'USD', 'EUR'),
    from: time,
    to: time,
    q: fc.constantFrom('предоплата', '100%', 'a_b', 'май', '_', 'нет такого'),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Query>;

test.each([
  ['no day is closed', null],
  ['some days are closed', new Date(start + 10.5 * dayMs)],
  ['all days are closed', new Date(start + 40.5 * dayMs)],
])('while %s, random filters and page sizes return the matching operations, and totals agree', async (_, closedAt) => {
  if (closedAt) expect(await checkSinceCheckpoint(app.db, closedAt)).toEqual([]);
  expect(await checkLedger(app.db)).toEqual([]);
  const property = fc.asyncProperty(filter, fc.integer({ min: 1, max: 100 }), async (query, limit) => {
    const expected = choose(query);
    const found = await listAll(query, Math.max(limit, Math.ceil(expected.length / 8)));
    const shown = found.map(({ id, kind, currency, amountMinor, balanceAfterMinor, description, paymentId }) => {
      return { id, kind, currency, amountMinor, balanceAfterMinor, description, paymentId };
    });
    expect(shown).toEqual(expected.map(({ createdAt: _, ...one }) => one));
    const { body } = await app.call(
      getEntryTotals,
      { params: { organizationId: payer.organizationId }, query: query as never },
      { token: payer.token },
    );
    const sums = body.items.map(({ currency, kind, ...sum }) => [`${currency} ${kind}`, sum]);
    expect(Object.fromEntries(sums)).toEqual(sumsOf(expected));
    expect(body.count).toBe(expected.length);
  });
  await fc.assert(property, { numRuns: 40 });
});

test('the search of operations finds a payment by its full id', async () => {
  const { paymentId, id } = planted.find((one) => one.paymentId) as Planted;
  expect((await listAll({ q: paymentId?.toUpperCase() as string })).map((one) => one.id)).toEqual([id]);
});

async function download(format: string, query: Query = {}) {
  const search = new URLSearchParams({ ...query, format });
  const url = `/api/organizations/${payer.organizationId}/ledger/export?${search}`;
  return app.app.inject({ url, headers: { authorization: `Bearer ${payer.token}` } });
}

/** Returns «16.11.2026 01:30:00»; Moscow is three hours ahead all year round. */
function inMoscow(time: string): string {
  const [date = '', clock = ''] = new Date(Date.parse(time) + 3 * 60 * 60 * 1000).toISOString().split(/[T.]/);
  return `${date.split('-').toReversed().join('.')} ${clock}`;
}

test.each([
  {},
  { kind: 'refund' },
  { direction: 'out', currency: 'RUB' },
  { q: 'май' },
  { from: '2030-01-01T00:00:00Z' },
])('the exported file for %j equals the list of operations', async (query: Query) => {
  const { statusCode, headers, payload } = await download('csv', query);
  expect([statusCode, headers['content-disposition']]).toEqual([200, expect.stringContaining('operations-')]);
  const [, ...lines] = payload.trim().split('\r\n');
  expect(lines.map((line) => line.split(';').slice(0, 6))).toEqual(
    (await listAll(query)).map(({ id, createdAt, kind, currency, amountMinor, balanceAfterMinor }) => [
      id,
      inMoscow(createdAt),
      entryKinds[kind],
      ...[amountMinor, balanceAfterMinor].map((minor) => toDecimal({ amountMinor: minor, currency }).replace('.', ',')),
      currency,
    ]),
  );
});

test('the exported workbook has a sheet named «Операции» with times in Moscow', async () => {
  const files = readZip((await download('xlsx')).rawPayload);
  expect(files.get('xl/workbook.xml')).toContain('<sheet name="Операции"');
  const [header, ...rows] = readSheet(files);
  expect(header?.[1]).toBe('Время (МСК)');
  expect(rows.map((row) => row[1])).toEqual((await listAll({})).map(({ createdAt }) => inMoscow(createdAt)));
});
