import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { newPayer, type Payer } from '../../tests/support/payments.ts';
import { stepsOn } from '../../tests/support/query-plans.ts';
import { importTransfers } from '../money/ledger/import-transfers.ts';
import type { Queries } from '../platform/db/database.ts';
import { selectOperations, selectOperationTotals } from './store.ts';

const entries = 20_000;
const now = Date.now();

let app: TestApp;
let payer: Payer;
beforeAll(async () => {
  app = await startTestApp(inject('databaseUrl'));
  payer = await newPayer(app);
  const stranger = await newPayer(app);
  const past = [payer, stranger].flatMap(({ organizationId }) =>
    Array.from({ length: entries }, (_, index) => {
      const isRefund = index % 1000 === 0;
      const createdAt = new Date(now - index * 60_000);
      return {
        ...{ id: randomUUID(), key: `${organizationId}:${index}`, organizationId, currency: 'RUB' as const },
        ...{ kind: isRefund ? ('refund' as const) : ('top_up' as const), amountMinor: isRefund ? -100 : 100 },
        ...{ sourceId: null, createdAt },
      };
    }),
  );
  await app.db.transaction((tx) => importTransfers(tx, past));
  await app.db.queryText('vacuum analyze ledger_entries, ledger_transfers');
}, 120_000);
afterAll(() => app.close());

/** The nodes of the plan that read ledger_entries. */
const stepsOf = (ask: (db: Queries) => Promise<unknown>) => stepsOn('ledger_entries', app.db, ask);

const deep = { limit: 26 };
const oldest = () => new Date(Date.now() - (entries - 50) * 60_000).toISOString();
test.each([
  ['the newest page', () => ({})],
  ['a page of the distant past', () => ({ to: oldest() })],
  ['a rare kind', () => ({ kind: 'refund' as const })],
  ['a rare direction', () => ({ direction: 'out' as const })],
  ['the usual direction', () => ({ direction: 'in' as const })],
])('%s reads no more entries than it shows', async (_what, filter) => {
  const steps = await stepsOf((db) => selectOperations(db, payer.organizationId, filter(), deep));
  for (const step of steps) {
    expect(step['Node Type']).toMatch(/^Index/);
    expect(step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)).toBeLessThanOrEqual(deep.limit);
  }
});

test('a page after a cursor reads no more entries than it shows', async () => {
  const { rows } = await app.db.queryText(
    'select transfer_id from ledger_entries where organization_id = $1 order by created_at offset $2 limit 1',
    [payer.organizationId, entries / 2],
  );
  const cursor = rows[0]?.transfer_id as string;
  const steps = await stepsOf((db) => selectOperations(db, payer.organizationId, {}, { ...deep, cursor }));
  expect(steps.map((step) => step['Node Type'])).not.toContain('Seq Scan');
  for (const step of steps) expect(step['Actual Rows']).toBeLessThanOrEqual(deep.limit);
});

test('totals of a day are read by an index', async () => {
  const from = new Date(Date.now() - 24 * 60 * 60_000).toISOString();
  const steps = await stepsOf((db) => selectOperationTotals(db, payer.organizationId, { from }));
  for (const step of steps) {
    expect(step['Node Type']).toMatch(/^(Index|Bitmap)/);
    expect(step['Actual Rows']).toBeLessThanOrEqual(24 * 60);
  }
});
