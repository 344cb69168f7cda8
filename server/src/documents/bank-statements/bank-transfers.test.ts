import { assignReceipt } from '@kazna/contract/admin/bank-statements';
import { getBankTransferTotals, listBankTransfers } from '@kazna/contract/cabinet/bank-transfers';
import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { postStatement, transfer, undoStatement, uploadStatement } from '../../../tests/support/bank-statements.ts';
import { type Company, newCompany, newInvoice, setBusiness } from '../../../tests/support/business.ts';
import type { SignedIn } from '../../../tests/support/organizations.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { type WrittenDocument, writeStatement } from '../../../tests/support/statement-writer.ts';
import { readCsv, readSheet, readZip } from '../../../tests/support/table-files.ts';

const app = appForThisFile();
let staff: SignedIn;
beforeAll(async () => {
  await setBusiness(app);
  staff = await newStaff(app, 'finance');
});

async function importFile(documents: WrittenDocument[]): Promise<string> {
  const { body } = await uploadStatement(app, staff.token, writeStatement(documents));
  expect((await postStatement(app, staff.token, body.id)).status).toBe(200);
  return body.id;
}
const list = async ({ token }: Company, query = {}) => (await app.call(listBankTransfers, { query }, { token })).body;

test('a customer sees its own credited transfers alone, by pages, and no undone ones', async () => {
  const [company, stranger] = await Promise.all([newCompany(app), newCompany(app)]);
  const { id: invoiceId, number, purpose } = await newInvoice(app, company);
  const { purpose: foreign } = await newInvoice(app, stranger);
  const parts = [1000, 2000, 3000].map((amountMinor) => transfer(company.inn, { purpose, amountMinor }));
  const statementId = await importFile([...parts, transfer(stranger.inn, { purpose: foreign, amountMinor: 500 })]);
  const first = await list(company, { limit: 2 });
  const second = await list(company, { limit: 2, cursor: first.nextCursor });
  const all = [...first.items, ...second.items];
  expect(all.map(({ amountMinor }) => amountMinor).toSorted()).toEqual([1000, 2000, 3000]);
  expect(all[0]).toMatchObject({ invoiceId, invoiceNumber: number, payer: 'ООО "Ромашка"', purpose, currency: 'RUB' });
  expect(second.nextCursor).toBeNull();
  const [theirs] = (await list(stranger)).items;
  expect(theirs?.amountMinor).toBe(500);
  expect((await list(company, { cursor: theirs?.id })).items).toEqual([]);
  await undoStatement(app, staff.token, statementId);
  expect((await list(company)).items).toEqual([]);
});

test('transfers are found by period, sum, payer, part of the purpose and number of the invoice, and exported by the same filters', async () => {
  const company = await newCompany(app);
  const { number, purpose } = await newInvoice(app, company);
  const payer = { account: '40702810900000000001', name: '=cmd|calc', inn: company.inn, bik: '044525593' };
  await importFile([
    transfer(company.inn, { purpose, amountMinor: 1000 }),
    transfer(company.inn, { purpose: `Аванс 100%. ${purpose}`, amountMinor: 2000 }),
    transfer(company.inn, { purpose, amountMinor: 3000, payer }),
  ]);
  const found = async (query: object) =>
    (await list(company, query)).items.map(({ amountMinor }) => amountMinor).toSorted();
  expect(await found({ amountMin: 1500, amountMax: 2500 })).toEqual([2000]);
  expect(await found({ q: 'аванс' })).toEqual([2000]);
  expect(await found({ q: '100%' })).toEqual([2000]);
  expect(await found({ q: '=CMD' })).toEqual([3000]);
  expect(await found({ q: number.toLowerCase() })).toEqual([1000, 2000, 3000]);
  expect(await found({ from: new Date(Date.now() + 60_000).toISOString() })).toEqual([]);
  expect(await found({ to: new Date(Date.now() + 60_000).toISOString() })).toHaveLength(3);
  const totals = async (query: object) =>
    (await app.call(getBankTransferTotals, { query }, { token: company.token })).body;
  expect(await totals({})).toEqual({ count: 3, amountMinor: 6000, currency: 'RUB' });
  expect(await totals({ amountMin: 1500, q: number })).toEqual({ count: 2, amountMinor: 5000, currency: 'RUB' });
  expect(await totals({ q: 'нет такого' })).toEqual({ count: 0, amountMinor: 0, currency: 'RUB' });
  const headers = { authorization: `Bearer ${company.token}` };
  const file = await app.app.inject({ url: '/api/bank-transfers/export?format=csv&amountMin=2500', headers });
  expect(file.headers['content-disposition']).toContain('bank-transfers-');
  const rows = file.body.trim().split('\r\n');
  expect(rows).toHaveLength(2);
  expect(rows[1]).toContain(number);
  expect(rows[1]).not.toMatch(/(^|;)"?=/);
});

test('a bank transfer that was assigned later is listed by the time it was credited', async () => {
  const company = await newCompany(app);
  const { purpose } = await newInvoice(app, company);
  const early = await importFile([transfer('7736050003', { amountMinor: 100 })]);
  await importFile([transfer(company.inn, { purpose, amountMinor: 200 })]);
  const { rows } = await app.db.queryText('select id from bank_receipts where statement_id = $1', [early]);
  const body = { organizationId: company.organizationId, invoiceId: null, reason: 'Письмо клиента' };
  const before = new Date().toISOString();
  await app.call(assignReceipt, { params: { receiptId: rows[0]?.id as string }, body }, { token: staff.token });
  const sums = async (query: object) => (await list(company, query)).items.map(({ amountMinor }) => amountMinor);
  expect(await sums({})).toEqual([100, 200]);
  expect(await sums({ from: before })).toEqual([100]);
  const [first] = (await list(company, { limit: 1 })).items;
  expect(await sums({ cursor: first?.id })).toEqual([200]);
});

test.each(['csv', 'xlsx'] as const)(
  'a transfer that was credited on 16 November 01:30 in Moscow says 16 November in %s',
  async (format) => {
    const company = await newCompany(app);
    const { purpose } = await newInvoice(app, company);
    await importFile([transfer(company.inn, { purpose, amountMinor: 1000 })]);
    await app.db.queryText('update bank_receipts set credited_at = $2 where organization_id = $1', [
      company.organizationId,
      '2026-11-15T22:30:00Z',
    ]);
    const headers = { authorization: `Bearer ${company.token}` };
    const { rawPayload } = await app.app.inject({ url: `/api/bank-transfers/export?format=${format}`, headers });
    const rows = format === 'csv' ? readCsv(rawPayload.toString().slice(1)) : readSheet(readZip(rawPayload));
    expect(rows.map((row) => row[0])).toEqual(['Зачислен (МСК)', '16.11.2026 01:30:00']);
  },
);

test('pages of transfers come from the index of the organization, whatever the size of the table', async () => {
  const company = await newCompany(app);
  const plan = await app.db.transaction(async (tx) => {
    await tx.queryText('set local enable_seqscan = off');
    const { rows } = await tx.queryText(
      `explain select id from bank_receipts where organization_id = $1 and status = 'credited'
       order by credited_at desc, id desc limit 21`,
      [company.organizationId],
    );
    return JSON.stringify(rows);
  });
  expect(plan).toContain('bank_receipts_of_organization');
  expect(plan).not.toContain('Sort');
});
