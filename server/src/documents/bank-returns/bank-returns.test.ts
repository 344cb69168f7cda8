import { randomUUID } from 'node:crypto';
import { listAllAudit } from '@kazna/contract/admin/audit';
import { declineBankReturn, listAllBankReturns, markBankReturned } from '@kazna/contract/admin/bank-returns';
import { getOverview } from '@kazna/contract/admin/overview';
import { listEntries } from '@kazna/contract/cabinet/balance';
import { listBankReturns, requestBankReturn } from '@kazna/contract/cabinet/bank-returns';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { creditByBank, transfer } from '../../../tests/support/bank-statements.ts';
import { type Company, newCompany, setBusiness } from '../../../tests/support/business.ts';
import { plantCard, plantRule } from '../../../tests/support/cards.ts';
import { topUp } from '../../../tests/support/charges.ts';
import { closeWithMoney } from '../../../tests/support/close-with-money.ts';
import { titlesOf } from '../../../tests/support/notifications.ts';
import { newMember, type SignedIn } from '../../../tests/support/organizations.ts';
import { plantTariff } from '../../../tests/support/services.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { plantMeter, usageContext, use } from '../../../tests/support/usage.ts';
import { checkLedger } from '../../money/ledger/check-ledger.ts';
import { postTransfer } from '../../money/ledger/post-transfer.ts';
import { InsufficientFunds } from '../../money/ledger/rules.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { subscribe } from '../../services/subscriptions/operations.ts';
import { reconciliationRows } from '../monthly/create-reconciliation.ts';
import { selectDaySums } from '../monthly/turnover-store.ts';

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
afterEach(async () => {
  await app.db.queryText(
    `update bank_returns set status = 'returned', order_number = '1', decided_by = $1, decided_at = now()
     where status = 'pending'`,
    [finance.id],
  );
  expect(await checkLedger(app.db)).toEqual([]);
});

const ask = (amountMinor: number, more: { comment?: string; key?: string; token?: string } = {}) =>
  app.call(
    requestBankReturn,
    {
      params: { organizationId: company.organizationId },
      body: { amountMinor, currency: 'RUB', ...(more.comment && { comment: more.comment }) },
    },
    { token: more.token ?? company.token, headers: { 'idempotency-key': more.key ?? randomUUID() } },
  );
const list = async (query: { limit?: number; cursor?: string } = {}) =>
  (await app.call(listBankReturns, { params: { organizationId: company.organizationId }, query }, company)).body;
const staffList = async (query = {}) => (await app.call(listAllBankReturns, { query }, finance)).body.items;
const theirs = async (query = {}) =>
  (await staffList(query)).filter(({ organizationId }) => organizationId === company.organizationId);
const send = (bankReturnId: string, by = finance, orderNumber = '77') =>
  app.call(markBankReturned, { params: { bankReturnId }, body: { orderNumber } }, by);
const decline = (bankReturnId: string, by = finance, reason = 'Счёт закрыт банком') =>
  app.call(declineBankReturn, { params: { bankReturnId }, body: { reason } }, by);
const balance = async () => {
  const text = "select balance_minor from ledger_accounts where organization_id = $1 and kind = 'organization'";
  return Number((await app.db.queryText(text, [company.organizationId])).rows[0]?.balance_minor);
};
const charge = (amountMinor: number) =>
  app.db.transaction((tx) => {
    const { organizationId } = company;
    const posting = { key: randomUUID(), kind: 'charge', from: { organizationId }, to: 'revenue' } as const;
    return postTransfer(tx, { ...posting, amountMinor, currency: 'RUB' });
  });

test('a requested return by bank leaves the balance at once and is listed with what more can be returned', async () => {
  const { status, body } = await ask(30_000, { comment: 'Договор расторгнут' });
  expect([status, await balance()]).toEqual([201, 70_000]);
  const { items, returnable } = await list();
  expect(items).toMatchObject([
    { id: body.id, amountMinor: 30_000, currency: 'RUB', status: 'pending', comment: 'Договор расторгнут' },
  ]);
  expect(returnable).toEqual([{ currency: 'RUB', returnableMinor: 70_000 }]);
  const entries = (await app.call(listEntries, { params: { organizationId: company.organizationId } }, company)).body;
  const entry = { kind: 'bank_return', amountMinor: -30_000, paymentId: null, description: 'Договор расторгнут' };
  expect(entries.items[0]).toMatchObject({ ...entry, isByStaff: false });
});

test('only what came by bank and is not spent can be returned, and the refusal says how much and why', async () => {
  await topUp(app, company.organizationId, 50_000);
  const { status, body } = await ask(100_001);
  expect([status, body.code]).toEqual([409, 'bank_return_not_covered']);
  expect(body.detail?.replaceAll('\u00a0', ' ')).toContain(
    'не больше 1 000,00 ₽: столько пришло банковскими переводами',
  );
  await charge(120_000);
  expect((await ask(30_001)).body.code).toBe('bank_return_not_covered');
  expect((await ask(30_000)).status).toBe(201);
  expect((await ask(1)).body.detail).toContain('нечего');
  expect(await balance()).toBe(0);
});

test('money for usage that is not charged yet is neither offered nor returned by bank', async () => {
  const { organizationId } = company;
  const meter = await plantMeter(app.db);
  const price = { meter, price: { model: 'unit' as const, unitMinor: 10 }, includedQuantity: 0, minimumMinor: 0 };
  const { id: tariffId } = await plantTariff(app.db, { priceMinor: 0, meters: [price] });
  const who = { organizationId, actorId: finance.id, mayConnectHidden: true, key: randomUUID() };
  await subscribe({ db: app.db, zone: 'Europe/Moscow' }, { ...who, form: { tariffId } }, async () => {});
  await use(usageContext(app.db), { meter, organizationId, quantity: 3000, occurredAt: new Date().toISOString() });
  expect((await list()).returnable).toEqual([{ currency: 'RUB', returnableMinor: 70_000 }]);
  const { body } = await ask(70_001);
  expect([body.code, body.detail?.replaceAll('\u00a0', ' ')]).toEqual([
    'bank_return_not_covered',
    expect.stringContaining('не больше 700,00 ₽: услуги использованы ещё на 300,00 ₽'),
  ]);
  expect([(await ask(70_000)).status, (await list()).returnable]).toEqual([201, []]);
});

test('a request of a return by bank repeated under its key is one return, and another amount under it is refused', async () => {
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask(10_000, { key })));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  expect((await ask(20_000, { key })).body.code).toBe('idempotency_conflict');
  expect([await balance(), (await list()).items.length]).toEqual([90_000, 1]);
});

test('an organization has at most five returns under way, also when more are requested at once', async () => {
  const answers = await Promise.all(Array.from({ length: 9 }, () => ask(1_000)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  expect(new Set(answers.filter(({ status }) => status !== 201).map(({ body }) => body.code))).toEqual(
    new Set(['too_many_bank_returns']),
  );
  expect(await balance()).toBe(95_000);
  const [first] = await theirs();
  await send(first?.id as string);
  expect((await ask(1_000)).status).toBe(201);
});

test('requests of returns by bank above 30 an hour of one organization are refused by the rate limit', async () => {
  for (let turn = 0; turn < 30; turn += 1) await ask(100_001);
  expect((await ask(100_001)).status).toBe(429);
});

test('returns by bank and charges at once share one balance: neither overdraws it', async () => {
  const asked = Array.from({ length: 5 }, () => ask(15_000).then(({ status }) => (status === 201 ? 15_000 : 0)));
  const charged = Array.from({ length: 10 }, () =>
    charge(9_000).then(
      () => 9_000,
      (error) => {
        if (!(error instanceof InsufficientFunds)) throw error;
        return 0;
      },
    ),
  );
  const taken = (await Promise.all([...asked, ...charged])).reduce<number>((sum, amount) => sum + amount, 0);
  expect(await balance()).toBe(100_000 - taken);
  expect(100_000 - taken).toBeLessThan(15_000);
});

test('returns at once never exceed what came by bank, however much else is on the balance', async () => {
  await topUp(app, company.organizationId, 500_000);
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask(30_000)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 409, 409]);
  expect(await balance()).toBe(510_000);
});

test('staff see a waiting return with the organization and the accounts its money came from, the last first', async () => {
  const payer = { account: '40702810900000000002', name: 'ООО "Лютик"', inn: company.inn, bik: '044525974' };
  await creditByBank(app, finance.token, company, 5_000, { payer, day: '2026-02-03' });
  const before = (await app.call(getOverview, {}, finance)).body.attention.bankReturns;
  const { body } = await ask(30_000);
  expect((await app.call(getOverview, {}, finance)).body.attention.bankReturns).toBe(before + 1);
  expect(await theirs()).toMatchObject([
    {
      id: body.id,
      organizationName: 'ООО «Ромашка»',
      inn: company.inn,
      amountMinor: 30_000,
      accounts: [
        { payer: 'ООО "Лютик"', account: payer.account, bik: '044525974', lastDay: '2026-02-03' },
        { account: transfer('').payer.account, bik: '044525593', lastDay: '2026-02-01' },
      ],
    },
  ]);
});

test('a return by bank that was sent bears the number of the payment order, in the list, the operations and the audit log', async () => {
  const { body } = await ask(30_000);
  expect((await send(body.id)).status).toBe(204);
  expect([await balance(), await theirs()]).toEqual([70_000, []]);
  expect((await list()).items).toMatchObject([{ status: 'returned', orderNumber: '77', reason: null }]);
  expect(await theirs({ status: 'returned' })).toMatchObject([{ id: body.id, decidedBy: 'Ольга' }]);
  const { organizationId } = company;
  const entries = (await app.call(listEntries, { params: { organizationId } }, company)).body.items;
  expect(entries[0]).toMatchObject({ kind: 'bank_return', description: 'Поручение № 77' });
  const { items } = (await app.call(listAllAudit, { query: { organizationId } }, finance)).body;
  expect(items.map(({ action }) => action).slice(0, 2)).toEqual(['bank_return.returned', 'bank_return.requested']);
  expect(items[0]?.details).toEqual({ amountMinor: '30000', currency: 'RUB', order: '77' });
});

test('a declined return by bank gives the money back to the balance with its reason and can be requested again', async () => {
  const { body } = await ask(100_000);
  expect((await decline(body.id)).status).toBe(204);
  expect(await balance()).toBe(100_000);
  const { items, returnable } = await list();
  expect(items).toMatchObject([{ status: 'declined', reason: 'Счёт закрыт банком', orderNumber: null }]);
  expect(returnable).toEqual([{ currency: 'RUB', returnableMinor: 100_000 }]);
  const entries = (await app.call(listEntries, { params: { organizationId: company.organizationId } }, company)).body;
  expect(entries.items[0]).toMatchObject({ kind: 'bank_return_reversal', description: 'Счёт закрыт банком' });
  expect((await ask(100_000)).status).toBe(201);
});

test('a reconciliation has a return with its payment order, and one that did not take place twice', async () => {
  const { body: first } = await ask(30_000);
  const { body: second } = await ask(20_000);
  await send(first.id);
  await decline(second.id);
  const { rows } = await app.db.queryText("select (now() at time zone 'Europe/Moscow')::date::text as today");
  const today = rows[0]?.today as string;
  const sums = await selectDaySums(app.db, company.organizationId, today, today);
  const shown = reconciliationRows(sums, [], { from: today, to: today }).map(({ text, debitMinor, creditMinor }) => [
    text.replaceAll('\u00a0', ' '),
    debitMinor,
    creditMinor,
  ]);
  expect(shown.slice(1)).toEqual([
    ['Возврат по банку № 77', 30_000, 0],
    ['Возврат по банку', 20_000, 0],
    ['Отмена возврата по банку', 0, 20_000],
  ]);
});

test('of two members of staff who decide about a return at once one decides, and money moves once', async () => {
  const other = await newStaff(app, 'finance');
  const { body } = await ask(40_000);
  const answers = await Promise.all([
    ...Array.from({ length: 3 }, () => decline(body.id)),
    ...Array.from({ length: 3 }, () => send(body.id, other)),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409, 409, 409, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'bank_return_already_decided' });
  const [decided] = (await list()).items;
  expect(await balance()).toBe(decided?.status === 'declined' ? 100_000 : 60_000);
});

test('a return of a closed organization cannot be declined, and deciding an unknown one answers 404', async () => {
  const { body } = await ask(100_000);
  const { organizationId } = company;
  await closeWithMoney(app.db, organizationId);
  expect((await decline(body.id)).body).toMatchObject({ code: 'organization_closed' });
  expect((await send(body.id)).status).toBe(204);
  expect([(await send(uuidv7())).status, (await decline(uuidv7())).status]).toEqual([404, 404]);
});

test('members who manage money are notified of a return by bank when it is requested, sent or declined', async () => {
  const { body: first } = await ask(30_000);
  const { body: second } = await ask(20_000);
  await send(first.id);
  await decline(second.id);
  expect((await titlesOf(app, company)).slice(0, 4)).toEqual([
    'Возврат 200,00 ₽ на счёт не состоялся',
    'Вернули 300,00 ₽ на счёт в банке',
    'Запрошен возврат 200,00 ₽ на счёт в банке',
    'Запрошен возврат 300,00 ₽ на счёт в банке',
  ]);
});

test('a return that leaves the balance below the threshold of automatic top-ups pauses them', async () => {
  const { organizationId, id } = company;
  await plantRule(app, organizationId, await plantCard(app, organizationId, id), id);
  await app.db.queryText(
    "update auto_top_ups set status = 'active', consented_at = now(), threshold_minor = 50000 where organization_id = $1",
    [organizationId],
  );
  const rule = async () =>
    (await app.db.queryText('select status, reason from auto_top_ups where organization_id = $1', [organizationId]))
      .rows;
  await ask(50_000);
  expect(await rule()).toMatchObject([{ status: 'active' }]);
  await ask(1);
  expect(await rule()).toEqual([{ status: 'paused', reason: 'refunded' }]);
});

test('returns by bank come by pages, and a member without the right to refund sees but does not request them', async () => {
  for (let turn = 1; turn <= 3; turn += 1) await ask(turn * 1_000);
  const first = await list({ limit: 2 });
  const second = await list({
    limit: 2,
    cursor: first.nextCursor as string,
  });
  expect([...first.items, ...second.items].map(({ amountMinor }) => amountMinor)).toEqual([3_000, 2_000, 1_000]);
  expect(second.nextCursor).toBeNull();
  const member = await newMember(app, company.organizationId);
  expect((await ask(1_000, { token: member.token })).status).toBe(403);
});
