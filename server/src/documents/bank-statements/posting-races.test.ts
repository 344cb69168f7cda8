import { getBalance } from '@kazna/contract/cabinet/balance';
import { cancelInvoice, getInvoice } from '@kazna/contract/cabinet/documents';
import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { postStatement, transfer, undoStatement, uploadStatement } from '../../../tests/support/bank-statements.ts';
import { type Company, newCompany, newInvoice, setBusiness } from '../../../tests/support/business.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { type WrittenDocument, writeStatement } from '../../../tests/support/statement-writer.ts';
import { checkLedger } from '../../money/ledger/check-ledger.ts';

const app = appForThisFile();
let token: string;
beforeAll(async () => {
  await setBusiness(app);
  token = (await newStaff(app, 'finance')).token;
});

const upload = async (documents: WrittenDocument[]) =>
  (await uploadStatement(app, token, writeStatement(documents))).body.id;
const balanceOf = async ({ token, organizationId }: Company) =>
  (await app.call(getBalance, { params: { organizationId } }, { token })).body.items[0]?.amountMinor ?? 0;

/** Posts while another transaction that changed something is open, which commits once posting waits for it. */
async function postBeside(statementId: string, change: string, id: string) {
  let posting: ReturnType<typeof postStatement> | undefined;
  await app.db.transaction(async (tx) => {
    await tx.queryText(change, [id]);
    posting = postStatement(app, token, statementId);
    await expect
      .poll(async () => {
        const { rows } = await app.db.queryText(
          `select count(*)::int as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows[0]?.count;
      })
      .toBeGreaterThan(0);
  });
  return (await posting) as Awaited<ReturnType<typeof postStatement>>;
}

test('an invoice canceled while its statement is posted takes no money: the statement stays open, and its money waits for staff', async () => {
  const company = await newCompany(app);
  const { id, purpose } = await newInvoice(app, company);
  const statementId = await upload([transfer(company.inn, { purpose })]);
  const canceling = await postBeside(statementId, 'update invoices set canceled_at = now() where id = $1', id);
  expect(canceling).toMatchObject({ status: 409, body: { code: 'invoice_not_open' } });
  const again = await postStatement(app, token, statementId);
  expect(again.body.incoming.map(({ receipt }) => receipt?.status)).toEqual(['unidentified']);
  expect(await balanceOf(company)).toBe(0);
  expect((await app.call(getInvoice, { params: { invoiceId: id } }, { token: company.token })).body.paidMinor).toBe(0);
});

test('an organization closed while its statement is posted gets nothing, and nothing of the statement is posted', async () => {
  const [closing, other] = [await newCompany(app), await newCompany(app)];
  const purposes = [(await newInvoice(app, closing)).purpose, (await newInvoice(app, other)).purpose];
  const statementId = await upload([
    transfer(closing.inn, { purpose: purposes[0] as string }),
    transfer(other.inn, { purpose: purposes[1] as string }),
  ]);
  const change = "update organizations set status = 'closed', closed_at = now() where id = $1";
  const refused = await postBeside(statementId, change, closing.organizationId);
  expect(refused).toMatchObject({ status: 409, body: { code: 'organization_closed' } });
  expect(await balanceOf(other)).toBe(0);
  const again = await postStatement(app, token, statementId);
  expect(again.body.incoming.map(({ receipt }) => receipt?.status)).toEqual(['unidentified', 'credited']);
});

test('a cancellation and a posting at once leave the invoice either canceled and unpaid or paid and not canceled', async () => {
  for (let round = 0; round < 4; round += 1) {
    const company = await newCompany(app);
    const { id: invoiceId, purpose } = await newInvoice(app, company);
    const statementId = await upload([transfer(company.inn, { purpose })]);
    await Promise.all([
      postStatement(app, token, statementId),
      app.call(cancelInvoice, { params: { invoiceId } }, { token: company.token }),
    ]);
    const { status } = (await app.call(getInvoice, { params: { invoiceId } }, { token: company.token })).body;
    expect([status, await balanceOf(company)]).toEqual(status === 'canceled' ? ['canceled', 0] : ['paid', 120_000]);
  }
});

test('undoing a statement while an overlapping one is posted credits the payment at most once, and the next file brings it back', async () => {
  for (let round = 0; round < 4; round += 1) {
    const company = await newCompany(app);
    const { purpose } = await newInvoice(app, company);
    const payment = [transfer(company.inn, { purpose })];
    const [first, second] = [await upload(payment), await upload(payment)];
    await postStatement(app, token, first);
    await Promise.all([undoStatement(app, token, first), postStatement(app, token, second)]);
    expect([0, 120_000]).toContain(await balanceOf(company));
    await postStatement(app, token, await upload(payment));
    expect(await balanceOf(company)).toBe(120_000);
  }
  expect(await checkLedger(app.db)).toEqual([]);
});
