import {
  assignReceipt,
  getBankStatement,
  listBankStatements,
  listUnidentifiedReceipts,
  returnReceipt,
} from '@kazna/contract/admin/bank-statements';
import { getOverview } from '@kazna/contract/admin/overview';
import { getBalance, listEntries } from '@kazna/contract/cabinet/balance';
import { cancelInvoice, getInvoice } from '@kazna/contract/cabinet/documents';
import { createCharge } from '@kazna/contract/v1/charges';
import { beforeAll, describe, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { postStatement, transfer, undoStatement, uploadStatement } from '../../../tests/support/bank-statements.ts';
import { type Company, newCompany, newInvoice, ownAccount, setBusiness } from '../../../tests/support/business.ts';
import { callerWith } from '../../../tests/support/charges.ts';
import { newKey } from '../../../tests/support/keys.ts';
import type { SignedIn } from '../../../tests/support/organizations.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { type WrittenDocument, writeStatement } from '../../../tests/support/statement-writer.ts';
import { checkLedger } from '../../money/ledger/check-ledger.ts';
import { readSystemBalances } from '../../money/ledger/reads.ts';

const app = appForThisFile();
let staff: SignedIn;
beforeAll(async () => {
  await setBusiness(app);
  staff = await newStaff(app, 'finance');
});

const upload = async (documents: WrittenDocument[]) => {
  const { status, body } = await uploadStatement(app, staff.token, writeStatement(documents));
  expect(status).toBe(201);
  return body;
};
const post = (id: string, decisions = [] as Parameters<typeof postStatement>[3]) =>
  postStatement(app, staff.token, id, decisions);
const kindsOf = ({ incoming }: { incoming: { match: { kind: string } }[] }) => incoming.map(({ match }) => match.kind);
const balanceOf = async ({ token, organizationId }: Company) =>
  (await app.call(getBalance, { params: { organizationId } }, { token })).body.items[0]?.amountMinor ?? 0;
const invoiceOf = async ({ token }: Company, invoiceId: string) =>
  (await app.call(getInvoice, { params: { invoiceId } }, { token })).body;
const systemBalance = async (account: string) =>
  (await readSystemBalances(app.db)).find((one) => one.account === account && one.currency === 'RUB')?.amountMinor ?? 0;

test('an invoice, a part, an overpayment, a stranger, and a duplicate are credited as they should, and undo brings all back', async () => {
  const [one, two, three] = await Promise.all([newCompany(app), newCompany(app), newCompany(app)]);
  const invoices = [await newInvoice(app, one), await newInvoice(app, two), await newInvoice(app, three)];
  const [whole, part, over] = invoices.map(({ purpose }) => purpose) as [string, string, string];
  const unidentifiedBefore = await systemBalance('unidentified');
  const documents = [
    transfer(one.inn, { purpose: whole }),
    transfer(two.inn, { purpose: part, amountMinor: 50_000 }),
    transfer(three.inn, { purpose: over, amountMinor: 200_000 }),
    transfer('7736050003', { purpose: 'Возврат займа', amountMinor: 7000 }),
  ];
  const statement = await upload(documents);
  expect(kindsOf(statement)).toEqual(['invoice', 'invoice', 'invoice', 'none']);
  expect(await balanceOf(one)).toBe(0);
  const { status, body: posted } = await post(statement.id);
  expect(status).toBe(200);
  expect(posted.incoming.map(({ receipt }) => receipt?.status)).toEqual([
    ...['credited', 'credited', 'credited', 'unidentified'],
  ]);
  const amounts = async () => [
    ...[await balanceOf(one), await balanceOf(two), await balanceOf(three)],
    (await systemBalance('unidentified')) - unidentifiedBefore,
  ];
  expect(await amounts()).toEqual([120_000, 50_000, 200_000, 7000]);
  const statuses = async () => [
    (await invoiceOf(one, invoices[0]?.id as string)).status,
    (await invoiceOf(two, invoices[1]?.id as string)).status,
    (await invoiceOf(three, invoices[2]?.id as string)).status,
  ];
  expect(await statuses()).toEqual(['paid', 'partly_paid', 'paid']);

  // The next file overlaps and brings one more.
  const overlapping = await upload([...documents, transfer(two.inn, { purpose: part, amountMinor: 70_000 })]);
  expect(kindsOf(overlapping)).toEqual(['duplicate', 'duplicate', 'duplicate', 'duplicate', 'invoice']);
  await post(overlapping.id);
  expect(await amounts()).toEqual([120_000, 120_000, 200_000, 7000]);
  expect(await statuses()).toEqual(['paid', 'paid', 'paid']);

  await undoStatement(app, staff.token, statement.id);
  expect(await amounts()).toEqual([0, 70_000, 0, 0]);
  expect(await statuses()).toEqual(['open', 'partly_paid', 'open']);
  const again = await upload(documents);
  expect(kindsOf(again)).toEqual(['invoice', 'invoice', 'invoice', 'none']);
  await post(again.id);
  expect(await amounts()).toEqual([120_000, 120_000, 200_000, 7000]);
  expect(await checkLedger(app.db)).toEqual([]);
});

describe('matches', () => {
  const matchOf = async (document: WrittenDocument) => (await upload([document])).incoming[0]?.match;

  test('a transfer that names another organization’s invoice is a suggestion, never credited by itself', async () => {
    const [buyer, stranger] = [await newCompany(app), await newCompany(app)];
    const { purpose, id } = await newInvoice(app, buyer);
    const statement = await upload([transfer(stranger.inn, { purpose })]);
    expect(statement.incoming[0]?.match).toMatchObject({ kind: 'suggestion', invoiceId: id });
    const { body } = await post(statement.id);
    expect(body.incoming[0]?.receipt?.status).toBe('unidentified');
    expect([await balanceOf(buyer), await balanceOf(stranger)]).toEqual([0, 0]);
  });

  test('a suggested transfer that staff confirm is credited to the organization they named', async () => {
    const buyer = await newCompany(app);
    const { purpose, id } = await newInvoice(app, buyer);
    const { id: statementId, incoming } = await upload([transfer('7736050003', { purpose })]);
    const documentId = incoming[0]?.id as string;
    const credit = { documentId, action: 'credit' as const, organizationId: buyer.organizationId, invoiceId: id };
    expect((await post(statementId, [credit])).status).toBe(200);
    expect(await balanceOf(buyer)).toBe(120_000);
    expect((await invoiceOf(buyer, id)).status).toBe('paid');
  });

  test('of two organizations with one ИНН the number of the invoice decides', async () => {
    const one = await newCompany(app);
    const two = await newCompany(app, one.inn);
    const { purpose } = await newInvoice(app, two);
    expect(await matchOf(transfer(one.inn, { purpose }))).toMatchObject({
      kind: 'invoice',
      organizationId: two.organizationId,
    });
  });

  test('for a transfer without a number the only invoice of that sum is suggested', async () => {
    const company = await newCompany(app);
    const { id } = await newInvoice(app, company);
    expect(await matchOf(transfer(company.inn))).toMatchObject({ kind: 'suggestion', invoiceId: id });
    expect(await matchOf(transfer(company.inn, { amountMinor: 1 }))).toMatchObject({
      kind: 'suggestion',
      invoiceId: null,
      organizationId: company.organizationId,
    });
  });

  test('the ИНН of a bank behind a person’s transfer matches no organization', async () => {
    const company = await newCompany(app);
    const payer = { account: '30233810642000600001', name: 'ПАО БАНК', inn: company.inn, bik: '044525225' };
    expect(await matchOf(transfer(company.inn, { payer }))).toMatchObject({ kind: 'none' });
  });

  test('the transfer of a person, behind whom the bank of a payment provider stands, is no payout where it names an invoice', async () => {
    const { purpose, id } = await newInvoice(app, await newCompany(app));
    const payer = { account: '30232810100000000004', name: 'АО "ТБАНК"', inn: '7710140679', bik: '044525974' };
    expect(await matchOf(transfer(payer.inn, { payer, purpose }))).toMatchObject({ kind: 'suggestion', invoiceId: id });
    expect(await matchOf(transfer(payer.inn, { payer }))).toMatchObject({ kind: 'ignored' });
  });

  test('payouts of the payment provider and transfers of the business itself are left alone', async () => {
    const statement = await upload([transfer('7750005725'), transfer('7707083893')]);
    expect(kindsOf(statement)).toEqual(['ignored', 'ignored']);
    expect((await post(statement.id)).body.incoming.map(({ receipt }) => receipt)).toEqual([null, null]);
  });

  test('money for a canceled or a paid invoice waits for staff', async () => {
    const company = await newCompany(app);
    const canceled = await newInvoice(app, company);
    await app.call(cancelInvoice, { params: { invoiceId: canceled.id } }, { token: company.token });
    const paid = await newInvoice(app, company);
    const statement = await upload([
      transfer(company.inn, { purpose: canceled.purpose }),
      transfer(company.inn, { purpose: paid.purpose }),
      transfer(company.inn, { purpose: paid.purpose }),
    ]);
    expect(kindsOf(statement)).toEqual(['suggestion', 'invoice', 'suggestion']);
    expect(statement.incoming[2]?.match.why).toBe('Счёт уже оплачен');
  });

  test('a document whose purpose is worded otherwise in the next export is not credited again', async () => {
    const company = await newCompany(app);
    const { purpose } = await newInvoice(app, company);
    const document = transfer(company.inn, { purpose });
    await post((await upload([document])).id);
    const cut = await upload([{ ...document, purpose: purpose.slice(0, 40) }]);
    expect(cut.incoming[0]?.match).toMatchObject({
      ...{ kind: 'duplicate', isSimilar: true, why: expect.stringContaining('записано иначе') },
    });
    await post(cut.id);
    expect(await balanceOf(company)).toBe(120_000);
  });

  test('two equal payments of one day are both credited, and no third one by the next file', async () => {
    const company = await newCompany(app);
    const { purpose } = await newInvoice(app, company, 240_000);
    const document = transfer(company.inn, { purpose });
    await post((await upload([document])).id);
    await post((await upload([document, document])).id);
    await post((await upload([document, document])).id);
    expect(await balanceOf(company)).toBe(240_000);
  });
});

describe('decisions', () => {
  test('no decision credits a document that was credited before, or one of another statement', async () => {
    const company = await newCompany(app);
    const document = transfer(company.inn);
    const first = await upload([document]);
    await post(first.id);
    const second = await upload([document]);
    const credit = (documentId: string | undefined) => ({
      ...{ documentId: documentId as string, action: 'credit' as const },
      ...{ organizationId: company.organizationId, invoiceId: null },
    });
    expect(await post(second.id, [credit(second.incoming[0]?.id)])).toMatchObject({
      status: 409,
      body: { code: 'receipt_duplicate' },
    });
    expect((await post(second.id, [credit(first.incoming[0]?.id)])).status).toBe(404);
    expect(await balanceOf(company)).toBe(0);
  });

  test('an invoice of another organization cannot be paid by a decision', async () => {
    const [one, two] = [await newCompany(app), await newCompany(app)];
    const { id: invoiceId } = await newInvoice(app, two);
    const { id, incoming } = await upload([transfer('7736050003')]);
    const decision = { action: 'credit' as const, organizationId: one.organizationId, invoiceId };
    expect(await post(id, [{ documentId: incoming[0]?.id as string, ...decision }])).toMatchObject({
      body: { code: 'invoice_not_open' },
    });
  });

  test('a statement credits nothing to a closed organization', async () => {
    const company = await newCompany(app);
    const { purpose } = await newInvoice(app, company);
    const { id, incoming } = await upload([transfer(company.inn, { purpose })]);
    await app.db.queryText("update organizations set status = 'closed', closed_at = now() where id = $1", [
      company.organizationId,
    ]);
    const decision = { action: 'credit' as const, organizationId: company.organizationId, invoiceId: null };
    expect(await post(id, [{ documentId: incoming[0]?.id as string, ...decision }])).toMatchObject({
      body: { code: 'organization_closed' },
    });
    expect((await post(id)).body.incoming[0]).toMatchObject({
      match: { kind: 'none' },
      receipt: { status: 'unidentified' },
    });
  });
});

describe('unidentified money', () => {
  const unidentified = async () => {
    const { id } = await upload([transfer('7736050003', { amountMinor: 4200 })]);
    const { body } = await post(id);
    return { statementId: id, receiptId: body.incoming[0]?.receipt?.id as string };
  };
  const assign = (receiptId: string, { organizationId }: Company) =>
    app.call(
      assignReceipt,
      { params: { receiptId }, body: { organizationId, reason: 'Письмо клиента' } },
      { token: staff.token },
    );
  const sendBack = (receiptId: string) =>
    app.call(
      returnReceipt,
      { params: { receiptId }, body: { orderNumber: '417', reason: 'Ошибка плательщика' } },
      { token: staff.token },
    );
  const listed = async (query: object) =>
    (await app.call(listUnidentifiedReceipts, { query }, { token: staff.token })).body.items;

  test('unidentified money is counted among what needs a decision until it is assigned', async () => {
    const counted = async () =>
      (await app.call(getOverview, {}, { token: staff.token })).body.attention.unidentifiedReceipts;
    const before = await counted();
    const { receiptId } = await unidentified();
    expect(await counted()).toBe(before + 1);
    await assign(receiptId, await newCompany(app));
    expect(await counted()).toBe(before);
  });

  test('unidentified money is assigned once, also by two members of staff at once, and leaves the list', async () => {
    const { receiptId } = await unidentified();
    const companies = [await newCompany(app), await newCompany(app)] as const;
    const answers = await Promise.all([assign(receiptId, companies[0]), assign(receiptId, companies[1])]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    expect((await balanceOf(companies[0])) + (await balanceOf(companies[1]))).toBe(4200);
    const { body } = await app.call(listUnidentifiedReceipts, { query: { limit: 100 } }, { token: staff.token });
    expect(body.items.map(({ id }) => id)).not.toContain(receiptId);
  });

  test('returned money is neither assigned nor returned again nor undone', async () => {
    const before = [await systemBalance('bank'), await systemBalance('unidentified')];
    const { receiptId, statementId } = await unidentified();
    expect((await sendBack(receiptId)).status).toBe(204);
    expect((await sendBack(receiptId)).status).toBe(409);
    expect((await assign(receiptId, await newCompany(app))).status).toBe(409);
    expect((await undoStatement(app, staff.token, statementId)).status).toBe(200);
    expect([await systemBalance('bank'), await systemBalance('unidentified')]).toEqual(before);
  });

  test('returned money is listed with the number of the payment order, the reason and the day', async () => {
    const { receiptId } = await unidentified();
    await sendBack(receiptId);
    expect((await listed({ status: 'returned', limit: 1 }))[0]).toMatchObject({
      id: receiptId,
      status: 'returned',
      returned: { orderNumber: '417', reason: 'Ошибка плательщика', at: expect.any(String) },
    });
  });

  test('of assigning, returning and undoing at once only one moves the money', async () => {
    for (let round = 0; round < 3; round += 1) {
      const before = [await systemBalance('bank'), await systemBalance('unidentified')] as const;
      const { receiptId, statementId } = await unidentified();
      const company = await newCompany(app);
      const [assigned, returned, undone] = await Promise.all([
        assign(receiptId, company),
        sendBack(receiptId),
        undoStatement(app, staff.token, statementId),
      ]);
      expect(undone.status).toBe(200);
      expect([assigned.status, returned.status].filter((status) => status === 204).length).toBeLessThanOrEqual(1);
      // Whoever came first, nothing is left: assigned money was taken back by the undo, or the undo was first.
      expect(await balanceOf(company)).toBe(0);
      expect([await systemBalance('bank'), await systemBalance('unidentified')]).toEqual(before);
    }
    expect(await checkLedger(app.db)).toEqual([]);
  });

  test('unidentified money is found by payer, ИНН, number and part of the purpose, and a percent sign is no wildcard', async () => {
    const payer = { account: '40702810900000000001', name: 'ООО "Лютик 100%"', inn: '7736050003', bik: '044525593' };
    const document = transfer('7736050003', { payer, purpose: 'За услуги связи', number: 'FDC240', amountMinor: 77 });
    await post((await upload([document])).id);
    for (const q of ['лютик', '100%', 'услуги СВЯЗИ', 'FDC240'])
      expect((await listed({ q })).map(({ number }) => number)).toEqual(['FDC240']);
    expect((await listed({ q: '7736050003' }))[0]?.number).toBe('FDC240');
    expect(await listed({ q: '1%0' })).toEqual([]);
    expect(await listed({ q: 'лютик', status: 'returned' })).toEqual([]);
  });

  test('undoing a statement takes assigned money back from the organization it was assigned to', async () => {
    const { receiptId, statementId } = await unidentified();
    const company = await newCompany(app);
    await assign(receiptId, company);
    await undoStatement(app, staff.token, statementId);
    expect(await balanceOf(company)).toBe(0);
  });
});

describe('undo', () => {
  test('a statement whose money was spent is not undone, not even in part', async () => {
    const [spender, saver] = [await newCompany(app), await newCompany(app)];
    const invoices = [await newInvoice(app, spender), await newInvoice(app, saver)];
    const { id } = await upload([
      transfer(spender.inn, { purpose: invoices[0]?.purpose as string }),
      transfer(saver.inn, { purpose: invoices[1]?.purpose as string }),
    ]);
    await post(id);
    const { key } = await newKey(app);
    const body = {
      organizationId: spender.organizationId,
      amountMinor: 1,
      currency: 'RUB' as const,
      description: 'Связь',
    };
    expect((await callerWith(app, key)(createCharge, { body })).status).toBe(201);
    expect(await undoStatement(app, staff.token, id)).toMatchObject({ status: 409, body: { code: 'receipt_spent' } });
    expect(await balanceOf(saver)).toBe(120_000);
    const { body: statement } = await app.call(
      getBankStatement,
      { params: { statementId: id } },
      { token: staff.token },
    );
    expect(statement.status).toBe('posted');
  });

  test('a statement is posted once and undone once, by however many at once', async () => {
    const company = await newCompany(app);
    const { purpose } = await newInvoice(app, company);
    const { id } = await upload([transfer(company.inn, { purpose })]);
    const posts = await Promise.all([post(id), post(id), post(id)]);
    expect(posts.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await balanceOf(company)).toBe(120_000);
    const undos = await Promise.all([1, 2].map(() => undoStatement(app, staff.token, id)));
    expect(undos.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await balanceOf(company)).toBe(0);
    expect((await post(id)).status).toBe(409);
  });

  test('a transfer that was undone never becomes money that could go to cards', async () => {
    const company = await newCompany(app);
    const { purpose } = await newInvoice(app, company);
    const { id } = await upload([transfer(company.inn, { purpose })]);
    const cash = async () =>
      (
        await app.db.queryText('select card_minor::int as cash from ledger_accounts where organization_id = $1', [
          company.organizationId,
        ])
      ).rows[0]?.cash;
    await post(id);
    expect(await cash()).toBe(0);
    await undoStatement(app, staff.token, id);
    expect(await cash()).toBe(0);
  });
});

test('the customer sees the transfer among the movements of the balance with the number of the invoice', async () => {
  const company = await newCompany(app);
  const { purpose, number } = await newInvoice(app, company);
  await post((await upload([transfer(company.inn, { purpose })])).id);
  const { organizationId, token } = company;
  const { body } = await app.call(listEntries, { params: { organizationId } }, { token });
  expect(body.items).toMatchObject([
    { kind: 'bank_receipt', amountMinor: 120_000, description: `По счёту № ${number}`, actorName: null },
  ]);
});

test('outgoing and internal documents of a statement stand apart, foreign ones are faults', async () => {
  const out = transfer('7736050003');
  const foreign = transfer('7736050003', { payee: { ...out.payer, account: '1' } });
  const { incoming, outgoing, faults } = await upload([{ ...out, payer: out.payee, payee: out.payer }, foreign]);
  expect([incoming.length, outgoing.length]).toEqual([0, 1]);
  expect(faults).toEqual([{ line: expect.any(Number), message: expect.stringContaining('Пропущен') }]);
});

test('a bank’s sums of a day that the documents do not add up to are a fault', async () => {
  const document = transfer('7736050003', { day: '2026-03-03' });
  const balance = { account: ownAccount, day: '2026-03-03', openingMinor: 0, receivedMinor: 1, spentMinor: 0 };
  const { body } = await uploadStatement(app, staff.token, writeStatement([document], [balance]));
  expect(body.balances).toEqual({ count: 1, mismatched: 1 });
  const right = { ...balance, receivedMinor: document.amountMinor };
  const { body: agreeing } = await uploadStatement(app, staff.token, writeStatement([document], [right]));
  expect([agreeing.balances, agreeing.faults]).toEqual([{ count: 1, mismatched: 0 }, []]);
  expect(body.faults).toEqual([{ line: 5, message: expect.stringContaining('Поступило по остаткам') }]);
});

describe('uploads', () => {
  test('any uploaded bytes are answered by a preview of a statement with faults', async () => {
    const { status, body } = await uploadStatement(app, staff.token, Uint8Array.from([0, 255, 1, 254]));
    expect([status, body.faults.length, body.incoming]).toEqual([201, 1, []]);
    expect((await uploadStatement(app, staff.token, new Uint8Array())).status).toBe(201);
  });

  test('a statement of more than 5000 documents or 20 MB is refused', async () => {
    const many = writeStatement(Array.from({ length: 5001 }, () => transfer('7736050003')));
    expect(await uploadStatement(app, staff.token, many)).toMatchObject({ status: 409 });
    const large = new Uint8Array(20 * 1024 * 1024 + 1);
    expect(await uploadStatement(app, staff.token, large)).toMatchObject({ status: 413 });
  });

  test('bank statements are listed newest first', async () => {
    const { id } = await upload([transfer('7736050003', { amountMinor: 77 })]);
    const { body } = await app.call(listBankStatements, { query: { limit: 1 } }, { token: staff.token });
    expect(body.items).toMatchObject([
      { id, status: 'preview', incomingCount: 1, incomingMinor: 77, createdBy: 'Ольга', firstDay: '2026-02-01' },
    ]);
  });
});
