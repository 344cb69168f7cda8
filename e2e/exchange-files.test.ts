import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { DocumentRow } from '../server/src/documents/monthly/document-data.ts';
import { issueDocument } from '../server/src/documents/monthly/issue-document.ts';
import { openDatabase } from '../server/src/platform/db/database.ts';
import { exchangeOfSeller } from '../server/tests/support/business.ts';
import { readXmlFile, schemaFaults } from '../server/tests/support/exchange-files.ts';
import { monthlySamples, unexchangedSamples } from '../server/tests/support/sample-documents.ts';
import { browserForThisFile, expectGood, mainHeading } from './harness/browser.ts';
import { fillBusiness } from './harness/business.ts';
import { ask, openCompany, switchTo } from './harness/calls.ts';
import { downloadBy } from './harness/download.ts';
import { operatorEnv } from './harness/operator.ts';
import { createPerson, openSession, signedIn } from './harness/people.ts';
import { type Product, productForThisFile } from './harness/product.ts';
import { openStaffPage } from './harness/staff.ts';

const { openPage } = browserForThisFile();
let product: Product;
productForThisFile({ env: operatorEnv }, async (started) => {
  product = started;
  await fillBusiness(product, exchangeOfSeller);
});

interface Issued {
  make?: (() => DocumentRow) | undefined;
  period?: string;
  revision?: number;
}

async function issueUpd(
  organizationId: string,
  { make = monthlySamples['upd1-22-subscriptions'], period = '2026-04', revision = 0 }: Issued = {},
): Promise<void> {
  const sample = make?.();
  if (sample?.kind !== 'upd') throw new Error('the sample is another document');
  const { kind, day, data, amountMinor, vatMinor } = sample;
  const number = `${sample.number}-${period}`;
  const { databaseUrl } = product;
  const db = await openDatabase({ databaseUrl, dataDir: '', poolSize: 1, onConnectionLost: () => {} });
  const issued = { organizationId, kind, number, revision, day, data, amountMinor, vatMinor };
  await db.transaction((tx) => issueDocument(tx, { ...issued, period, sourceId: null, createdBy: null }));
  await db.close();
}

test('what a document lacks for XML is named beside the download until it is filled in, then both sides save the file', async () => {
  const person = await openSession(product, await createPerson(product));
  const organizationId = await openCompany(product, person);
  const tokens = await switchTo(product, person, organizationId);
  await issueUpd(organizationId);
  const page = await openPage(signedIn(product, tokens));
  await page.goto(`${product.url}/documents`);
  await mainHeading(page, 'Документы').waitFor();
  const opener = page.getByRole('button', { name: /^Скачать: УПД/ });
  const files = page.getByRole('dialog', { name: 'Вид файла' });
  await opener.click();
  await files.getByText('XML для ЭДО пока не составить. Не хватает:').waitFor();
  expect(await files.getByRole('listitem').allTextContents()).toEqual(['Идентификатор ЭДО покупателя']);
  await expectGood(page, 'documents-xml-lacks');
  await page.keyboard.press('Escape');

  const edo = '2LT-11002284301';
  await ask(product, tokens, `/api/organizations/${organizationId}`, { method: 'PATCH', body: { edo } });
  await opener.click();
  const saved = await downloadBy(files.getByRole('button', { name: 'XML для ЭДО' }));
  const name = saved.suggestedFilename();
  expect(name).toMatch(/^ON_NSCHFDOPPR_2LT-11002284301_2BM-7707083893-771401001_\d{8}_[\da-f-]{36}_0_0_0_0_0_00\.xml$/);
  const content = await readFile(await saved.path());
  expect(`${readXmlFile(content).attributes.ИдФайл}.xml`).toBe(name);
  expect(await schemaFaults([{ name, content }])).toEqual([]);

  const staff = await openStaffPage(openPage, product, '/admin/documents?period=2026-04');
  const archive = await downloadBy(staff.getByRole('button', { name: 'XML для ЭДО' }));
  const zip = await readFile(await archive.path());
  expect([zip.subarray(0, 2).toString(), zip.includes(name)]).toEqual(['PK', true]);
});

test('a month that was wholly given back is annulled in both lists, has no XML and is not corrected', async () => {
  const person = await openSession(product, await createPerson(product));
  const organizationId = await openCompany(product, person);
  const period = '2026-05';
  await issueUpd(organizationId, { period });
  await issueUpd(organizationId, { period, revision: 1, make: unexchangedSamples['upd1-22-annulled'] });
  const page = await openPage(signedIn(product, await switchTo(product, person, organizationId)));
  await page.goto(`${product.url}/documents`);
  await page.getByText('Аннулирован', { exact: true }).waitFor();
  await page.getByText('Заменён исправлением', { exact: true }).waitFor();
  await page.getByRole('button', { name: /^Скачать: УПД.*исправление 1/ }).click();
  const files = page.getByRole('dialog', { name: 'Вид файла' });
  await files.getByText('Файла XML для ЭДО нет:').waitFor();
  expect(await files.getByRole('listitem').allTextContents()).toEqual([
    'Документ аннулирован: всё, что списали за месяц, вернули на баланс',
  ]);
  await expectGood(page, 'documents-annulled');

  const staff = await openStaffPage(openPage, product, `/admin/documents?period=${period}`);
  await staff.getByText('Исправление № 1. Аннулирован').waitFor();
  await expectGood(staff, 'admin-documents-annulled');
  expect(await staff.getByRole('button', { name: /^Исправить/ }).count()).toBe(0);
});
