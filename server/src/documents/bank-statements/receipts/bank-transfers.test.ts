import { assignReceipt } from '@kazna/contract/admin/bank-statements';
import { listBankTransfers } from '@kazna/contract/cabinet/bank-transfers';
import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../../../tests/support/app-for-file.ts';
import { postStatement, transfer, undoStatement, uploadStatement } from '../../../../tests/support/bank-statements.ts';
import { type Company, newCompany, newInvoice, setBusiness } from '../../../../tests/support/business.ts';
import type { SignedIn } from '../../../../tests/support/organizations.ts';
import { newStaff } from '../../../../tests/support/staff.ts';
import { type WrittenDocument, writeStatement } from '../../../../tests/support/statement-writer.ts';

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

test('transfers are found by period, sum, payer, words of the purpose and number of the invoice, and exported by the same filters', async () => {
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
  const headers = { authorization: `Bearer ${company.token}` };
  const file = await app.app.inject({ url: '/api/bank-transfers/export?format=csv&amountMin=2500', headers });
  expect(file.headers['content-disposition']).toContain('bank-transfers-');
  const rows = file.body.trim().split('\r\n');
  expect(rows).toHaveLength(2);
  expect(rows[1]).toContain(number);
  expect(rows[1]).not.toMatch(/(^|;)"?=/);
});

test('a transfer that staff assigned weeks later stands where and when it was credited, and is found by that day', async () => {
  const company = await newCompany(app);
  const { purpose } = await newInvoice(app, company);
  const strange = transfer('7736050003', { amountMinor: 700 });
  const statementId = await importFile([strange]);
  const { rows } = await app.db.queryText(
    `update bank_receipts set created_at = now() - interval '20 days', credited_at = now() - interval '20 days'
    where statement_id = $1 returning id`,
    [statementId],
  );
  const receiptId = rows[0]?.id as string;
  await importFile([transfer(company.inn, { purpose, amountMinor: 1000 })]);
  const body = { organizationId: company.organizationId, invoiceId: null, reason: 'Позвонил бухгалтер' };
  expect((await app.call(assignReceipt, { params: { receiptId }, body }, { token: staff.token })).status).toBe(204);
  const entry = await app.db.queryText('select created_at from ledger_entries where source_id = $1', [receiptId]);
  const { items } = await list(company, { limit: 1 });
  expect(items).toMatchObject([{ id: receiptId, amountMinor: 700 }]);
  expect(Date.parse(items[0]?.createdAt as string)).toBe(Date.parse(String(entry.rows[0]?.created_at)));
  const next = await list(company, { limit: 1, cursor: items[0]?.id });
  expect(next.items).toMatchObject([{ amountMinor: 1000 }]);
  const from = new Date(Date.now() - 86_400_000).toISOString();
  expect((await list(company, { from })).items).toHaveLength(2);
});

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
  expect(plan).toContain('bank_receipts_credited');
  expect(plan).not.toContain('Sort');
});
