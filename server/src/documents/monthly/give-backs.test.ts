import { correctDocument, exportMonthlyRegister, getXmlArchive } from '@kazna/contract/admin/documents';
import { type Document, isAnnulled } from '@kazna/contract/cabinet/documents';
import { createReconciliation } from '@kazna/contract/cabinet/monthly-documents';
import { getOperation } from '@kazna/contract/cabinet/operations';
import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { exchangeOfSeller, newCompany, setBusiness } from '../../../tests/support/business.ts';
import { closedMonthsForThisFile } from '../../../tests/support/closed-months.ts';
import { schemaFaults } from '../../../tests/support/exchange-files.ts';
import { givenBack as back, charged as charge, type PastMovement } from '../../../tests/support/past-movements.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { readEntries, readSheet, readZip } from '../../../tests/support/table-files.ts';
import { dayInDigits } from '../calendar.ts';
import { documentReady } from '../notifications.ts';

const app = appForThisFile({ isIdle: true });
let staff: string;
const { errors, move, chargedCompany, runOn, months, said } = closedMonthsForThisFile(app);
const vat22 = [{ from: '2020-01-01', regime: 'osno' as const, vat: 22 as const }];

async function setTax(taxPeriods: NonNullable<Parameters<typeof setBusiness>[1]>['taxPeriods']): Promise<void> {
  const { rows } = await app.db.queryText('select coalesce(max(version), 0)::int as version from business_versions');
  await setBusiness(app, { ...exchangeOfSeller, taxPeriods } as never, rows[0]?.version as number);
}

beforeAll(async () => {
  staff = (await newStaff(app, 'admin')).token;
  await setTax(vat22);
});
const getFile = (url: string) => app.app.inject({ url, headers: { authorization: `Bearer ${staff}` } });

test('what is given back after a month’s document was made revises it once as the month of the refunds is closed, and annuls it once all is back', async () => {
  const company = await chargedCompany('2025-12-15', 1220);
  const { charged } = company;
  await runOn('2026-01-01');
  await move(company, back('2026-01-10', 220, charged), back('2026-01-20', 390, charged));
  await runOn('2026-01-25');
  expect(await said(company)).toEqual([['2025-12', 0, 1220]]);
  await Promise.all([runOn('2026-02-01'), runOn('2026-02-01'), runOn('2026-02-01')]);
  await runOn('2026-02-02');
  const revised = [
    ['2025-12', 0, 1220],
    ['2025-12', 1, 610],
  ];
  expect(await said(company)).toEqual(revised);
  await move(company, charge('2026-02-05', 7), back('2026-03-05', 610, charged));
  await runOn('2026-04-01');
  expect(await said(company)).toEqual([...revised, ['2025-12', 2, 0], ['2026-02', 0, 7]]);
  const all = await months(company);
  expect(all.map((one) => [one.number, one.day, one.isSuperseded, isAnnulled(one)])).toEqual([
    ...[0, 1, 2].map((revision) => [all[0]?.number, '2025-12-31', revision < 2, revision === 2]),
    [expect.any(String), '2026-02-28', false, false],
  ]);
  expect(errors).toEqual([]);
});

test('owner and accountant are notified of a revision and of an annulment, and why', async () => {
  const company = await chargedCompany('2026-01-15', 1000);
  await runOn('2026-02-01');
  await move(company, back('2026-02-10', 400, company.charged));
  await runOn('2026-03-01');
  await move(company, back('2026-03-10', 600, company.charged));
  await runOn('2026-04-01');
  const { rows } = await app.db.queryText(
    "select details from notifications where organization_id = $1 and kind = 'document_ready' order by id",
    [company.organizationId],
  );
  const texts = rows.map(({ details }) => documentReady.describe(details as never, { publicUrl: '' } as never));
  const name = `УПД № ${(await months(company))[0]?.number}`;
  expect(texts.map(({ headline, paragraphs }) => [headline, String(paragraphs[0]).split(/[.,:]/)[0]])).toEqual([
    [`${name} за январь 2026 года`, 'Файл приложен к письму и лежит в «Документах»'],
    [`${name}: исправление № 1`, 'Часть списанного за этот месяц мы вернули на баланс'],
    [`${name} за январь 2026 года аннулирован`, 'Всё'],
  ]);
});

test('a month with charges of its own and refunds of an older one closes its own alone, and staff may revise the older one at once', async () => {
  const company = await chargedCompany('2026-01-15', 1000);
  await runOn('2026-02-01');
  await move(company, charge('2026-02-03', 500), back('2026-02-10', 300, company.charged));
  const [january] = await months(company);
  const params = { documentId: january?.id as string };
  const corrected = await app.call(correctDocument, { params, body: { reason: 'Возврат' } }, { token: staff });
  expect(corrected.body).toMatchObject({ revision: 1, amountMinor: 700, vatMinor: 126 });
  await runOn('2026-03-01');
  expect(await said(company)).toEqual([
    ['2026-01', 0, 1000],
    ['2026-01', 1, 700],
    ['2026-02', 0, 500],
  ]);
  await move(company, back('2026-03-10', 700, company.charged));
  const annul = (documentId: string) =>
    app.call(correctDocument, { params: { documentId }, body: { reason: 'Возврат' } }, { token: staff });
  const annulled = await annul(corrected.body.id);
  expect(annulled.body).toMatchObject({ revision: 2, amountMinor: 0, vatMinor: 0 });
  await app.db.queryText("update organizations set name = 'ООО «Лютик»' where id = $1", [company.organizationId]);
  expect((await annul(annulled.body.id)).body).toMatchObject({ code: 'document_unchanged' });
});

test('a revision keeps kind, rate and ground of the document, whatever the tax is now, and has today’s requisites', async () => {
  await setTax([{ from: '2020-01-01', regime: 'usn', vat: null, ground: 'п. 2 ст. 346.11 НК РФ' }]);
  const company = await chargedCompany('2026-01-15', 1000);
  await runOn('2026-02-01');
  await setTax(vat22);
  await move(company, back('2026-02-10', 300, company.charged));
  await app.db.queryText("update organizations set name = 'ООО «Лютик»' where id = $1", [company.organizationId]);
  await runOn('2026-03-01');
  const revision = async () => {
    const { rows } = await app.db.queryText(
      `select revision, kind, vat_minor::int as tax, data->'vat' as vat, data->>'vatGround' as ground, data->'status' as status,
        data->'buyer'->>'name' as name, data->'buyer'->>'inn' as inn
      from closing_documents where organization_id = $1 order by revision desc limit 1`,
      [company.organizationId],
    );
    return rows[0];
  };
  const kept = { kind: 'act', tax: 0, vat: null, ground: 'п. 2 ст. 346.11 НК РФ', status: null };
  expect(await revision()).toEqual({ ...kept, revision: 1, name: 'ООО «Лютик»', inn: company.inn });
  await move(company, back('2026-03-10', 100, company.charged));
  await move(company, { day: '2026-03-11', kind: 'refund', amountMinor: -99_999_400 });
  await app.db.queryText(
    "update organizations set inn = null, kpp = null, ogrn = null, status = 'closed', closed_at = now() where id = $1",
    [company.organizationId],
  );
  await runOn('2026-04-01');
  expect(await revision()).toEqual({ ...kept, revision: 2, name: 'ООО «Лютик»', inn: company.inn });
  expect(errors).toEqual([]);
});

test('a revision is a valid file for exchange, an annulled document is left out of the month’s with its reason, and the register marks it', async () => {
  const [reduced, annulled] = [await chargedCompany('2025-01-15', 1000), await chargedCompany('2025-01-15', 1000)];
  for (const { organizationId } of [reduced, annulled])
    await app.db.queryText("update organizations set edo = '2LT-11002284301', address = 'г. Москва' where id = $1", [
      organizationId,
    ]);
  await runOn('2025-02-01');
  await move(reduced, back('2025-02-10', 300, reduced.charged));
  await move(annulled, back('2025-02-10', 1000, annulled.charged));
  await runOn('2025-03-01');
  const archive = await getFile(`${getXmlArchive.path}?month=2025-01`);
  const files = await readEntries(archive.rawPayload);
  const xml = [...files].filter(([name]) => name.endsWith('.xml'));
  expect(xml).toHaveLength(1);
  expect(await schemaFaults(xml.map(([name, content]) => ({ name, content })))).toEqual([]);
  const [, last] = await months(annulled);
  expect(files.get('Не вошли.txt')?.toString()).toBe(
    `УПД ${last?.number} от ${dayInDigits(String(last?.day))}, ООО «Ромашка», ИНН ${annulled.inn}: Документ аннулирован: всё, что списали за месяц, вернули на баланс\r\n`,
  );
  const refused = (await getFile(`/api/admin/documents/${last?.id}/xml`)).json();
  expect(refused).toMatchObject({ code: 'exchange_not_ready', detail: expect.stringMatching(/^Документ аннулирован/) });
  const register = await getFile(`${exportMonthlyRegister.path}?period=2025-01`);
  const [header, ...rows] = readSheet(readZip(register.rawPayload));
  const column = header?.indexOf('Аннулирован') as number;
  expect(rows.map((row) => [row[header?.indexOf('ИНН') as number], row[column]]).filter(([, mark]) => mark)).toEqual([
    [annulled.inn, 'да'],
  ]);
});

test('a reconciliation keeps to the days of the ledger, names each month’s document and the one that was given back', async () => {
  const company = await chargedCompany('2026-01-15', 1000);
  await runOn('2026-02-01');
  await move(company, charge('2026-02-03', 500), back('2026-02-10', 300, company.charged));
  await runOn('2026-03-01');
  const body = { from: '2026-01-01', to: '2026-02-28' };
  const { id, amountMinor } = (await app.call(createReconciliation, { body }, { token: company.token })).body;
  expect(amountMinor).toBe(100_000_000 - 1200);
  const { rows } = await app.db.queryText('select data from closing_documents where id = $1', [id]);
  const { data } = rows[0] as {
    data: { rows: { day: string; text: string; debitMinor: number; creditMinor: number }[] };
  };
  const [january, , february] = await months(company);
  // Numbers follow dates: a document that comes after later ones is dated today.
  const nameOf = (document?: Document) => `УПД № ${document?.number} от ${dayInDigits(String(document?.day))}`;
  expect(data.rows.map(({ day, text, debitMinor, creditMinor }) => [day, text, debitMinor, creditMinor])).toEqual([
    ['2026-01-31', nameOf(january), 1000, 0],
    ['2026-02-28', nameOf(february), 500, 0],
    ['2026-02-28', `Возврат: ${nameOf(january)}`, 0, 300],
  ]);
});

test('a refund opens with the document of its charge’s month', async () => {
  const company = await chargedCompany('2025-11-15', 1000);
  await runOn('2025-12-01');
  const refund = await move(company, back('2025-12-10', 300, company.charged));
  await move(company, charge('2025-12-11', 50));
  await runOn('2026-01-01');
  const { document } = (await app.call(getOperation, { params: { operationId: refund } }, { token: company.token }))
    .body;
  expect(document).toMatchObject({ period: '2025-11', revision: 1 });
});

test('what an older month was given back takes no advance invoice away from УПД of the month in which that was', async () => {
  const company = await newCompany(app);
  const { organizationId } = company;
  const topUp = (day: string, amountMinor: number): PastMovement => ({ day, kind: 'top_up', amountMinor });
  await move(company, topUp('2026-05-10', 1000));
  const charged = await move(company, charge('2026-05-15', 1000));
  await runOn('2026-06-01');
  await move(company, topUp('2026-06-03', 500));
  await runOn('2026-06-09');
  await move(company, charge('2026-06-10', 100), back('2026-06-20', 1000, charged));
  await runOn('2026-07-01');
  const { rows } = await app.db.queryText(
    `select d.period, d.revision, jsonb_array_length(d.data->'advances') as advances from closing_documents d
    where organization_id = $1 and kind = 'upd' order by period, revision`,
    [organizationId],
  );
  expect(rows).toEqual([
    { period: '2026-05', revision: 0, advances: 0 },
    { period: '2026-05', revision: 1, advances: 0 },
    { period: '2026-06', revision: 0, advances: 1 },
  ]);
});
