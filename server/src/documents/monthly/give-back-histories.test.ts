import { closeMonth } from '@kazna/contract/cabinet/monthly-documents';
import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { newCompany, setBusiness } from '../../../tests/support/business.ts';
import { closedMonthsForThisFile } from '../../../tests/support/closed-months.ts';
import { givenBack as back, charged as charge, importPast, paid } from '../../../tests/support/past-movements.ts';
import { stepsOn } from '../../../tests/support/query-plans.ts';
import { reviseMonth } from './month-document.ts';
import { selectOrganizationsGivenBack } from './runs-store.ts';

const app = appForThisFile({ isIdle: true });
const { errors, move, chargedCompany, runOn, months, said } = closedMonthsForThisFile(app);

beforeAll(() => setBusiness(app));

test('each month of random histories has what is left of its charges, never below zero, and all together have the ledger’s sum', async () => {
  let seed = 20_261_119;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const allMonths = ['2025-05', '2025-06', '2025-07', '2025-08', '2025-09'];
  const played = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const company = await newCompany(app);
      await move(company, paid);
      return { company, charges: [] as { id: string; month: string; left: number }[] };
    }),
  );
  for (const [index, month] of allMonths.entries()) {
    for (const { company, charges } of played) {
      for (let count = random(3); count > 0; count -= 1) {
        const amount = 1 + random(1000);
        charges.push({ id: await move(company, charge(`${month}-0${1 + random(9)}`, amount)), month, left: amount });
      }
      for (const one of charges.filter(() => random(3) === 0)) {
        if (one.left === 0) continue;
        const amount = random(2) === 0 ? one.left : 1 + random(one.left);
        one.left -= amount;
        await move(company, back(`${month}-${10 + random(18)}`, amount, one.id));
      }
    }
    await runOn(`${allMonths[index + 1] ?? '2025-10'}-01`);
    for (const { company, charges } of played) {
      const left = Map.groupBy(charges, (one) => one.month);
      const last = new Map((await months(company)).map((one) => [one.period as string, one]));
      for (const [of, all] of left) {
        const sum = all.reduce((total, one) => total + one.left, 0);
        expect(last.get(of)?.amountMinor ?? 0).toBe(sum);
      }
      for (const { revision, period } of last.values())
        expect(revision).toBeLessThanOrEqual(monthsSince(String(period), month));
    }
  }
  expect(errors).toEqual([]);
}, 120_000);

const monthsSince = (from: string, to: string) => Number(to.slice(5)) - Number(from.slice(5));

test('a month that is revised by two at once gets one revision, and the database refuses one below zero', async () => {
  const company = await chargedCompany('2026-01-15', 1000);
  const { organizationId } = company;
  expect((await app.call(closeMonth, { body: { period: '2026-01' } }, { token: company.token })).status).toBe(201);
  await move(company, back('2026-02-10', 300, company.charged));
  const revise = () => app.db.transaction((tx) => reviseMonth(tx, organizationId, '2026-01'));
  await Promise.all([revise(), revise(), revise()]);
  expect(await said(company)).toHaveLength(2);
  await expect(
    app.db.queryText(
      `insert into closing_documents (id, organization_id, kind, series, number, revision, day, period, amount_minor,
        currency, data)
      select gen_random_uuid(), organization_id, kind, series, number, 7, day, period, -1, currency, data
      from closing_documents where organization_id = $1 and revision = 1`,
      [organizationId],
    ),
  ).rejects.toThrow('a document of a month is below zero');
});

test('organizations with give-backs of a month are found by the give-backs, not by all that moved', async () => {
  const company = await newCompany(app);
  const moves = Array.from({ length: 400 }, () => charge('2025-03-05', 1));
  const [first] = await importPast(app, company.organizationId, [{ ...paid, day: '2025-02-01' }, ...moves]);
  await move(company, back('2025-04-02', 1, first as string));
  await app.db.queryText('analyze ledger_transfers');
  const steps = await stepsOn('ledger_transfers', app.db, (db) =>
    selectOrganizationsGivenBack(db, '2025-04', { limit: 100, cursor: undefined }),
  );
  const { rows } = await app.db.queryText(
    `select count(*)::int as count from ledger_transfers where kind = 'charge_refund'
      and created_at >= '2025-04-01 00:00+3' and created_at < '2025-05-01 00:00+3'`,
  );
  for (const step of steps) {
    expect(step['Node Type']).toMatch(/Index/);
    expect(step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)).toBeLessThanOrEqual(rows[0]?.count as number);
  }
});
