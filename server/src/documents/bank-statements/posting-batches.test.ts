import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { postStatement, transfer, undoStatement, uploadStatement } from '../../../tests/support/bank-statements.ts';
import { newCompany, newInvoice, setBusiness } from '../../../tests/support/business.ts';
import type { SignedIn } from '../../../tests/support/organizations.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { writeStatement } from '../../../tests/support/statement-writer.ts';
import { type Watched, watchStatements } from '../../../tests/support/statements.ts';

let watched: Watched;
const app = appForThisFile({
  watch: (db) => {
    watched = watchStatements(db);
    return watched.db;
  },
});
type Texts = Record<'posting' | 'undoing', string[]>;
let [ofOne, ofFive]: [Texts, Texts] = [
  { posting: [], undoing: [] },
  { posting: [], undoing: [] },
];
beforeAll(async () => {
  await setBusiness(app);
  const staff = await newStaff(app, 'finance');
  [ofOne, ofFive] = [await statementsOf(staff, 1), await statementsOf(staff, 5)];
}, 180_000);

/** The statements of posting and of undoing a file with so many paid invoices. */
async function statementsOf(staff: SignedIn, count: number): Promise<Texts> {
  const documents = [];
  for (let index = 0; index < count; index += 1) {
    const company = await newCompany(app);
    documents.push(transfer(company.inn, { purpose: (await newInvoice(app, company)).purpose }));
  }
  const { body } = await uploadStatement(app, staff.token, writeStatement(documents));
  watched.take();
  expect(await postStatement(app, staff.token, body.id)).toMatchObject({ status: 200 });
  const posting = watched.take();
  expect(await undoStatement(app, staff.token, body.id)).toMatchObject({ status: 200 });
  return { posting, undoing: watched.take() };
}

test('posting and undoing a statement take as many statements of SQL for five documents as for one', () => {
  expect(ofFive.posting.length).toBe(ofOne.posting.length);
  expect(ofFive.undoing.length).toBe(ofOne.undoing.length);
});

test.each(['posting', 'undoing'] as const)(
  'members are notified of %s a statement before balances are locked',
  (what) => {
    const texts = ofFive[what];
    const notified = texts.findIndex((text) => text.includes('insert into notifications'));
    const locked = texts.findIndex((text) => /from ledger_accounts[^;]*for (no key )?update/.test(text));
    expect(notified).toBeGreaterThan(-1);
    expect(locked).toBeGreaterThan(notified);
  },
);
