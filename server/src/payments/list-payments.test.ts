import { paymentState } from '@kazna/contract/cabinet/payment-labels';
import {
  getPaymentTotals,
  listPayments,
  type PaymentFilter,
  type PaymentGroup,
  paymentGroups,
  paymentStates,
} from '@kazna/contract/cabinet/payments';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { newPayer, type Payer, type SeededPayment, seedPayments } from '../../tests/support/payments.ts';
import { rollUpTotals } from '../demo/store.ts';

let app: TestApp;
let payer: Payer;
let planted: SeededPayment[];

const descriptions = [
  null,
  '100% предоплата',
  '100 предоплата',
  'код a_b',
  'код axb',
  'C:\\счета',
  'Связь за МАЙ',
  'ёж',
];
const cancelReasons = [null, 'insufficient_funds', 'canceled_by_user', 'something_new'];
const dayMs = 24 * 60 * 60 * 1000;
const start = Date.parse('2026-03-01T00:00:00Z');

beforeAll(async () => {
  app = await startTestApp(inject('databaseUrl'));
  payer = await newPayer(app);
  planted = await seedPayments(app, payer, 60, (index) => ({
    amountMinor: 100 + ((index * 7919) % 50) * 100,
    currency: (['RUB', 'RUB', 'USD', 'KZT'] as const)[index % 4] ?? 'RUB',
    method: index % 3 === 0 ? 'sbp' : 'card',
    status: (['pending', 'succeeded', 'canceled', 'expired', 'review'] as const)[index % 5] ?? 'pending',
    reason: index % 5 === 2 ? (cancelReasons[index % cancelReasons.length] ?? null) : null,
    description: descriptions[index % descriptions.length] ?? null,
    refundedMinor: index % 5 === 1 ? 50 : 0,
    createdAt: new Date(start + index * dayMs),
  }));
  const stranger = await newPayer(app);
  await seedPayments(app, stranger, 10, () => ({}));
  await rollUpTotals(app.db);
});
afterAll(() => app.close());

type Query = { [K in keyof PaymentFilter]: string };

async function listAll(query: Query, limit = 100): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = { ...query, limit: String(limit), ...(cursor && { cursor }) };
    const { status, body } = await app.call(listPayments, { query: page as never }, { token: payer.token });
    expect(status).toBe(200);
    ids.push(...body.items.map(({ id }) => id));
    cursor = body.nextCursor ?? undefined;
  } while (cursor);
  return ids;
}

const groups: Record<PaymentGroup, (one: SeededPayment) => boolean> = {
  paid: ({ status }) => status === 'succeeded',
  waiting: ({ status }) => status === 'pending' || status === 'review',
  failed: ({ status }) => status === 'canceled' || status === 'expired',
  refunded: ({ refundedMinor }) => refundedMinor > 0,
};

/** The same question, answered in memory. */
function choose({ status, method, currency, from, to, amountMin, amountMax, q }: Query): SeededPayment[] {
  const isChosen = (one: SeededPayment) =>
    (!status || paymentState(one) === status || groups[status as PaymentGroup]?.(one)) &&
    (!method || one.method === method) &&
    (!currency || one.currency === currency) &&
    (!from || one.createdAt >= new Date(from)) &&
    (!to || one.createdAt < new Date(to)) &&
    (!amountMin || one.amountMinor >= Number(amountMin)) &&
    (!amountMax || one.amountMinor <= Number(amountMax)) &&
    (!q || one.id === q.toLowerCase() || (one.description ?? '').toLowerCase().includes(q.toLowerCase()));
  return planted.filter(isChosen).reverse();
}

/** Every eighth is midnight in Moscow. */
const time = fc.integer({ min: -8, max: 488 }).map((eighth) => new Date(start + (eighth * dayMs) / 8).toISOString());
const amount = fc.integer({ min: 0, max: 5200 }).map(String);
const filter: fc.Arbitrary<Query> = fc.record(
  {
    status: fc.constantFrom(...paymentStates, ...paymentGroups),
    method: fc.constantFrom('card', 'sbp'),
    currency: fc.constantFrom('RUB', 'USD', 'KZT', 'EUR'),
    from: time,
    to: time,
    amountMin: amount,
    amountMax: amount,
    q: fc.constantFrom('предоплата', '100%', 'a_b', 'май', '\\', 'Ё', 'нет такого'),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Query>;

test('filters of payments select matching rows, newest first, and the totals are the sums of those', async () => {
  const property = fc.asyncProperty(filter, async (query) => {
    const expected = choose(query);
    expect(await listAll(query)).toEqual(expected.map(({ id }) => id));
    const { body } = await app.call(getPaymentTotals, { query: query as never }, { token: payer.token });
    const sums = new Map<string, Record<string, number>>();
    for (const { currency, status, amountMinor, refundedMinor } of expected) {
      const sum = sums.get(currency) ?? { count: 0, paidMinor: 0, refundedMinor: 0, pendingMinor: 0, failedMinor: 0 };
      sums.set(currency, sum);
      const add = (field: string, more: number) => {
        sum[field] = (sum[field] ?? 0) + more;
      };
      add('count', 1);
      add('refundedMinor', refundedMinor);
      add(
        { succeeded: 'paidMinor', pending: 'pendingMinor', review: 'pendingMinor' }[status as string] ?? 'failedMinor',
        amountMinor,
      );
    }
    const items = [...sums].sort().map(([currency, sum]) => ({ currency, ...sum }));
    expect(body).toMatchObject({ count: expected.length, items });
  });
  const midnight = new Date(start + 30 * dayMs).toISOString();
  // Totals of these come from sums by day, and few random filters are as plain.
  const plain = [{}, { method: 'sbp' }, { status: 'paid' }, { currency: 'RUB', from: midnight }, { to: midnight }];
  await fc.assert(property, { numRuns: 60, examples: plain.map((query) => [query as Query]) });
});

test.each([
  { status: 'review' },
  { status: 'declined' },
  { status: 'canceled' },
  { method: 'sbp' },
  { currency: 'USD' },
  { from: new Date(start + 30 * dayMs).toISOString() },
  { to: new Date(start + 30 * dayMs).toISOString() },
  { amountMin: '2500' },
  { amountMax: '2500' },
] as Query[])('%j alone leaves out something and keeps something', async (query) => {
  const found = await listAll(query);
  expect(found).toEqual(choose(query).map(({ id }) => id));
  expect(found.length).toBeGreaterThan(0);
  expect(found.length).toBeLessThan(60);
});

test.each([
  ['100%', ['100% предоплата']],
  ['a_b', ['код a_b']],
  ['\\', ['C:\\счета']],
  ['май', ['Связь за МАЙ']],
  ['%', ['100% предоплата']],
  ['_', ['код a_b']],
])('a search of payments for %j matches it letter by letter', async (q, expected) => {
  const byId = new Map(planted.map(({ id, description }) => [id, description]));
  expect(new Set((await listAll({ q } as Query)).map((id) => byId.get(id)))).toEqual(new Set(expected));
});

test.each([
  ['0000-01-01T00:00:00Z', 400],
  ['0001-01-01T00:00:00Z', 200],
  ['9999-12-31T23:59:59.999Z', 200],
])('the time %s as a filter of payments answers %i', async (from, status) => {
  expect(await app.call(listPayments, { query: { from } }, payer)).toMatchObject({ status });
});

test('counts of payments by group agree with the lists of those groups', async () => {
  const query = { status: 'paid' } as const;
  const { counts } = (await app.call(getPaymentTotals, { query }, { token: payer.token })).body;
  const countOf = async (status: PaymentGroup) => (await listAll({ status } as Query)).length;
  expect(counts).toEqual({
    all: 60,
    paid: await countOf('paid'),
    waiting: await countOf('waiting'),
    failed: await countOf('failed'),
    refunded: await countOf('refunded'),
  });
  expect(counts.refunded).toBe(12);
});

test('a short number finds its payment, with the letter or without, and no other', async () => {
  const all = await app.call(listPayments, { query: { limit: 100 } as never }, { token: payer.token });
  const { id, number } = all.body.items[7] as { id: string; number: number };
  for (const q of [`К-${number}`, `к${number}`, `k-${number}`, ` ${number} `]) {
    expect(await listAll({ q } as Query)).toEqual([id]);
  }
});

test('payments are numbered in the order they were created', async () => {
  const { body } = await app.call(listPayments, { query: { limit: 100 } as never }, { token: payer.token });
  const numbers = body.items.map(({ number }) => number);
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
  expect(new Set(numbers).size).toBe(60);
});

test('a whole number finds its payment, in any case', async () => {
  const id = planted[5]?.id as string;
  expect(await listAll({ q: id.toUpperCase() } as Query)).toEqual([id]);
});

test.each([1, 7, 59, 60, 61])('pages of %i neither repeat nor skip', async (limit) => {
  expect(await listAll({} as Query, limit)).toEqual([...planted].reverse().map(({ id }) => id));
});

async function nextPage({ token }: Payer, cursor: string | null) {
  return (await app.call(listPayments, { query: { limit: 4, ...(cursor && { cursor }) } as never }, { token })).body;
}

test('pages of payments neither repeat nor skip while payments are being added', async () => {
  const person = await newPayer(app);
  const first = await seedPayments(app, person, 25, () => ({}));
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const { items, nextCursor } = await nextPage(person, cursor);
    seen.push(...items.map(({ id }) => id));
    cursor = nextCursor;
    await seedPayments(app, person, 3, () => ({}));
  } while (cursor);
  expect(seen).toEqual([...first].reverse().map(({ id }) => id));
});
