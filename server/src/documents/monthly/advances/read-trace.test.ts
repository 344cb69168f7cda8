import { expect, test } from 'vitest';
import { appForThisFile } from '../../../../tests/support/app-for-file.ts';
import { newCompany } from '../../../../tests/support/business.ts';
import { importPast, type PastMovement } from '../../../../tests/support/past-movements.ts';
import { addDays } from '../../calendar.ts';
import { lotsUsed } from './advance-rule.ts';
import type { Trace } from './movement.ts';
import { selectMovements } from './store.ts';
import { readTrace, traceLots } from './trace-lots.ts';

const app = appForThisFile();

function movementsOf(days: number): PastMovement[] {
  const past: PastMovement[] = [];
  for (let index = 0; index < days; index += 1) {
    const day = addDays('2026-01-01', index);
    if (index % 5 === 0) past.push({ day, kind: index % 2 ? 'top_up' : 'bank_receipt', amountMinor: 5000 + index });
    past.push({ day, kind: 'charge', amountMinor: -900 - index });
    if (index % 7 === 3) past.push({ day, kind: 'charge_refund', amountMinor: 333 });
    if (index % 11 === 4) past.push({ day, kind: 'refund', amountMinor: -250 });
    past.push({ day, kind: 'charge', amountMinor: -5 });
  }
  return past;
}

const leftOf = ({ lots, debtMinor }: Trace) => ({ debtMinor, lots: lots.filter(({ leftMinor }) => leftMinor > 0) });
const whole = async (organizationId: string, before: string) =>
  traceLots(await selectMovements(app.db, organizationId, '2020-01-01', before));
const read = (organizationId: string, before: string, since = before) =>
  app.db.transaction((tx) => readTrace(tx, organizationId, { before, since }));

test('a trace goes on from stored states and says what all movements since the first say', async () => {
  const { organizationId } = await newCompany(app);
  await importPast(app, organizationId, movementsOf(120));
  for (const before of ['2026-01-20', '2026-02-14', '2026-02-10', '2026-03-01', '2026-04-20'])
    expect(leftOf(await read(organizationId, before))).toEqual(leftOf(await whole(organizationId, before)));
  const ofMarch = (trace: Trace) => lotsUsed(trace, '2026-03-01', '2026-03-31').map(({ id }) => id);
  const march = await read(organizationId, '2026-04-01', '2026-03-01');
  expect(ofMarch(march).length).toBeGreaterThan(3);
  expect(ofMarch(march)).toEqual(ofMarch(await whole(organizationId, '2026-04-01')));
});

test('an organization has one stored state a month and one of the last day', async () => {
  const { organizationId } = await newCompany(app);
  await importPast(app, organizationId, movementsOf(80));
  for (const before of ['2026-02-10', '2026-02-20', '2026-03-10', '2026-03-12']) await read(organizationId, before);
  const text = 'select day::text from closing_lot_states where organization_id = $1 order by day';
  const { rows } = await app.db.queryText(text, [organizationId]);
  expect(rows.map(({ day }) => day)).toEqual(['2026-02-01', '2026-03-01', '2026-03-12']);
});

test('a refund of charges that reaches further back than the stored state is traced from the first movement', async () => {
  const { organizationId } = await newCompany(app);
  // Each lot is used up by a charge of its own, so that the state cannot keep all of them.
  const past = Array.from({ length: 400 }, (_, index): PastMovement[] => {
    const day = addDays('2026-01-01', Math.floor(index / 10));
    return [
      { day, kind: 'top_up', amountMinor: 100 + index },
      { day, kind: 'charge', amountMinor: -100 - index },
    ];
  }).flat();
  const all = past.reduce((sum, { kind, amountMinor }) => (kind === 'charge' ? sum - amountMinor : sum), 0);
  past.push({ day: '2026-03-05', kind: 'charge_refund', amountMinor: all });
  await importPast(app, organizationId, past);
  await read(organizationId, '2026-03-01');
  const { rows } = await app.db.queryText(
    `select state -> 'isShortened' as short, jsonb_array_length(state -> 'spent') as parts from closing_lot_states
    where organization_id = $1 and day = '2026-03-01'`,
    [organizationId],
  );
  expect(rows).toEqual([{ short: true, parts: 300 }]);
  const traced = leftOf(await read(organizationId, '2026-04-01'));
  expect(traced.lots).toHaveLength(400);
  expect(traced).toEqual(leftOf(await whole(organizationId, '2026-04-01')));
});

// The last one: it leaves an organization whose entries do not explain its balance.
test('entries before the last stored state are not read again', async () => {
  const { organizationId } = await newCompany(app);
  await importPast(app, organizationId, movementsOf(120));
  const expected = leftOf(await whole(organizationId, '2026-04-20'));
  await read(organizationId, '2026-04-01');
  await app.db.transaction(async (tx) => {
    await tx.queryText("set local session_replication_role = 'replica'");
    const text = "delete from ledger_entries where organization_id = $1 and created_at < '2026-04-01 00:00+3'";
    await tx.queryText(text, [organizationId]);
  });
  expect(leftOf(await read(organizationId, '2026-04-20'))).toEqual(expected);
});
