import { correctDocument } from '@kazna/contract/admin/documents';
import { type Document, isAnnulled, listDocuments } from '@kazna/contract/cabinet/documents';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { appForThisFile } from '../../../../tests/support/app-for-file.ts';
import {
  creditByBank,
  postStatement,
  transfer,
  undoStatement,
  uploadStatement,
} from '../../../../tests/support/bank-statements.ts';
import { type Company, newCompany, newInvoice, setBusiness } from '../../../../tests/support/business.ts';
import { setClock } from '../../../../tests/support/services.ts';
import { newStaff } from '../../../../tests/support/staff.ts';
import { writeStatement } from '../../../../tests/support/statement-writer.ts';
import { documentReady } from '../../notifications.ts';
import { issueAdvance } from './issue-advance.ts';
import { selectReceiptsOf } from './store.ts';

const app = appForThisFile();
let staff: string;
let company: Company;

beforeAll(async () => {
  staff = (await newStaff(app, 'admin')).token;
  await setBusiness(app, { taxPeriods: [{ from: '2020-01-01', regime: 'osno', vat: 22 }] });
});
beforeEach(async () => {
  await setClock(app.db, '2027-05-03T09:00:00Z');
  company = await newCompany(app);
});

const at = (day: string) => setClock(app.db, `${day}T09:00:00Z`);
const receipts = () => selectReceiptsOf(app.db, company.organizationId, { from: '2027-05-01', to: '2027-05-31' });
async function issue(day: string): Promise<void> {
  await at(day);
  for (const receipt of await receipts())
    await app.db.transaction((tx) => issueAdvance(tx, receipt, new Date(`${day}T09:00:00Z`)));
}
const advances = async (): Promise<Document[]> =>
  (await app.call(listDocuments, { query: { kind: 'advance_invoice' } }, { token: company.token })).body.items;
const said = async () => (await advances()).map(({ amountMinor, revision }) => [amountMinor, revision]);
const correct = (documentId: string) =>
  app.call(correctDocument, { params: { documentId }, body: { reason: 'Перевод отменён' } }, { token: staff });

test('undoing a statement annuls the advance invoices of its transfers, and the same file posted again gets one anew', async () => {
  const { purpose } = await newInvoice(app, company);
  const file = writeStatement([transfer(company.inn, { day: '2027-05-03', purpose })]);
  const post = async () => {
    const { body } = await uploadStatement(app, staff, file);
    expect((await postStatement(app, staff, body.id)).status).toBe(200);
    return body.id;
  };
  const statementId = await post();
  await issue('2027-05-08');
  expect(await said()).toEqual([[120_000, 0]]);
  await at('2027-05-10');
  expect((await undoStatement(app, staff, statementId)).status).toBe(200);
  const [annulled, first] = await advances();
  expect([annulled?.number, annulled && isAnnulled(annulled)]).toEqual([first?.number, true]);
  const { rows } = await app.db.queryText(
    `select vat_minor::int as vat, (select details from notifications n where n.details->>'documentId' = d.id::text limit 1)
     from closing_documents d where id = $1`,
    [annulled?.id],
  );
  expect(rows[0]?.vat).toBe(0);
  const { headline, paragraphs } = documentReady.describe(rows[0]?.details as never, { publicUrl: '' } as never);
  expect(headline).toBe(`Счёт-фактура на аванс № ${first?.number} за май 2027 года аннулирован`);
  expect(paragraphs[0]).toContain('Мы отменили зачисление перевода');
  expect((await correct(annulled?.id as string)).body).toMatchObject({ code: 'document_unchanged' });
  await post();
  await issue('2027-05-15');
  expect(await said()).toEqual([
    [120_000, 0],
    [0, 1],
    [120_000, 0],
  ]);
});

test('an advance invoice whose transfer was undone before is annulled by a correction', async () => {
  await creditByBank(app, staff, company, 120_000, { day: '2027-05-03' });
  await issue('2027-05-08');
  await app.db.queryText("update bank_receipts set status = 'undone' where organization_id = $1", [
    company.organizationId,
  ]);
  const [first] = await advances();
  expect((await correct(first?.id as string)).body).toMatchObject({ amountMinor: 0, vatMinor: 0, revision: 1 });
});

test('a transfer that is undone at the moment of its advance invoice has none that counts', async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    await at('2027-05-03');
    company = await newCompany(app);
    const statementId = await creditByBank(app, staff, company, 120_000, { day: '2027-05-03' });
    await at('2027-05-08');
    const [, undone] = await Promise.all([issue('2027-05-08'), undoStatement(app, staff, statementId)]);
    expect(undone.status).toBe(200);
    await issue('2027-05-09');
    expect((await advances()).filter(({ isSuperseded }) => !isSuperseded).every(isAnnulled)).toBe(true);
  }
});
