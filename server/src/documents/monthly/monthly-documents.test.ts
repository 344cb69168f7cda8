import { closeMonthOf, correctDocument, getMonthlyTotals, listMonthlyDocuments } from '@kazna/contract/admin/documents';
import { getDocumentFile, listDocuments } from '@kazna/contract/cabinet/documents';
import { closeMonth, createReconciliation } from '@kazna/contract/cabinet/monthly-documents';
import { businessDay } from '@kazna/contract/shared/business-time';
import { beforeAll, describe, expect, test } from 'vitest';
import { shopForThisFile } from '../../../tests/support/app-for-file.ts';
import { type Company, newCompany, setBusiness } from '../../../tests/support/business.ts';
import { newMember } from '../../../tests/support/organizations.ts';
import { importPast } from '../../../tests/support/past-movements.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { readSheet, readZip } from '../../../tests/support/table-files.ts';
import { letterDispatch } from '../../notifications/jobs.ts';
import { makeMonthlyDocuments } from './make-monthly-documents.ts';

const app = shopForThisFile();
let version = 0;
let staff: string;

async function changeBusiness(changes: Parameters<typeof setBusiness>[1]): Promise<void> {
  await setBusiness(app, changes, version);
  version += 1;
}

const vat22 = [{ from: '2020-01-01', regime: 'osno' as const, vat: 22 as const }];
const noVat = [{ from: '2020-01-01', regime: 'usn' as const, vat: null }];
const monthly = { day: '2026-01-15', kind: 'charge', amountMinor: -12_000_000 } as const;
const paid = { day: '2026-01-10', kind: 'top_up', amountMinor: 50_000_000 } as const;

async function chargedCompany(...more: Parameters<typeof importPast>[2]): Promise<Company> {
  const company = await newCompany(app);
  await importPast(app, company.organizationId, [paid, monthly, ...more]);
  return company;
}

const close = ({ token }: Company, period = '2026-01') => app.call(closeMonth, { body: { period } }, { token });
const list = async ({ token }: Company) => (await app.call(listDocuments, {}, { token })).body.items;
const fail = (error: Error) => {
  throw error;
};

beforeAll(async () => {
  staff = (await newStaff(app, 'finance')).token;
  await changeBusiness({ taxPeriods: vat22 });
});

// First, since it sends the letters about all documents so far, each with a file to draw.
test('members who manage money get a month’s document by e-mail with the file, and a plain member does not', async () => {
  const company = await chargedCompany();
  const member = await newMember(app, company.organizationId, 'member');
  const accountant = await newMember(app, company.organizationId, 'accountant');
  const { id, number } = (await close(company)).body;
  const { rows } = await app.db.queryText('select user_id from notifications where source_id = $1 and by_mail', [id]);
  expect(rows.map(({ user_id: user }) => user).toSorted()).toEqual([company.id, accountant.id].toSorted());
  expect(rows).not.toContainEqual({ user_id: member.id });
  await app.run(letterDispatch, {});
  const letter = await app.letter(company.email, `УПД № ${number} за январь 2026 года`);
  expect(letter.attachments).toEqual([{ name: `УПД ${number} от 31.01.2026.pdf`, bytes: expect.any(Number) }]);
});

describe('a month’s document on demand', () => {
  test('a payer of VAT makes УПД with VAT inside, dated the last day of the month, and asks for it once', async () => {
    const company = await chargedCompany();
    const first = await close(company);
    expect(first).toMatchObject({
      status: 201,
      body: { kind: 'upd', period: '2026-01', day: '2026-01-31', amountMinor: 12_000_000, revision: 0, status: null },
    });
    expect((await close(company)).body.id).toBe(first.body.id);
    expect(await list(company)).toHaveLength(1);
    const { rows } = await app.db.queryText('select vat_minor::int as vat from closing_documents where id = $1', [
      first.body.id,
    ]);
    expect(rows[0]?.vat).toBe(2_163_934);
  });

  test('УПД on demand names the advance invoice that a job behind its time has not issued yet', async () => {
    await app.db.queryText("insert into closing_runs (task, day) values ('advances', '2026-01-12')");
    const company = await chargedCompany();
    const { id } = (await close(company)).body;
    await app.db.queryText('delete from closing_runs');
    const { rows } = await app.db.queryText(
      "select data -> 'advances' as advances from closing_documents where id = $1",
      [id],
    );
    const issued = (await list(company)).find(({ kind }) => kind === 'advance_invoice');
    expect(issued).toMatchObject({ day: expect.any(String), amountMinor: 50_000_000 });
    expect(rows[0]?.advances).toEqual([{ number: issued?.number, day: issued?.day }]);
  });

  test('two requests at once for a month’s document make one', async () => {
    const company = await chargedCompany();
    const [one, two] = await Promise.all([close(company), close(company)]);
    expect(one.body.id).toBe(two.body.id);
  });

  test('what was given back of a month’s charges before its document was made lowers it, in whichever month that was', async () => {
    const company = await chargedCompany(
      { day: '2026-01-20', kind: 'charge_refund', amountMinor: 2_000_000, undoes: 1 },
      { day: '2026-02-20', kind: 'charge_refund', amountMinor: 1_000_000, undoes: 1 },
    );
    const document = (await close(company)).body;
    expect([document.amountMinor, document.revision]).toEqual([9_000_000, 0]);
    expect((await close(company, '2026-02')).body).toMatchObject({ code: 'nothing_to_close' });
  });

  test('a month that is not over, one without charges and an organization without ИНН are refused', async () => {
    const company = await chargedCompany();
    const { rows } = await app.db.queryText("select to_char(now() at time zone 'Europe/Moscow', 'YYYY-MM') as month");
    expect((await close(company, rows[0]?.month as string)).body).toMatchObject({ code: 'period_not_over' });
    expect((await close(company, '2025-12')).body).toMatchObject({ code: 'nothing_to_close' });
    await app.db.queryText('update organizations set inn = null where id = $1', [company.organizationId]);
    expect((await close(company)).body).toMatchObject({ code: 'buyer_requisites_required' });
  });

  test('numbers of monthly documents have no gaps or repetitions, and follow the dates', async () => {
    const companies = await Promise.all(Array.from({ length: 6 }, () => chargedCompany()));
    await Promise.all(companies.map((company) => close(company)));
    const { rows } = await app.db.queryText(
      `select number, day::text from closing_documents where series = 'sf' and number like '2026-%' order by number`,
    );
    expect(rows.map(({ number }) => number)).toEqual(
      rows.map((_, index) => `2026-${String(index + 1).padStart(6, '0')}`),
    );
    expect(rows.map(({ day }) => day)).toEqual(rows.map(({ day }) => day).toSorted());
  });

  test('the database refuses to change or delete a monthly document', async () => {
    const { body } = await close(await chargedCompany());
    await expect(app.db.queryText('update closing_documents set number = 1 where id = $1', [body.id])).rejects.toThrow(
      'a document does not change',
    );
    await expect(app.db.queryText('delete from closing_documents where id = $1', [body.id])).rejects.toThrow();
  });

  test('the file of a monthly document is a PDF that stays the same, and another organization gets neither it nor its row', async () => {
    const company = await chargedCompany();
    const { id } = (await close(company)).body;
    const get = (token: string) =>
      app.app.inject({
        url: getDocumentFile.path.replace('{documentId}', id),
        headers: { authorization: `Bearer ${token}` },
      });
    const [first, again] = [await get(company.token), await get(company.token)];
    expect(first.headers['content-type']).toBe('application/pdf');
    expect(first.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(again.rawPayload.equals(first.rawPayload)).toBe(true);
    const stranger = await newCompany(app);
    expect((await get(stranger.token)).statusCode).toBe(404);
    expect(await list(stranger)).toEqual([]);
  });
});

describe('a seller without VAT', () => {
  test('a seller without VAT makes an act of a month, or УПД of status 2 where the tax period says so', async () => {
    await changeBusiness({ taxPeriods: noVat });
    expect((await close(await chargedCompany())).body.kind).toBe('act');
    await changeBusiness({ taxPeriods: [{ ...noVat[0], closing: 'upd' } as never] });
    const { id, kind } = (await close(await chargedCompany())).body;
    const { rows } = await app.db.queryText("select data -> 'status' as status from closing_documents where id = $1", [
      id,
    ]);
    expect([kind, rows[0]?.status]).toEqual(['upd', 2]);
    await changeBusiness({ taxPeriods: vat22 });
  });
});

describe('corrections', () => {
  const correct = (documentId: string) =>
    app.call(correctDocument, { params: { documentId }, body: { reason: 'Новое название' } }, { token: staff });

  test('a correction is a new revision with the same number and date; the first one stays', async () => {
    const company = await chargedCompany();
    const { id, number, day } = (await close(company)).body;
    await changeBusiness({ color: '#7a1fa2', shortName: 'Ромашка' });
    expect((await correct(id)).body).toMatchObject({ code: 'document_unchanged' });
    await app.db.queryText("update organizations set name = 'ООО «Лютик»' where id = $1", [company.organizationId]);
    const corrected = await correct(id);
    expect(corrected).toMatchObject({
      status: 201,
      body: { number, day, revision: 1, buyerName: 'ООО «Лютик»', isSuperseded: false },
    });
    expect((await correct(id)).body).toMatchObject({ code: 'document_superseded' });
    expect((await list(company)).map(({ revision, isSuperseded }) => [revision, isSuperseded])).toEqual([
      [1, false],
      [0, true],
    ]);
    expect((await close(company)).body.id).toBe(corrected.body.id);
  });

  test('two corrections of a document at once make one revision', async () => {
    const company = await chargedCompany();
    const { id } = (await close(company)).body;
    await app.db.queryText("update organizations set name = 'ООО «Лютик»' where id = $1", [company.organizationId]);
    const answers = await Promise.all([correct(id), correct(id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  test('a document whose tax now asks for another kind is not corrected', async () => {
    const { id } = (await close(await chargedCompany())).body;
    await changeBusiness({ taxPeriods: noVat });
    expect((await correct(id)).body).toMatchObject({ code: 'document_not_correctable' });
    await changeBusiness({ taxPeriods: vat22 });
  });
});

describe('the job', () => {
  test('the job makes one document of the last month for each organization with charges, with two workers and repeated runs, and catches up', async () => {
    const later = [
      { day: '2026-02-10', kind: 'charge', amountMinor: -100 },
      { day: '2026-03-10', kind: 'charge', amountMinor: -200 },
    ] as const;
    // As on a new installation: a try before this one may have gone on to April.
    await app.db.queryText('delete from closing_runs');
    const companies = [await chargedCompany(...later), await chargedCompany(), await chargedCompany()];
    const at = (day: string) => new Date(`${day}T09:00:00+03:00`);
    await Promise.all([
      makeMonthlyDocuments(app.db, fail, at('2026-02-01')),
      makeMonthlyDocuments(app.db, fail, at('2026-02-01')),
    ]);
    await makeMonthlyDocuments(app.db, fail, at('2026-02-01'));
    for (const company of companies) {
      const documents = await list(company);
      expect(documents.map(({ kind, period, day }) => [kind, period, day])).toEqual([
        ['upd', '2026-01', expect.any(String)],
      ]);
    }
    await makeMonthlyDocuments(app.db, fail, at('2026-04-20'));
    const months = (await list(companies[0] as Company))
      .filter(({ kind }) => kind === 'upd')
      .map(({ period }) => period);
    expect(months.toSorted()).toEqual(['2026-01', '2026-02', '2026-03']);
    const { rows } = await app.db.queryText("select count(*)::int as count from closing_runs where task = 'months'");
    expect(rows[0]?.count).toBe(3);
  });
});

describe('a reconciliation act', () => {
  const reconcile = ({ token }: Company, from: string, to: string) =>
    app.call(createReconciliation, { body: { from, to } }, { token });

  test('the closing balance of a reconciliation act is the balance, and the same days are not reconciled twice without a change', async () => {
    const company = await chargedCompany({ day: '2026-02-03', kind: 'bank_receipt', amountMinor: 700 });
    await close(company);
    const today = new Date().toISOString().slice(0, 10);
    const first = await reconcile(company, '2026-01-01', today);
    expect(first).toMatchObject({
      status: 201,
      body: { kind: 'reconciliation', amountMinor: 38_000_700, period: null },
    });
    expect((await reconcile(company, '2026-01-01', today)).body.id).toBe(first.body.id);
    const rows = (await app.db.queryText('select data from closing_documents where id = $1', [first.body.id]))
      .rows as unknown;
    const [{ data }] = rows as [{ data: { openingMinor: number; rows: { text: string }[] } }];
    const { openingMinor, rows: lines } = data;
    expect(openingMinor).toBe(0);
    expect(lines.map(({ text }) => text)).toEqual([
      'Оплата картой или по СБП',
      expect.stringMatching(/^УПД № 2026-\d{6} от \d\d\.\d\d\.2026$/),
      'Платёжное поручение',
    ]);
    const part = await reconcile(company, '2026-01-11', '2026-02-01');
    expect(part.body.amountMinor).toBe(38_000_000);
  });

  test('a reconciliation act of days to come or in the wrong order is refused, and so is the fifty-first of a day', async () => {
    const company = await chargedCompany();
    expect((await reconcile(company, '2026-01-01', '2099-01-01')).body).toMatchObject({ code: 'period_not_over' });
    expect((await reconcile(company, '2026-02-01', '2026-01-01')).status).toBe(400);
    for (let day = 1; day <= 50; day += 1) {
      const from = `2025-0${1 + (day % 9)}-${String(1 + (day % 28)).padStart(2, '0')}`;
      expect((await reconcile(company, from, `2026-01-${String(1 + (day % 31)).padStart(2, '0')}`)).status).toBe(201);
    }
    expect((await reconcile(company, '2024-01-01', '2026-01-01')).body).toMatchObject({ code: 'too_many_documents' });
  });
});

describe('the register of staff', () => {
  test('the register of staff pages through a month, sums the last revisions and exports to XLSX', async () => {
    const company = await chargedCompany({ day: '2025-11-05', kind: 'charge', amountMinor: -1220 });
    const body = { organizationId: company.organizationId, period: '2025-11' };
    const made = await app.call(closeMonthOf, { body }, { token: staff });
    expect(made).toMatchObject({ status: 201, body: { vatMinor: 203, buyerInn: company.inn } });
    const query = { period: '2025-11' };
    const { items } = (await app.call(listMonthlyDocuments, { query }, { token: staff })).body;
    expect(items.map(({ id }) => id)).toEqual([made.body.id]);
    const totals = (await app.call(getMonthlyTotals, { query }, { token: staff })).body;
    expect(totals.items).toEqual([{ kind: 'upd', currency: 'RUB', count: 1, amountMinor: 1220, vatMinor: 203 }]);
    const file = await app.app.inject({
      url: '/api/admin/documents/register?period=2025-11',
      headers: { authorization: `Bearer ${staff}` },
    });
    expect(file.statusCode).toBe(200);
    const [header, ...rows] = readSheet(readZip(file.rawPayload));
    expect([header?.[2], rows.map((row) => row.slice(2, 3))]).toEqual(['Дата', [['30.11.2025']]]);
    expect(header?.slice(10)).toEqual([...['КПП', 'Ставка НДС', 'Сумма без НДС', 'Период', 'Договор', 'Аннулирован']]);
    expect(rows[0]?.slice(11, 14)).toEqual(['20%', '10,17', '2025-11']);
  });
});

test('a document that comes after later ones were numbered bears today’s date, so that numbers follow dates', async () => {
  const charged = [
    { day: '2024-03-05', kind: 'charge', amountMinor: -1220 },
    { day: '2024-05-05', kind: 'charge', amountMinor: -1220 },
  ] as const;
  const company = await chargedCompany(...charged);
  const today = businessDay(new Date());
  expect((await close(company, '2024-05')).body).toMatchObject({ day: '2024-05-31', number: '2024-000001' });
  expect((await close(company, '2024-03')).body).toMatchObject({ day: today, period: '2024-03' });
});
