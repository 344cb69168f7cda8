import { createReconciliation } from '@kazna/contract/cabinet/monthly-documents';
import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { type Company, newCompany, setBusiness } from '../../../tests/support/business.ts';
import { importPast, type PastMovement } from '../../../tests/support/past-movements.ts';
import { addDays } from '../calendar.ts';
import { vatIncluded } from '../vat.ts';
import type { MonthData } from './document-data.ts';
import { makeMonthlyDocuments } from './make-monthly-documents.ts';

const app = appForThisFile();
let company: Company;
let transfers: string[];

/** Without VAT until April, then 5 % as the law has it for УСН, then the general rate, which is 20 % in 2025. */
const taxPeriods = [
  { from: '2020-01-01', regime: 'usn' as const, vat: null },
  { from: '2025-04-01', regime: 'usn' as const, vat: 5 as const },
  { from: '2025-09-01', regime: 'osno' as const, vat: 22 as const },
];
const vatOn = (day: string) => (day < '2025-04-01' ? null : day < '2025-09-01' ? 5 : 20);

/** A year of daily charges, top-ups by card and bank, refunds of both, bonuses and corrections. */
function yearOfMovements(): PastMovement[] {
  const past: PastMovement[] = [{ day: '2025-01-01', kind: 'bonus', amountMinor: 50_000 }];
  for (let day = '2025-01-01'; day < '2026-01-01'; day = addDays(day, 1)) {
    const date = Number(day.slice(8));
    if (date % 9 === 1) past.push({ day, kind: date % 2 ? 'top_up' : 'bank_receipt', amountMinor: 1_000_000 + date });
    past.push({ day, kind: 'charge', amountMinor: -(90_000 + date * 7) });
    if (date === 20) past.push({ day, kind: 'charge_refund', amountMinor: 40_003 });
    if (date === 12) past.push({ day, kind: 'adjustment', amountMinor: 777 });
    if (date === 28) past.push({ day, kind: 'refund', amountMinor: -15_001 });
  }
  return past;
}

interface Row {
  id: string;
  kind: string;
  period: string;
  number: string;
  day: string;
  amount: number;
  vat: number;
  source: string | null;
  data: MonthData;
}

async function documents(): Promise<Row[]> {
  const { rows } = await app.db.queryText(
    `select id, kind, period, number, day::text, amount_minor::float8 as amount, vat_minor::float8 as vat,
      source_id as source, data
    from closing_documents where organization_id = $1 and kind <> 'reconciliation' order by id`,
    [company.organizationId],
  );
  return rows as unknown as Row[];
}

const past = yearOfMovements();

beforeAll(async () => {
  await setBusiness(app, { taxPeriods });
  company = await newCompany(app);
  transfers = await importPast(app, company.organizationId, past);
  const fail = (error: Error) => {
    throw error;
  };
  for (let day = '2025-01-02'; day <= '2026-01-10'; day = addDays(day, 4)) {
    await makeMonthlyDocuments(app.db, fail, new Date(`${day}T04:00:00+03:00`));
  }
}, 120_000);

test('each month of the year has one document whose sum is the ledger’s', async () => {
  const { rows } = await app.db.queryText(
    `select to_char(created_at at time zone 'Europe/Moscow', 'YYYY-MM') as period, -sum(amount_minor)::float8 as amount
    from ledger_entries where organization_id = $1 and kind in ('charge', 'charge_refund') group by 1 order by 1`,
    [company.organizationId],
  );
  const made = (await documents()).filter(({ kind }) => kind !== 'advance_invoice');
  expect(
    made
      .map(({ period, amount }) => ({ period, amount }))
      .toSorted((one, other) => (one.period < other.period ? -1 : 1)),
  ).toEqual(rows);
  for (const { amount, data } of made) expect(data.lines.reduce((sum, line) => sum + line.amountMinor, 0)).toBe(amount);
});

test('acts come while there is no VAT, УПД after, each with the VAT of its time', async () => {
  for (const { kind, period, amount, vat } of await documents()) {
    if (kind === 'advance_invoice') continue;
    const rate = vatOn(`${period}-28`);
    expect([period, kind]).toEqual([period, rate === null ? 'act' : 'upd']);
    expect(vat).toBe(vatIncluded(amount, rate));
  }
});

test('advance invoices are for paid money alone, within five days, at the rate of its receipt', async () => {
  const advances = (await documents()).filter(({ kind }) => kind === 'advance_invoice');
  expect(advances.length).toBeGreaterThan(20);
  for (const { source, amount, vat, day } of advances) {
    const movement = past[transfers.indexOf(source as string)] as PastMovement;
    expect(['top_up', 'bank_receipt']).toContain(movement.kind);
    expect(movement.day >= '2025-04-01').toBe(true);
    expect(amount).toBeLessThanOrEqual(movement.amountMinor);
    expect(vat).toBe(vatIncluded(amount, vatOn(movement.day)));
    // The job ran every fourth day, and numbers follow dates.
    expect(day >= movement.day && day <= addDays(movement.day, 9)).toBe(true);
  }
});

test('line 5б of every УПД names advance invoices that exist and are not later than the month', async () => {
  const all = await documents();
  const advances = new Map(all.filter(({ kind }) => kind === 'advance_invoice').map((one) => [one.number, one.day]));
  const named = all.flatMap(({ kind, data, period }) =>
    kind === 'upd' ? data.advances.map((one) => ({ ...one, period })) : [],
  );
  expect(named.length).toBeGreaterThan(20);
  for (const { number, day, period } of named) {
    expect(advances.get(number)).toBe(day);
    expect(day.slice(0, 7) <= period).toBe(true);
  }
});

test('numbers of УПД and advance invoices follow their dates', async () => {
  const invoices = (await documents()).filter(({ kind }) => kind !== 'act');
  const byNumber = invoices.toSorted((one, other) => (one.number < other.number ? -1 : 1));
  expect(byNumber.map(({ day }) => day)).toEqual(invoices.map(({ day }) => day).toSorted());
});

test('the closing balance of a reconciliation is the balance, and its turnover names the documents', async () => {
  const body = { from: '2025-01-01', to: '2025-12-31' };
  const made = await app.call(createReconciliation, { body }, { token: company.token });
  const { rows } = await app.db.queryText(
    `select balance_minor::float8 as balance from ledger_accounts where organization_id = $1 and kind = 'organization'`,
    [company.organizationId],
  );
  expect(made.body.amountMinor).toBe(rows[0]?.balance);
  const stored = await app.db.queryText('select data from closing_documents where id = $1', [made.body.id]);
  const texts = (stored.rows[0] as { data: { rows: { text: string }[] } }).data.rows.map(({ text }) => text);
  expect(texts.filter((text) => /^(Акт|УПД) № /.test(text))).toHaveLength(12);
});
