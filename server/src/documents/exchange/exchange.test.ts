import { getBusiness, updateBusiness } from '@kazna/contract/admin/business';
import { correctDocument, getXmlArchive, getXmlReadinessAsStaff } from '@kazna/contract/admin/documents';
import { updateExchangeRequisites } from '@kazna/contract/admin/organizations';
import { getXmlReadiness } from '@kazna/contract/cabinet/documents';
import { closeMonth } from '@kazna/contract/cabinet/monthly-documents';
import { updateOrganization } from '@kazna/contract/cabinet/organization-forms';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import {
  type Company,
  exchangeOfSeller,
  newCompany,
  newInvoice,
  setBusiness,
} from '../../../tests/support/business.ts';
import { allAt, readXmlFile, schemaFaults } from '../../../tests/support/exchange-files.ts';
import type { SignedIn } from '../../../tests/support/organizations.ts';
import { importPast } from '../../../tests/support/past-movements.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { readEntries } from '../../../tests/support/table-files.ts';

const app = appForThisFile();
let staff: SignedIn;
const ground = 'п. 2 ст. 346.11 НК РФ';
beforeAll(async () => {
  staff = await newStaff(app, 'admin');
  await setBusiness(app, {
    ...exchangeOfSeller,
    taxPeriods: [
      { from: '2020-01-01', regime: 'osno', vat: 22 },
      { from: '2026-02-01', regime: 'usn', vat: null, ground },
    ],
  });
});

async function withMonth(period: string) {
  const company = await newCompany(app);
  await importPast(app, company.organizationId, [
    { day: `${period}-10`, kind: 'top_up', amountMinor: 500_000 },
    { day: `${period}-15`, kind: 'charge', amountMinor: -120_000 },
  ]);
  const { body } = await app.call(closeMonth, { body: { period } }, { token: company.token });
  return { company, document: body };
}

const get = (url: string, { token }: { token: string }) =>
  app.app.inject({ url, headers: { authorization: `Bearer ${token}` } });

const setEdo = ({ organizationId, token }: Company, edo: string, address = '117312, г. Москва, ул. Вавилова, д. 19') =>
  app.call(updateOrganization, { params: { organizationId }, body: { edo, address } }, { token });

test('a document that lacks something for XML names it by field, and is made once the organization said it', async () => {
  const { company, document } = await withMonth('2026-01');
  const path = `/api/documents/${document.id}/xml`;
  const refused = await get(path, company);
  expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'exchange_not_ready' }]);
  const lacking = { missing: refused.json().errors };
  expect(lacking.missing.map((one: { path: string }) => one.path)).toEqual(['buyer.edo', 'buyer.address']);
  const params = { documentId: document.id };
  expect((await app.call(getXmlReadiness, { params }, { token: company.token })).body).toEqual(lacking);
  expect((await setEdo(company, '2LT-11002284301')).status).toBe(200);
  const again = (await app.call(getXmlReadinessAsStaff, { params }, { token: staff.token })).body;
  expect(again.missing.map((one) => one.path)).toEqual(['buyer.address']);
  const body = { reason: 'Покупатель указал адрес' };
  const revision = (await app.call(correctDocument, { params, body }, { token: staff.token })).body;
  const file = await get(`/api/documents/${revision.id}/xml`, company);
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/xml']);
  const read = readXmlFile(file.rawPayload);
  expect(decodeURIComponent(String(file.headers['content-disposition']))).toContain(`${read.attributes.ИдФайл}.xml`);
  expect(read.attributes.ИдФайл).toMatch(/^ON_NSCHFDOPPR_2LT-11002284301_2BM-7707083893-771401001_\d{8}_/);
  expect(allAt(read, 'Документ/СвСчФакт/ИспрДок')[0]?.attributes.НомИспр).toBe('1');
  expect(await schemaFaults([{ name: 'revision.xml', content: file.rawPayload }])).toEqual([]);
  const asStaff = await get(`/api/admin/documents/${revision.id}/xml`, staff);
  expect(asStaff.rawPayload.equals(file.rawPayload)).toBe(true);
});

test('an invoice to pay has no XML, and a foreign document answers as a missing one', async () => {
  const { company, document } = await withMonth('2026-01');
  const invoice = await newInvoice(app, company);
  expect((await get(`/api/documents/${invoice.id}/xml`, company)).json().code).toBe('document_without_xml');
  expect((await get(`/api/documents/${document.id}/xml`, await newCompany(app))).json().code).toBe('not_found');
});

test('the contract that staff set and the ground of «Без НДС» stand in new documents alone', async () => {
  const { company, document } = await withMonth('2026-02');
  const { organizationId, token } = company;
  await setEdo(company, '2LT-11002284301');
  const contract = { number: '15/2026-ВС', day: '2026-02-01' };
  const body = { contract, edo: '2LT-11002284301' };
  const changed = await app.call(
    updateExchangeRequisites,
    { params: { organizationId }, body },
    { token: staff.token },
  );
  expect([changed.status, changed.body.contract, changed.body.edo]).toEqual([200, contract, body.edo]);
  const textOf = async (id: string) => {
    const { rawPayload } = await get(`/api/documents/${id}/file`, { token });
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), { mergePages: true });
    return text.replace(/\s+/g, ' ');
  };
  expect(await textOf(document.id)).toContain('Договор-оферта');
  const params = { documentId: document.id };
  const revision = (
    await app.call(correctDocument, { params, body: { reason: 'Подписан договор' } }, { token: staff.token })
  ).body;
  const invoice = await newInvoice(app, company);
  for (const id of [revision.id, invoice.id]) {
    expect(await textOf(id)).toContain('Договор № 15/2026-ВС от 01.02.2026');
    expect(await textOf(id)).toContain(`Без НДС (${ground})`);
  }
  const grounds = async (id: string, path: string) =>
    allAt(
      readXmlFile((await get(`/api/documents/${id}/xml`, { token })).rawPayload),
      `Документ/СвПродПер/СвПер/${path}`,
    );
  expect((await grounds(document.id, 'БезДокОснПер')).length).toBe(1);
  expect((await grounds(revision.id, 'ОснПер'))[0]?.attributes.РеквНомерДок).toBe(contract.number);
});

test('the archive of a month holds the last revisions that can be made, and a list of those left out', async () => {
  const ready = await withMonth('2026-03');
  await setEdo(ready.company, '2LT-11002284301');
  const params = { documentId: ready.document.id };
  const second = await withMonth('2026-03');
  await app.call(
    updateExchangeRequisites,
    {
      params: { organizationId: ready.company.organizationId },
      body: { contract: { number: '7', day: '2026-03-01' }, edo: '2LT-11002284301' },
    },
    { token: staff.token },
  );
  await app.call(correctDocument, { params, body: { reason: 'Подписан договор' } }, { token: staff.token });
  const answer = await get(`${getXmlArchive.path}?month=2026-03`, staff);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip']);
  const entries = await readEntries(answer.rawPayload);
  const [name, list] = [...entries.keys()] as [string, string];
  expect([entries.size, list]).toEqual([2, 'Не вошли.txt']);
  expect(allAt(readXmlFile(entries.get(name) as Buffer), 'Документ/СвСчФакт/ИспрДок').length).toBe(1);
  const left = String(entries.get(list));
  expect(left).toContain(`Акт ${second.document.number} от 31.03.2026`);
  expect(left).toContain(`ИНН ${second.company.inn}: Идентификатор ЭДО покупателя`);
});

test('an id for exchange that names no operator is refused, and an empty one removes it', async () => {
  const company = await newCompany(app);
  expect((await setEdo(company, 'ABC')).body).toMatchObject({ code: 'validation_failed', errors: [{ path: 'edo' }] });
  await setEdo(company, '2LT-11002284301');
  expect((await setEdo(company, '')).body.edo).toBe(null);
});

test('a month is not packed while the business has not said who signs', async () => {
  await withMonth('2026-04');
  const { version, data } = (await app.call(getBusiness, {}, { token: staff.token })).body;
  const { signer: _, edo: __, ...rest } = data as NonNullable<typeof data>;
  const body = { version, data: rest as NonNullable<typeof data> };
  expect((await app.call(updateBusiness, { body }, { token: staff.token })).status).toBe(200);
  const answer = await get(`${getXmlArchive.path}?month=2026-04`, staff);
  expect([answer.statusCode, answer.json().errors]).toEqual([
    409,
    [
      { path: 'seller.edo', message: 'Идентификатор ЭДО продавца' },
      { path: 'seller.signer', message: 'Подписант продавца' },
    ],
  ]);
});
