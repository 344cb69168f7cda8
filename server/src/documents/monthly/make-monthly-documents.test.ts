import { getMonthlyTotals } from '@kazna/contract/admin/documents';
import { listDocuments } from '@kazna/contract/cabinet/documents';
import { businessDay } from '@kazna/contract/shared/business-time';
import { beforeEach, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { type Company, newCompany, setBusiness } from '../../../tests/support/business.ts';
import { jobContext } from '../../../tests/support/job-context.ts';
import { importPast, type PastMovement } from '../../../tests/support/past-movements.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { previousMonth } from '../calendar.ts';
import { makeMonthlyDocuments, monthlyDocumentJobs } from './make-monthly-documents.ts';

const app = appForThisFile();
let errors: string[];

beforeEach(async () => {
  errors = [];
  for (const table of ['closing_runs', 'closing_progress', 'closing_failures'])
    await app.db.queryText(`delete from ${table}`);
  // Organizations of earlier tests take no part.
  await app.db.queryText('update organizations set inn = null');
});

type TaxPeriods = NonNullable<Parameters<typeof setBusiness>[1]>['taxPeriods'];
async function setTax(taxPeriods: TaxPeriods): Promise<void> {
  const { rows } = await app.db.queryText('select coalesce(max(version), 0)::int as version from business_versions');
  await setBusiness(app, { taxPeriods } as never, rows[0]?.version as number);
}

const run = (time: string, signal?: AbortSignal) =>
  makeMonthlyDocuments(
    app.db,
    ({ message }) => errors.push(message),
    new Date(`${time}+03:00`),
    signal ? { signal } : {},
  );
const runOn = (day: string) => run(`${day}T09:00:00`);

async function companyWith(...past: PastMovement[]): Promise<Company> {
  const company = await newCompany(app);
  await importPast(app, company.organizationId, past);
  return company;
}

const documentsOf = async ({ token }: Company) =>
  (await app.call(listDocuments, {}, { token })).body.items.map(({ kind, period }) => `${kind} ${period}`).toSorted();
const runsOf = async (task: string) => {
  const { rows } = await app.db.queryText('select day::text from closing_runs where task = $1 order by day', [task]);
  return rows.map(({ day }) => day);
};

const charge = (day: string): PastMovement => ({ day, kind: 'charge', amountMinor: -1000 });
const topUp = (day: string): PastMovement => ({ day, kind: 'top_up', amountMinor: 100_000 });
const vat22 = { regime: 'osno' as const, vat: 22 as const };

test('a tax period that begins after charged months raises no error, and advance invoices of a missed day are issued', async () => {
  await setTax([{ from: '2026-08-01', ...vat22 }]);
  const company = await companyWith(topUp('2026-07-01'), charge('2026-07-15'), topUp('2026-08-10'));
  await runOn('2026-08-14');
  await runOn('2026-08-17');
  expect(errors).toEqual([]);
  expect(await documentsOf(company)).toEqual(['advance_invoice 2026-08']);
  expect(await runsOf('advances')).toEqual(['2026-08-14', '2026-08-15', '2026-08-16', '2026-08-17']);
});

test('a month that no tax period covered gets its documents once one does', async () => {
  await setTax([{ from: '2026-08-01', ...vat22 }]);
  const company = await companyWith(topUp('2026-07-01'), charge('2026-07-15'));
  await runOn('2026-08-14');
  expect(await runsOf('months')).toEqual([]);
  await setTax([{ from: '2026-07-01', ...vat22 }]);
  await run('2026-08-14T10:00:00');
  expect(await documentsOf(company)).toEqual(['upd 2026-07']);
  expect(errors).toEqual([]);
});

test('a month that no tax period covers waits for one also after later months are made, and does not delay them', async () => {
  await setTax([{ from: '2025-09-01', regime: 'usn', vat: null }]);
  const company = await companyWith(topUp('2025-08-01'), charge('2025-08-15'), charge('2025-09-15'));
  await runOn('2025-09-01');
  await runOn('2025-10-01');
  expect(await documentsOf(company)).toEqual(['act 2025-09']);
  await setTax([{ from: '2020-01-01', regime: 'usn', vat: null }]);
  await runOn('2025-10-02');
  expect(await documentsOf(company)).toEqual(['act 2025-08', 'act 2025-09']);
  expect(await runsOf('months')).toEqual(['2025-08-01', '2025-09-01']);
  expect(errors).toEqual([]);
});

test.each<[string, () => Promise<Company>]>([
  ['without charges', () => companyWith(topUp('2026-08-10'))],
  [
    'without ИНН',
    async () => {
      const company = await companyWith(topUp('2026-07-01'), charge('2026-07-15'));
      await app.db.queryText('update organizations set inn = null where id = $1', [company.organizationId]);
      return company;
    },
  ],
  [
    'whose charges came out even',
    () =>
      companyWith(topUp('2026-07-01'), charge('2026-07-15'), {
        ...charge('2026-07-16'),
        kind: 'charge_refund',
        amountMinor: 1000,
      }),
  ],
])('an organization %s raises no error, and the missed days of others are caught up', async (_, make) => {
  await setTax([{ from: '2020-01-01', ...vat22 }]);
  await make();
  const other = await companyWith(topUp('2026-08-10'));
  await runOn('2026-08-14');
  await runOn('2026-08-17');
  expect(errors).toEqual([]);
  expect(await documentsOf(other)).toEqual(['advance_invoice 2026-08']);
  expect(await runsOf('months')).toEqual(['2026-07-01']);
});

async function refuse({ organizationId }: Company): Promise<() => Promise<unknown>> {
  await app.db.queryText(`create function refuse_one() returns trigger language plpgsql as
    $$ begin if new.organization_id = '${organizationId}' then raise exception 'refused'; end if; return new; end $$`);
  await app.db.queryText(
    'create trigger refuse_one before insert on closing_documents for each row execute function refuse_one()',
  );
  return () => app.db.queryText('drop function refuse_one cascade');
}

test('an organization that always fails is logged once, counted for staff, retried with backoff, and days go on without it', async () => {
  await setTax([{ from: '2020-01-01', ...vat22 }]);
  const [broken, whole] = [
    await companyWith(topUp('2026-07-01'), charge('2026-07-15')),
    await companyWith(topUp('2026-07-01'), charge('2026-07-15'), topUp('2026-08-01')),
  ];
  const permit = await refuse(broken);
  for (const time of ['2026-08-01T09', '2026-08-01T10', '2026-08-02T09', '2026-08-06T09']) await run(`${time}:00:00`);
  expect(errors).toEqual([`months 2026-07-01 of organization ${broken.organizationId}: refused`]);
  expect(await documentsOf(whole)).toEqual(['advance_invoice 2026-08', 'upd 2026-07']);
  expect(await runsOf('months')).toEqual(['2026-07-01']);
  expect((await runsOf('advances')).at(-1)).toBe('2026-08-06');
  const { rows } = await app.db.queryText('select attempts from closing_failures');
  expect(rows).toEqual([{ attempts: 4 }]);
  const totals = async () => {
    const { token } = await newStaff(app, 'finance');
    return (await app.call(getMonthlyTotals, { query: { period: '2026-07' } }, { token })).body;
  };
  expect(await totals()).toMatchObject({ failedCount: 1 });
  await permit();
  await runOn('2026-08-07');
  expect(await documentsOf(broken)).toEqual(['upd 2026-07']);
  expect(await totals()).toMatchObject({ failedCount: 0 });
});

test('advance invoices that fail for one organization are issued to others and made up for later', async () => {
  await setTax([{ from: '2020-01-01', ...vat22 }]);
  const [broken, whole] = [await companyWith(topUp('2026-08-10')), await companyWith(topUp('2026-08-10'))];
  await runOn('2026-08-14');
  const permit = await refuse(broken);
  await runOn('2026-08-15');
  expect(await documentsOf(whole)).toEqual(['advance_invoice 2026-08']);
  expect((await runsOf('advances')).at(-1)).toBe('2026-08-15');
  await permit();
  await runOn('2026-08-16');
  expect(await documentsOf(broken)).toEqual(['advance_invoice 2026-08']);
  expect(errors).toHaveLength(1);
});

test('a signal that aborts ends the run of monthly documents between two organizations, and the next run resumes it', async () => {
  await setTax([{ from: '2020-01-01', ...vat22 }]);
  const companies: Company[] = [];
  for (let count = 0; count < 4; count += 1)
    companies.push(await companyWith(topUp('2026-07-01'), charge('2026-07-15')));
  let asked = 0;
  const signal = {
    throwIfAborted: () => {
      asked += 1;
      if (asked > 2) throw new Error('aborted');
    },
  } as AbortSignal;
  await expect(run('2026-08-01T09:00:00', signal)).rejects.toThrow('aborted');
  const made = async () => (await Promise.all(companies.map(documentsOf))).flat().length;
  expect(await made()).toBe(2);
  expect([...(await runsOf('months')), ...(await runsOf('advances'))]).toEqual([]);
  await run('2026-08-01T10:00:00');
  expect(await made()).toBe(4);
  expect(await runsOf('months')).toEqual(['2026-07-01']);
  expect(errors).toEqual([]);
});

test('the scheduled job, which comes without data, makes the documents of the last month', async () => {
  await setTax([{ from: '2020-01-01', ...vat22 }]);
  const period = previousMonth(businessDay(new Date()).slice(0, 7));
  const company = await companyWith(topUp(`${period}-01`), charge(`${period}-15`));
  for (const { run: runJob } of monthlyDocumentJobs(app.db, ({ message }) => errors.push(message)))
    await runJob(null as never, jobContext);
  expect(await documentsOf(company)).toContain(`upd ${period}`);
  expect(errors).toEqual([]);
});
