import { listDocumentsAsStaff } from '@kazna/contract/admin/documents';
import { getDocumentArchive, listDocuments } from '@kazna/contract/cabinet/documents';
import { closeMonth } from '@kazna/contract/cabinet/monthly-documents';
import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../tests/support/app-for-file.ts';
import { type Company, invoiceFileName, newCompany, newInvoice, setBusiness } from '../../tests/support/business.ts';
import { importPast } from '../../tests/support/past-movements.ts';
import { newStaff } from '../../tests/support/staff.ts';
import { readEntries } from '../../tests/support/table-files.ts';

const app = appForThisFile();
beforeAll(() => setBusiness(app, { taxPeriods: [{ from: '2020-01-01', regime: 'osno', vat: 22 }] }));

async function getFile({ token }: Company, url: string) {
  return app.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
}

async function archiveOf(company: Company, query: Record<string, string>): Promise<Map<string, Buffer>> {
  const answer = await getFile(company, `${getDocumentArchive.path}?${new URLSearchParams(query)}`);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip']);
  return readEntries(answer.rawPayload);
}

async function withInvoiceAndMonth() {
  const company = await newCompany(app);
  await importPast(app, company.organizationId, [
    { day: '2026-01-10', kind: 'top_up', amountMinor: 500_000 },
    { day: '2026-01-15', kind: 'charge', amountMinor: -120_000 },
  ]);
  const invoice = await newInvoice(app, company);
  const month = (await app.call(closeMonth, { body: { period: '2026-01' } }, { token: company.token })).body;
  return { company, invoice, month };
}

test('documents stand by their own date, not by the minute they were made, page by page', async () => {
  const { company, invoice, month } = await withInvoiceAndMonth();
  const { token } = company;
  const first = (await app.call(listDocuments, { query: { limit: 1 } }, { token })).body;
  expect(first.items.map(({ id }) => id)).toEqual([invoice.id]);
  const query = { limit: 1, cursor: first.nextCursor ?? undefined };
  expect((await app.call(listDocuments, { query }, { token })).body.items.map(({ id }) => id)).toEqual([month.id]);
  const found = (await app.call(listDocuments, { query: { q: month.number.slice(-4) } }, { token })).body.items;
  expect(found.map(({ id }) => id)).toContain(month.id);
  expect((await app.call(listDocuments, { query: { q: '%' } }, { token })).body.items).toEqual([]);
});

test('documents are found by their exact sum', async () => {
  const { company, month } = await withInvoiceAndMonth();
  const { token } = company;
  const other = await newInvoice(app, company, 77_701);
  const idsOf = async (amountMinor: number) =>
    (await app.call(listDocuments, { query: { amountMinor } }, { token })).body.items.map(({ id }) => id);
  expect(await idsOf(77_701)).toEqual([other.id]);
  expect(await idsOf(month.amountMinor)).toContain(month.id);
  expect(await idsOf(month.amountMinor)).not.toContain(other.id);
  expect(await idsOf(77_700)).toEqual([]);
});

test('staff list the documents of an organization without its invoices, which they have a list of', async () => {
  const { company, month } = await withInvoiceAndMonth();
  const { token } = await newStaff(app, 'support');
  const params = { organizationId: company.organizationId };
  const { body } = await app.call(listDocumentsAsStaff, { params, query: { except: 'invoice', limit: 1 } }, { token });
  expect(body.items.map(({ id }) => id)).toEqual([month.id]);
});

test('an archive holds the files of the period alone, by their names, byte for byte', async () => {
  const { company, invoice, month } = await withInvoiceAndMonth();
  const name = `УПД ${month.number} от 31.01.2026.pdf`;
  const quarter = await archiveOf(company, { from: '2026-01-01', to: '2026-03-31' });
  expect([...quarter.keys()]).toEqual([name]);
  const file = await getFile(company, `/api/documents/${month.id}/file`);
  expect(quarter.get(name)?.equals(file.rawPayload)).toBe(true);
  expect(decodeURIComponent(String(file.headers['content-disposition']))).toBe(`attachment; filename*=UTF-8''${name}`);
  expect([...(await archiveOf(company, {})).keys()]).toEqual([invoiceFileName(invoice), name]);
});

test("an archive holds nothing of another organization's, and days that have no document make an empty one", async () => {
  const { company } = await withInvoiceAndMonth();
  expect((await archiveOf(company, { to: '2001-01-01' })).size).toBe(0);
  expect((await archiveOf(await newCompany(app), {})).size).toBe(0);
});
