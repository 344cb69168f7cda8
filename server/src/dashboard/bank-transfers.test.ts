import { assignReceipt } from '@kazna/contract/admin/bank-statements';
import { getOverview } from '@kazna/contract/admin/overview';
import { type Dashboard, getDashboard } from '@kazna/contract/cabinet/dashboard';
import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../tests/support/app-for-file.ts';
import { postStatement, transfer, undoStatement, uploadStatement } from '../../tests/support/bank-statements.ts';
import { type Company, newCompany, newInvoice, setBusiness } from '../../tests/support/business.ts';
import type { SignedIn } from '../../tests/support/organizations.ts';
import { newStaff } from '../../tests/support/staff.ts';
import { type WrittenDocument, writeStatement } from '../../tests/support/statement-writer.ts';
import { checkLedger } from '../money/ledger/check-ledger.ts';
import { changeStatus } from '../payments/change-status.ts';
import { lockPayment } from '../payments/status-store.ts';
import { insertPayment } from '../payments/store.ts';
import { uuidv7 } from '../platform/db/uuid.ts';

const app = appForThisFile();
let staff: SignedIn;
beforeAll(async () => {
  await setBusiness(app);
  staff = await newStaff(app, 'finance');
});

async function importFile(documents: WrittenDocument[]) {
  const { body } = await uploadStatement(app, staff.token, writeStatement(documents));
  const { body: posted, status } = await postStatement(app, staff.token, body.id);
  expect(status).toBe(200);
  return { id: body.id, receiptIds: posted.incoming.map(({ receipt }) => receipt?.id as string) };
}

async function read({ organizationId, token }: Company, query = {}): Promise<Dashboard> {
  const { status, body } = await app.call(getDashboard, { params: { organizationId }, query }, { token });
  expect(status).toBe(200);
  return body;
}

async function pay({ id, organizationId }: Company, amountMinor: number, status: 'succeeded' | 'canceled') {
  const payment = {
    id: uuidv7(),
    organizationId,
    createdBy: id,
    amountMinor,
    currency: 'RUB',
    method: 'card',
  } as const;
  await app.db.transaction(async (tx) => {
    await insertPayment(tx, {
      ...payment,
      description: null,
      provider: 'yookassa',
      lifetimeSeconds: 3600,
      pollAfterSeconds: 15,
    });
    const locked = await lockPayment(tx, payment.id);
    if (locked) await changeStatus(tx, locked, { status, reason: null, source: 'poll' });
  });
}

/** What the ledger says the bank brought, without what was undone. */
async function receivedByLedger(organizationId?: string): Promise<number> {
  const { rows } = await app.db.queryText(
    `select coalesce(sum(amount_minor), 0)::float8 as sum from ledger_entries
     where kind in ('bank_receipt', 'bank_receipt_reversal') and ($1::uuid is null or organization_id = $1)`,
    [organizationId ?? null],
  );
  return rows[0]?.sum as number;
}

const senderOf = (name: string, inn: string) => ({ account: '40702810900000000002', name, inn, bik: '044525593' });

test('bank transfers stand beside payments in methods, states and payers, and agree with the ledger', async () => {
  const company = await newCompany(app);
  const { purpose } = await newInvoice(app, company);
  await pay(company, 40_000, 'succeeded');
  await pay(company, 7_000, 'canceled');
  await importFile([
    transfer(company.inn, { purpose, amountMinor: 100_000, payer: senderOf('ООО "Ромашка"', company.inn) }),
    transfer(company.inn, { purpose, amountMinor: 20_000, payer: senderOf('ООО РОМАШКА', company.inn) }),
  ]);
  const { byMethod, byStatus, topPayers, total } = await read(company);
  expect(byMethod).toEqual([
    { method: 'bank_transfer', count: 2, amountMinor: 120_000 },
    { method: 'card', count: 1, amountMinor: 40_000 },
  ]);
  expect(byStatus).toEqual([
    { status: 'succeeded', count: 3, amountMinor: 160_000 },
    { status: 'canceled', count: 1, amountMinor: 7_000 },
  ]);
  expect(topPayers.map(({ userId, amountMinor, count }) => [userId, amountMinor, count])).toEqual([
    [null, 120_000, 2],
    [company.id, 40_000, 1],
  ]);
  expect(topPayers[0]?.name).toMatch(/ромашка/i);
  expect(total.inMinor).toBe(160_000);
  expect(await receivedByLedger(company.organizationId)).toBe(120_000);
});

test('money without an owner counts from the day it is assigned, and undone transfers do not count', async () => {
  const company = await newCompany(app);
  const { organizationId } = company;
  const { purpose } = await newInvoice(app, company);
  const stranger = await newCompany(app);
  const kept = await importFile([
    transfer(company.inn, { purpose, amountMinor: 5_000 }),
    transfer('7736050003', { amountMinor: 3_000 }),
  ]);
  // The statement is a year old, so that what it credited is out of the period.
  await app.db.queryText(
    `update bank_receipts set created_at = now() - interval '400 days',
       credited_at = credited_at - interval '400 days' where statement_id = $1`,
    [kept.id],
  );
  const bank = async (query = {}) =>
    (await read(company, query)).byMethod.find(({ method }) => method === 'bank_transfer');
  expect(await bank({ period: '365d' })).toBeUndefined();
  const { rows } = await app.db.queryText(
    "select id from bank_receipts where statement_id = $1 and status = 'unidentified'",
    [kept.id],
  );
  const assigned = await app.call(
    assignReceipt,
    {
      params: { receiptId: rows[0]?.id as string },
      body: { organizationId, invoiceId: null, reason: 'Письмо клиента' },
    },
    { token: staff.token },
  );
  expect(assigned.status).toBeLessThan(300);
  expect(await bank({ period: '7d' })).toMatchObject({ count: 1, amountMinor: 3_000 });

  const undone = await importFile([transfer(company.inn, { purpose, amountMinor: 9_000 })]);
  expect(await bank()).toMatchObject({ count: 2, amountMinor: 12_000 });
  expect((await undoStatement(app, staff.token, undone.id)).status).toBe(200);
  expect(await bank()).toMatchObject({ count: 1, amountMinor: 3_000 });
  expect(await receivedByLedger(organizationId)).toBe(8_000);
  expect((await read(stranger)).byMethod).toEqual([]);
  expect(await checkLedger(app.db)).toEqual([]);
});

test('bank transfers are no part of a dashboard in another currency', async () => {
  const company = await newCompany(app);
  const { purpose } = await newInvoice(app, company);
  await importFile([transfer(company.inn, { purpose, amountMinor: 5_000 })]);
  const { byMethod, byStatus, topPayers } = await read(company, { currency: 'USD' });
  expect([byMethod, byStatus, topPayers]).toEqual([[], [], []]);
});

test('staff’s top-ups of 30 days are payments and bank transfers together, as the ledger has them', async () => {
  const company = await newCompany(app);
  const { purpose } = await newInvoice(app, company);
  const { id } = await importFile([transfer(company.inn, { purpose, amountMinor: 11_000 })]);
  await undoStatement(app, staff.token, id);
  await importFile([transfer(company.inn, { purpose, amountMinor: 13_000 })]);
  await pay(company, 40_000, 'succeeded');
  await app.db.queryText("update bank_receipts set credited_at = now() where status = 'credited'");
  const { body } = await app.call(getOverview, {}, { token: staff.token });
  const paid = await app.db.queryText(
    "select sum(amount_minor)::float8 as sum from payments where status = 'succeeded'",
  );
  const sum = body.moneyIn.reduce((all, { amountMinor }) => all + amountMinor, 0);
  expect(sum).toBe((paid.rows[0]?.sum as number) + (await receivedByLedger()));
  expect(new Set(body.moneyIn.map(({ date, currency }) => `${date} ${currency}`)).size).toBe(body.moneyIn.length);
});
