import { randomUUID } from 'node:crypto';
import { listDocuments } from '@kazna/contract/cabinet/documents';
import { closeMonth } from '@kazna/contract/cabinet/monthly-documents';
import { beforeEach, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { type Company, newCompany, setBusiness } from '../../../tests/support/business.ts';
import { importPast } from '../../../tests/support/past-movements.ts';
import { importTransfers } from '../../money/ledger/import-transfers.ts';
import type { TransferKind } from '../../money/ledger/posting.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { makeMonthlyDocuments } from './make-monthly-documents.ts';

const app = appForThisFile();
let company: Company;

async function changeTax(changes: Parameters<typeof setBusiness>[1]): Promise<void> {
  const { rows } = await app.db.queryText('select coalesce(max(version), 0)::int as version from business_versions');
  await setBusiness(app, changes, rows[0]?.version as number);
}

beforeEach(async () => {
  await app.db.queryText('delete from closing_runs');
  await changeTax({ taxPeriods: [{ from: '2020-01-01', regime: 'usn', vat: null }] });
  company = await newCompany(app);
});

const fail = (error: Error) => {
  throw error;
};
const months = async () =>
  (await app.call(listDocuments, {}, { token: company.token })).body.items
    .map(({ kind, period, amountMinor }) => [kind, period, amountMinor])
    .toSorted();

async function importAt(moves: [at: string, kind: TransferKind, amountMinor: number][]): Promise<void> {
  const { organizationId } = company;
  const transfers = moves.map(([at, kind, amountMinor]) => {
    const createdAt = new Date(at);
    const ids = { id: uuidv7(createdAt.getTime()), key: randomUUID(), organizationId, sourceId: null };
    return { ...ids, currency: 'RUB' as const, kind, amountMinor, createdAt };
  });
  await app.db.transaction((tx) => importTransfers(tx, transfers));
}

test('a charge belongs to the month of its second in Moscow, not in UTC', async () => {
  await importAt([
    ['2026-01-10T12:00:00+03:00', 'top_up', 100_000],
    ['2026-01-31T23:59:59.999+03:00', 'charge', -700],
    ['2026-02-01T00:00:00+03:00', 'charge', -5000],
    ['2026-02-28T23:59:59.999+03:00', 'charge', -30],
    ['2026-03-01T02:59:00+03:00', 'charge', -2],
  ]);
  await makeMonthlyDocuments(app.db, fail, new Date('2026-04-01T06:00:00+03:00'));
  await makeMonthlyDocuments(app.db, fail, new Date('2026-05-01T06:00:00+03:00'));
  expect(await months()).toEqual([['act', '2026-03', 2]]);
  for (const period of ['2026-01', '2026-02']) {
    await app.call(closeMonth, { body: { period } }, { token: company.token });
  }
  expect(await months()).toEqual([
    ['act', '2026-01', 700],
    ['act', '2026-02', 5030],
    ['act', '2026-03', 2],
  ]);
});

test('a clock that steps over the first of the month and back makes the month’s document once, and none of a month that goes on', async () => {
  await importPast(app, company.organizationId, [
    { day: '2026-01-10', kind: 'top_up', amountMinor: 100_000 },
    { day: '2026-01-15', kind: 'charge', amountMinor: -700 },
  ]);
  const run = (time: string) => makeMonthlyDocuments(app.db, fail, new Date(time));
  await run('2026-01-31T23:59:00+03:00');
  await run('2026-02-01T00:30:00+03:00');
  expect(await months()).toEqual([]);
  for (const time of ['2026-02-01T01:01', '2026-01-31T23:59', '2026-02-01T01:02', '2026-01-02T10:00']) {
    await run(`${time}:00+03:00`);
    expect(await months()).toEqual([['act', '2026-01', 700]]);
  }
});

test('a month with an open transaction that began in it gets no document: a charge of its may still come', async () => {
  const { rows } = await app.db.queryText("select to_char(now() at time zone 'Europe/Moscow', 'YYYY-MM') as period");
  const period = rows[0]?.period as string;
  const [year, month] = period.split('-').map(Number) as [number, number];
  const runOnNextFirst = async () => {
    await makeMonthlyDocuments(app.db, fail, new Date(Date.UTC(year, month, 1, 6)));
    const text = "select count(*)::int as count from closing_runs where task = 'months' and day = $1";
    return (await app.db.queryText(text, [`${period}-01`])).rows[0]?.count;
  };
  await app.db.transaction(async (tx) => {
    await tx.queryText('select 1');
    expect(await runOnNextFirst()).toBe(0);
  });
  // Jobs have open transactions of their own.
  await expect.poll(runOnNextFirst, { timeout: 15_000 }).toBe(1);
});

test('a tax profile that changes within a month taxes it whole by the rate of its last day, and an earlier month keeps its own', async () => {
  await importPast(app, company.organizationId, [
    { day: '2026-01-10', kind: 'bonus', amountMinor: 100_000_000 },
    { day: '2026-01-15', kind: 'charge', amountMinor: -12_000_000 },
    { day: '2026-02-03', kind: 'charge', amountMinor: -5_000_000 },
    { day: '2026-02-20', kind: 'charge', amountMinor: -7_000_000 },
  ]);
  await app.call(closeMonth, { body: { period: '2026-01' } }, { token: company.token });
  await changeTax({
    taxPeriods: [
      { from: '2020-01-01', regime: 'usn', vat: null },
      { from: '2026-02-16', regime: 'osno', vat: 22 },
    ],
  });
  await app.call(closeMonth, { body: { period: '2026-02' } }, { token: company.token });
  expect(await months()).toEqual([
    ['act', '2026-01', 12_000_000],
    ['upd', '2026-02', 12_000_000],
  ]);
  const { rows } = await app.db.queryText(
    'select period, vat_minor::int as vat from closing_documents where organization_id = $1 order by period',
    [company.organizationId],
  );
  expect(rows.map(({ vat }) => vat)).toEqual([0, 2_163_934]);
});
