import { listEntries } from '@kazna/contract/cabinet/balance';
import { getInvoice } from '@kazna/contract/cabinet/documents';
import { getConfirmation } from '@kazna/contract/cabinet/operations';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { appForThisFile } from '../../tests/support/app-for-file.ts';
import { creditByBank, undoStatement } from '../../tests/support/bank-statements.ts';
import { ensureBusiness, newCompany } from '../../tests/support/business.ts';
import { plantCharge } from '../../tests/support/charges.ts';
import { newPayer, plantPaidTopUp } from '../../tests/support/payments.ts';
import { newStaff } from '../../tests/support/staff.ts';

const app = appForThisFile();

async function confirmation({ token }: { token: string }, operationId: string) {
  const url = getConfirmation.path.replace('{operationId}', operationId);
  const answer = await app.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  if (answer.statusCode !== 200) return { status: answer.statusCode, name: '', text: '' };
  const pdf = await getDocumentProxy(new Uint8Array(answer.rawPayload));
  const { text } = await extractText(pdf, { mergePages: true });
  const header = String(answer.headers['content-disposition']);
  const name = decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(header)?.[1] ?? '');
  return { status: 200, name, text: text.replace(/\s+/g, ' ') };
}

const operationsOf = async ({ token, organizationId }: { token: string; organizationId: string }) =>
  (await app.call(listEntries, { params: { organizationId }, query: { limit: 10 } }, { token })).body.items;

test('the confirmation of a payment before staff said who sells names the business by its configuration', async () => {
  const payer = await newPayer(app);
  const { status, text } = await confirmation(payer, await plantPaidTopUp(app, payer));
  expect(status).toBe(200);
  expect(text).toContain('Получатель Казна');
  expect(text).not.toContain('подпись');
});

test('the confirmation of a payment has number, sum in words, method, payer, recipient, state and is found by both ids', async () => {
  await ensureBusiness(app);
  const payer = await newPayer(app);
  const createdAt = new Date('2026-04-02T21:30:00Z');
  const paymentId = await plantPaidTopUp(app, payer, { amountMinor: 1_250_050, createdAt, description: 'За апрель' });
  const { name, text } = await confirmation(payer, paymentId);
  expect(name).toMatch(/^Подтверждение платежа К-\d+ от 03\.04\.2026\.pdf$/);
  expect(text).toMatch(/Подтверждение платежа № К-\d+/);
  for (const part of [
    '12 500,50 ₽',
    'Двенадцать тысяч пятьсот рублей 50 копеек',
    'Исполнен, деньги зачислены на баланс',
    'Банковская карта',
    '03.04.2026, 00:30 МСК',
    'За апрель',
    'ООО «Казна», ИНН 7707083893',
  ])
    expect(text).toContain(part);
  const [operation] = await operationsOf(payer);
  expect((await confirmation(payer, operation?.id as string)).text).toBe(text);
});

test('the confirmation of a refunded payment says what was returned', async () => {
  const payer = await newPayer(app);
  const part = await plantPaidTopUp(app, payer, { amountMinor: 1000, refundedMinor: 250 });
  expect((await confirmation(payer, part)).text).toContain('Исполнен, возвращено 2,50 ₽');
  const whole = await plantPaidTopUp(app, payer, { amountMinor: 1000, refundedMinor: 1000 });
  expect((await confirmation(payer, whole)).text).toContain('Исполнен, деньги возвращены');
});

test('nothing but a top-up of the caller’s organization has a confirmation', async () => {
  const payer = await newPayer(app);
  const stranger = await newPayer(app);
  const paymentId = await plantPaidTopUp(app, payer);
  expect((await confirmation(stranger, paymentId)).status).toBe(404);
  expect((await confirmation(payer, await plantCharge(app.db, payer.organizationId))).status).toBe(404);
});

test('a bank transfer has a confirmation and is named by its invoice until it is undone', async () => {
  await ensureBusiness(app);
  const staff = await newStaff(app, 'finance');
  const company = await newCompany(app);
  const changes = { number: '417', day: '2026-02-01' };
  const statementId = await creditByBank(app, staff.token, company, 120_000, changes);
  const [operation] = await operationsOf(company);
  const { name, text } = await confirmation(company, operation?.id as string);
  expect(name).toBe('Подтверждение платежа 417 от 01.02.2026.pdf');
  expect(text).toContain('поручение № 417 от 01.02.2026');
  expect(text).toContain(`ООО "Ромашка", ИНН ${company.inn}`);
  const invoiceOf = async () =>
    (await app.call(getInvoice, { params: { invoiceId: operation?.invoiceId as string } }, { token: company.token }))
      .body;
  expect(await invoiceOf()).toMatchObject({
    status: 'paid',
    payments: [{ ...changes, amountMinor: 120_000, operationId: operation?.id, paymentId: null }],
  });
  expect((await undoStatement(app, staff.token, statementId)).status).toBe(200);
  expect(await invoiceOf()).toMatchObject({ status: 'open', payments: [] });
  expect((await confirmation(company, operation?.id as string)).status).toBe(404);
});
