import { getOverview } from '@kazna/contract/admin/overview';
import { getEntryTotals } from '@kazna/contract/cabinet/balance';
import { getDashboard } from '@kazna/contract/cabinet/dashboard';
import { refundPayment } from '@kazna/contract/cabinet/payments';
import { getSpending } from '@kazna/contract/cabinet/spending';
import { createCharge, refundCharge } from '@kazna/contract/v1/charges';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { randomOf } from '../../tests/money-model/next-step.ts';
import { postStatement, transfer, undoStatement, uploadStatement } from '../../tests/support/bank-statements.ts';
import { type Company, newCompany, newInvoice, setBusiness } from '../../tests/support/business.ts';
import { callerWith } from '../../tests/support/charges.ts';
import { newKey } from '../../tests/support/keys.ts';
import type { SignedIn } from '../../tests/support/organizations.ts';
import { paidPayment } from '../../tests/support/payments.ts';
import { setClock } from '../../tests/support/services.ts';
import { type Shop, startShop } from '../../tests/support/shop.ts';
import { newStaff } from '../../tests/support/staff.ts';
import { writeStatement } from '../../tests/support/statement-writer.ts';
import { checkLedger, checkSinceCheckpoint } from '../money/ledger/check-ledger.ts';

const seed = Number(process.env.SUMS_SEED ?? Date.now() % 1_000_000_000);
const companies = 3;
const steps = 18;
const services = ['Хостинг', 'Связь', 'Почта', 'Домены', 'Диски', 'SMS', undefined];

let shop: Shop;
let staff: SignedIn;
let call: ReturnType<typeof callerWith>;
beforeAll(async () => {
  shop = await startShop(inject('databaseUrl'));
  await setBusiness(shop);
  staff = await newStaff(shop, 'finance');
  call = callerWith(shop, (await newKey(shop)).key);
});
afterAll(() => shop.close());

/** Plays random steps; those that the balance refuses change nothing. */
async function play(company: Company, random: () => number): Promise<void> {
  const { organizationId, token } = company;
  const { purpose } = await newInvoice(shop, company);
  const amount = (most: number) => 1 + Math.floor(random() * most);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const charges: string[] = [];
  const payments: string[] = [];
  const statements: string[] = [];
  const pay = async () => {
    const method = pick(['card', 'sbp']);
    payments.push((await paidPayment(shop, { token }, { amountMinor: 10_000 + amount(50_000), method })).id);
  };
  const receive = async () => {
    const file = writeStatement([transfer(company.inn, { purpose, amountMinor: amount(90_000) })]);
    const { body } = await uploadStatement(shop, staff.token, file);
    await postStatement(shop, staff.token, body.id);
    statements.push(body.id);
  };
  const charge = async () => {
    const terms = { organizationId, currency: 'RUB', description: 'Услуга', service: pick(services) } as const;
    const { status, body } = await call(createCharge, { body: { ...terms, amountMinor: amount(20_000) } });
    if (status === 201) charges.push(body.id);
  };
  const giveBack = async () => {
    if (charges.length === 0) return;
    await call(refundCharge, {
      params: { chargeId: pick(charges) },
      body: { amountMinor: amount(5_000), reason: 'Сбой' },
    });
  };
  const refund = async () => {
    if (payments.length === 0) return;
    const body = { amountMinor: amount(5_000), reason: 'Передумали' };
    await shop.call(refundPayment, { params: { paymentId: pick(payments) }, body }, { token });
  };
  const undo = async () => {
    if (statements.length > 0) await undoStatement(shop, staff.token, pick(statements));
  };
  await pay();
  await receive();
  for (let step = 0; step < steps; step += 1)
    await pick([pay, receive, charge, charge, charge, charge, giveBack, giveBack, refund, undo])();
}

const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0);
const sumOf = (shares: readonly { amountMinor: number }[]) => sum(shares.map(({ amountMinor }) => amountMinor));

/** Returns what the ledger says that the organization paid in. */
async function expectAgreement({ organizationId, token }: Company): Promise<number> {
  const params = { organizationId };
  const { rows } = await shop.db.queryText(
    `select kind, sum(amount_minor)::float8 as sum from ledger_entries where organization_id = $1 group by kind`,
    [organizationId],
  );
  const ledger = (...kinds: string[]) =>
    sum(rows.filter(({ kind }) => kinds.includes(kind as string)).map((row) => row.sum as number));
  const spentMinor = 0 - ledger('charge', 'charge_refund');
  const paidMinor = ledger('top_up', 'bank_receipt', 'bank_receipt_reversal');

  const operations = await shop.call(getEntryTotals, { params, query: {} }, { token });
  const byKind = Object.fromEntries(
    operations.body.items.map(({ kind, inMinor, outMinor }) => [kind, inMinor - outMinor]),
  );
  expect(byKind).toEqual(Object.fromEntries(rows.map((row) => [row.kind, row.sum])));

  for (const step of ['day', 'week', 'month'] as const) {
    const query = { period: '30d', currency: 'RUB', step } as const;
    const { body } = await shop.call(getSpending, { params, query }, { token });
    expect(body.total.amountMinor).toBe(spentMinor);
    expect(sumOf([...body.services, ...(body.others ? [body.others] : [])])).toBe(spentMinor);
    expect(sum(body.series.flatMap(({ amounts }) => amounts))).toBe(spentMinor);
  }
  const { body } = await shop.call(getDashboard, { params, query: {} }, { token });
  expect(body.spentMinor).toBe(spentMinor);
  expect(sumOf(body.byMethod)).toBe(paidMinor);
  expect(sumOf(body.topPayers)).toBe(paidMinor);
  expect(sumOf(body.byStatus.filter(({ status }) => status === 'succeeded'))).toBe(paidMinor);
  return paidMinor;
}

test('spending, methods, payers and staff’s top-ups agree with the ledger over random histories, before and after days are closed', async () => {
  const random = randomOf(seed);
  const played: Company[] = [];
  for (let index = 0; index < companies; index += 1) {
    const company = await newCompany(shop);
    await play(company, random);
    played.push(company);
  }
  const compare = async () => {
    let paidMinor = 0;
    for (const company of played) paidMinor += await expectAgreement(company);
    const { body } = await shop.call(getOverview, {}, { token: staff.token });
    expect(sumOf(body.moneyIn), `SUMS_SEED=${seed}`).toBe(paidMinor);
  };
  await compare();
  const later = new Date(Date.now() + 2 * 24 * 60 * 60_000);
  await setClock(shop.db, later.toISOString());
  expect(await checkSinceCheckpoint(shop.db, later)).toEqual([]);
  const { rows } = await shop.db.queryText('select count(*)::int as count from ledger_service_totals');
  expect(rows[0]?.count).toBeGreaterThan(0);
  await compare();
  expect(await checkLedger(shop.db)).toEqual([]);
}, 120_000);
