import { cancelInvoiceAsStaff, findInvoicesAsStaff, listInvoicesAsStaff } from '@kazna/contract/admin/invoices';
import { listAudit } from '@kazna/contract/cabinet/audit';
import { getInvoice } from '@kazna/contract/cabinet/documents';
import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { postStatement, transfer, uploadStatement } from '../../../tests/support/bank-statements.ts';
import { type Company, newCompany, newInvoice, setBusiness } from '../../../tests/support/business.ts';
import type { SignedIn } from '../../../tests/support/organizations.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { writeStatement } from '../../../tests/support/statement-writer.ts';

const app = appForThisFile();
let staff: SignedIn;
beforeAll(async () => {
  await setBusiness(app);
  staff = await newStaff(app, 'finance', 'Фаина');
});

const cancel = (invoiceId: string) =>
  app.call(
    cancelInvoiceAsStaff,
    { params: { invoiceId }, body: { reason: 'Выставлен по ошибке' } },
    { token: staff.token },
  );
const numbersOf = async ({ organizationId }: Company, query: { state?: 'unpaid'; limit?: number; cursor?: string }) => {
  const { body } = await app.call(listInvoicesAsStaff, { params: { organizationId }, query }, { token: staff.token });
  return { numbers: body.items.map(({ number }) => number), next: body.nextCursor };
};

async function pay({ inn }: Company, purpose: string, amountMinor: number): Promise<void> {
  const file = writeStatement([transfer(inn, { purpose, amountMinor })]);
  const { body } = await uploadStatement(app, staff.token, file);
  await postStatement(app, staff.token, body.id);
}

test('staff list an organization’s invoices by pages, and those that may still be paid apart', async () => {
  const [company, other] = [await newCompany(app), await newCompany(app)];
  await newInvoice(app, other);
  const [canceled, paid, part, open] = [
    ...[await newInvoice(app, company), await newInvoice(app, company)],
    ...[await newInvoice(app, company), await newInvoice(app, company)],
  ] as const;
  await cancel(canceled?.id as string);
  await pay(company, paid?.purpose as string, 120_000);
  await pay(company, part?.purpose as string, 50_000);
  const [first, rest] = [[open?.number, part?.number, paid?.number], [canceled?.number]];
  const page = await numbersOf(company, { limit: 3 });
  expect(page.numbers).toEqual(first);
  expect((await numbersOf(company, { limit: 3, cursor: page.next as string })).numbers).toEqual(rest);
  expect((await numbersOf(company, { state: 'unpaid' })).numbers).toEqual([open?.number, part?.number]);
});

test('an invoice canceled by staff is canceled for its organization too, once, with the reason in its log', async () => {
  const company = await newCompany(app);
  const { id, number } = await newInvoice(app, company);
  const answers = await Promise.all([cancel(id), cancel(id)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  const { organizationId, token } = company;
  expect((await app.call(getInvoice, { params: { invoiceId: id } }, { token })).body.status).toBe('canceled');
  const query = { action: 'invoice.canceled' as const };
  const { body } = await app.call(listAudit, { params: { organizationId }, query }, { token });
  expect(body.items.map(({ details }) => details)).toEqual([{ number, reason: 'Выставлен по ошибке' }]);
});

test('an invoice that money came for is not canceled by staff', async () => {
  const company = await newCompany(app);
  const { id, purpose } = await newInvoice(app, company);
  await pay(company, purpose, 1);
  expect(await cancel(id)).toMatchObject({ status: 409, body: { code: 'invoice_not_open' } });
});

test('staff open the PDF of an organization’s invoice, byte for byte what the customer has', async () => {
  const company = await newCompany(app);
  const { id } = await newInvoice(app, company);
  const { token } = await newStaff(app, 'support');
  const fileOf = async (url: string, bearer: string) =>
    (await app.app.inject({ url, headers: { authorization: `Bearer ${bearer}` } })).rawPayload;
  const staffs = await fileOf(`/api/admin/documents/${id}/file`, token);
  expect(staffs.subarray(0, 5).toString()).toBe('%PDF-');
  expect(staffs.equals(await fileOf(`/api/documents/${id}/file`, company.token))).toBe(true);
});

test('staff find an invoice of any organization by its number, with or without letters and zeros', async () => {
  const company = await newCompany(app);
  const { id, number } = await newInvoice(app, company);
  const { organizationId } = company;
  const find = async (q: string) =>
    (await app.call(findInvoicesAsStaff, { query: { q } }, { token: staff.token })).body;
  for (const q of [number, number.toLowerCase(), number.replace('-', ' '), String(Number(number.slice(3)))]) {
    expect((await find(q)).items).toMatchObject([{ id, number, organizationId, organizationName: 'ООО «Ромашка»' }]);
  }
  for (const q of ['999999', 'Ромашка', "' or true --"]) expect((await find(q)).items).toEqual([]);
});

test('staff find invoices by numbers of more than six digits', async () => {
  await app.db.queryText("update document_counters set last_number = 1234566 where series like 'invoice:%'");
  const { id, number } = await newInvoice(app, await newCompany(app));
  expect(number).toMatch(/-1234567$/);
  const { body } = await app.call(findInvoicesAsStaff, { query: { q: '1234567' } }, { token: staff.token });
  expect(body.items).toMatchObject([{ id, number }]);
});
