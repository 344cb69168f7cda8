import { assignReceipt } from '@kazna/contract/admin/bank-statements';
import { listEntries } from '@kazna/contract/cabinet/balance';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { postStatement, transfer, undoStatement, uploadStatement } from '../../../tests/support/bank-statements.ts';
import { type Company, invoiceFileName, newCompany, newInvoice, setBusiness } from '../../../tests/support/business.ts';
import { newMember, type SignedIn } from '../../../tests/support/organizations.ts';
import { signInPerson } from '../../../tests/support/people.ts';
import { type Shop, startShop } from '../../../tests/support/shop.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { type WrittenDocument, writeStatement } from '../../../tests/support/statement-writer.ts';
import { letterDispatch } from '../../notifications/jobs.ts';
import { listLetters } from '../../platform/mail/mailbox-store.ts';

let app: Shop;
let staff: SignedIn;
beforeAll(async () => {
  app = await startShop(inject('databaseUrl'));
  await setBusiness(app);
  staff = await newStaff(app, 'finance');
});
afterAll(() => app.close());

async function importFile(documents: WrittenDocument[]): Promise<string> {
  const { body } = await uploadStatement(app, staff.token, writeStatement(documents));
  expect((await postStatement(app, staff.token, body.id)).status).toBe(200);
  return body.id;
}

async function deliver(): Promise<void> {
  await app.run(letterDispatch, {});
  const unfinished = "select from pgboss.job where name = 'organization-letter' and state < 'completed'";
  await expect.poll(async () => (await app.db.queryText(unfinished)).rows, { timeout: 15_000 }).toEqual([]);
}

/** Oldest first, without the organization's name. */
async function lettersTo({ email }: { email: string }) {
  const letters = await listLetters(app.db, email, 100);
  return letters
    .filter(({ subject }) => /: ООО «Ромашка»$/.test(subject))
    .map((letter) => ({ ...letter, subject: letter.subject.replaceAll('\u00a0', ' ').replace(/: ООО.+/, '') }))
    .toReversed();
}
const subjectsTo = async (person: { email: string }) => (await lettersTo(person)).map(({ subject }) => subject);

async function inside(member: SignedIn, { organizationId }: Company): Promise<Company> {
  await app.db.queryText('update sessions set organization_id = $2 where user_id = $1', [member.id, organizationId]);
  const { accessToken } = await signInPerson(app, member);
  return { ...member, token: accessToken, organizationId, inn: '' };
}

test('only the member who asks for an invoice gets it by e-mail with the PDF', async () => {
  const company = await newCompany(app);
  const accountant = await newMember(app, company.organizationId, 'accountant');
  const { number, day } = await newInvoice(app, company);
  await deliver();
  const [letter, ...rest] = await lettersTo(company);
  expect(rest).toEqual([]);
  expect(letter?.subject).toBe(`Счёт № ${number} на 1 200,00 ₽`);
  expect(letter?.attachments).toEqual([{ name: invoiceFileName({ number, day }), bytes: expect.any(Number) }]);
  expect(await subjectsTo(accountant)).toEqual([]);
});

test('owner, accountant and who asked for the invoice are notified once of a credited transfer, and once of its undoing', async () => {
  const company = await newCompany(app);
  const { organizationId, inn } = company;
  const accountant = await newMember(app, organizationId, 'accountant');
  const requester = await inside(await newMember(app, organizationId), company);
  const bystander = await newMember(app, organizationId);
  const { id: invoiceId, number, purpose } = await newInvoice(app, requester);
  await deliver();
  const documents = [transfer(inn, { purpose })];
  const statementId = await importFile(documents);
  // The same document in an overlapping file notifies no second time.
  await importFile([...documents]);
  const query = { kind: 'bank_receipt' as const };
  const { body } = await app.call(listEntries, { params: { organizationId }, query }, { token: company.token });
  const named = { kind: 'bank_receipt', description: `По счёту № ${number}`, invoiceId, amountMinor: 120_000 };
  expect(body.items).toMatchObject([named]);
  await deliver();
  const credited = 'Банковский перевод на 1 200,00 ₽';
  expect(await subjectsTo(company)).toEqual([credited]);
  expect(await subjectsTo(accountant)).toEqual([credited]);
  expect(await subjectsTo(requester)).toEqual([`Счёт № ${number} на 1 200,00 ₽`, credited]);
  expect(await subjectsTo(bystander)).toEqual([]);
  const [letter] = await lettersTo(company);
  expect(letter?.text).toContain(`По счёту: № ${number}`);
  expect((await undoStatement(app, staff.token, statementId)).status).toBe(200);
  await deliver();
  expect(await subjectsTo(accountant)).toEqual([credited, `${credited} отменён`]);
  expect(await subjectsTo(bystander)).toEqual([]);
});

test('members are notified of unidentified money when staff assign it, not before', async () => {
  const company = await newCompany(app);
  const { organizationId } = company;
  await importFile([transfer('7736050003', { purpose: 'Без номера', amountMinor: 7700 })]);
  await deliver();
  expect(await subjectsTo(company)).toEqual([]);
  const { rows } = await app.db.queryText("select id from bank_receipts where status = 'unidentified'");
  const params = { receiptId: rows[0]?.id as string };
  const body = { organizationId, invoiceId: null, reason: 'Письмо клиента' };
  expect((await app.call(assignReceipt, { params, body }, { token: staff.token })).status).toBe(204);
  await deliver();
  expect(await subjectsTo(company)).toEqual(['Банковский перевод на 77,00 ₽']);
});
