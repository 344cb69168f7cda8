import { randomUUID } from 'node:crypto';
import { declineBankReturn, markBankReturned } from '@kazna/contract/admin/bank-returns';
import { getClosing } from '@kazna/contract/cabinet/account-closure';
import { listBankReturns, requestBankReturn } from '@kazna/contract/cabinet/bank-returns';
import { closeOrganization } from '@kazna/contract/cabinet/organizations';
import { deleteProfile } from '@kazna/contract/cabinet/profile';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { appForThisFile } from '../../tests/support/app-for-file.ts';
import { creditByBank } from '../../tests/support/bank-statements.ts';
import { type Company, newCompany, setBusiness } from '../../tests/support/business.ts';
import { companyBody, newMember, type SignedIn, untilDoneOrBlocked } from '../../tests/support/organizations.ts';
import { newPerson } from '../../tests/support/people.ts';
import { newStaff } from '../../tests/support/staff.ts';
import { closeOrganization as closeWithin } from '../organizations/organization-status.ts';
import { settleForClosing } from './settle-for-closing.ts';

const app = appForThisFile();
let finance: SignedIn;
let company: Company;
beforeAll(async () => {
  await setBusiness(app);
  finance = await newStaff(app, 'finance');
});
beforeEach(async () => {
  company = await newCompany(app);
  await creditByBank(app, finance.token, company, 100_000);
});

const params = () => ({ organizationId: company.organizationId });
const ask = (amountMinor = 100_000, { token } = company as { token: string }) =>
  app.call(
    requestBankReturn,
    { params: params(), body: { amountMinor, currency: 'RUB', comment: 'Для Аделаиды Забвенной' } },
    { token, headers: { 'idempotency-key': randomUUID() } },
  );
const close = () => app.call(closeOrganization, { params: params(), body: { name: companyBody().name } }, company);
const decide = (bankReturnId: string) =>
  app.call(markBankReturned, { params: { bankReturnId }, body: { orderNumber: '77' } }, finance);
const remove = ({ token }: { token: string }) =>
  app.call(deleteProfile, { body: { currentPassword: newPerson().password } }, { token });

test('a return by bank that waits keeps the organization from being closed and its owner from being deleted', async () => {
  const { body } = await ask();
  const unsettled = { kind: 'bank_return', paymentId: null, amountMinor: 100_000, currency: 'RUB' };
  expect((await app.call(getClosing, { params: params() }, company)).body.unsettled).toEqual([unsettled]);
  const obstacle = 'Возвращаем 1 000,00 ₽ на счёт в банке: дождитесь, пока деньги уйдут.';
  for (const refused of [await close(), await remove(company)]) {
    expect(refused.body).toMatchObject({ code: 'organization_has_unsettled_payments' });
    expect((refused.body as { detail?: string } | undefined)?.detail?.replaceAll('\u00a0', ' ')).toBe(obstacle);
  }
  await decide(body.id);
  expect((await close()).status).toBe(204);
});

test('closing at the same moment as a request for everything leaves the organization open with the request', async () => {
  const [first, asked, second] = await Promise.all([close(), ask(), close()]);
  expect([first.status, asked.status, second.status]).toEqual([409, 201, 409]);
  const { rows } = await app.db.queryText('select status from organizations where id = $1', [company.organizationId]);
  expect(rows).toEqual([{ status: 'active' }]);
});

test('a request that comes while the organization is being closed waits for it and is refused', async () => {
  const { body: only } = await ask();
  await decide(only.id);
  let asking: ReturnType<typeof ask> | undefined;
  await app.db.transaction(async (tx) => {
    const actor = { id: company.id, address: '127.0.0.1' };
    await closeWithin(tx, actor, { ...params(), name: companyBody().name, settleMoney: settleForClosing });
    asking = ask(1);
    await untilDoneOrBlocked(app, asking);
  });
  expect((await asking)?.status).toBe(404);
});

test('a deleted person leaves neither a name nor a comment in returns by bank', async () => {
  const accountant = await newMember(app, company.organizationId, 'accountant');
  const { body } = await ask(10_000, accountant);
  await app.call(declineBankReturn, { params: { bankReturnId: body.id }, body: { reason: 'Не тот счёт' } }, finance);
  expect((await remove(accountant)).status).toBe(204);
  const { items } = (await app.call(listBankReturns, { params: params() }, company)).body;
  expect(items).toMatchObject([{ amountMinor: 10_000, comment: null, requestedBy: null, reason: 'Не тот счёт' }]);
});
