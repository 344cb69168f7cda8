import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { transfer, uploadStatement } from '../../../tests/support/bank-statements.ts';
import { businessBody, ownAccount } from '../../../tests/support/business.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { writeStatement } from '../../../tests/support/statement-writer.ts';
import { ownOnDays, readOwnAccounts } from './store.ts';

const app = appForThisFile();
const former = '40702810900000005555';
const returned = '40702810900000007777';
const formerInn = '7736050003';

/** The former account was there from 1 to 10 March, the returned one then and again since 1 June. */
const versions: [at: string, inn: string, accounts: string[]][] = [
  ['2026-01-01T12:00:00Z', businessBody.inn, [ownAccount]],
  ['2026-03-01T12:00:00Z', formerInn, [former, returned]],
  ['2026-03-10T12:00:00Z', businessBody.inn, [ownAccount]],
  ['2026-06-01T12:00:00Z', businessBody.inn, [ownAccount, returned]],
];

beforeAll(async () => {
  const [first] = businessBody.bankAccounts;
  for (const [index, [at, inn, accounts]] of versions.entries()) {
    const bankAccounts = accounts.map((account) => ({ ...first, bank: { ...first?.bank, account } }));
    await app.db.queryText(
      `insert into business_versions (version, data, created_by, created_at) values ($1, $2, gen_random_uuid(), $3)`,
      [index + 1, JSON.stringify({ ...businessBody, inn, bankAccounts }), at],
    );
  }
});

test('an account that left the requisites counts as ours for documents of the next 90 days and no later', async () => {
  const { accounts, innsOn } = await readOwnAccounts(app.db);
  const accountsOn = ownOnDays(accounts);
  expect([...accountsOn('2026-06-08')].toSorted()).toEqual([ownAccount, former, returned].toSorted());
  expect([...accountsOn('2026-06-09')].toSorted()).toEqual([ownAccount, returned].toSorted());
  expect([...innsOn('2026-06-08')].toSorted()).toEqual([businessBody.inn, formerInn].toSorted());
  expect([...innsOn('2026-06-09')]).toEqual([businessBody.inn]);
});

test('an account that the requisites name now counts as ours whatever the day of the document', async () => {
  const accountsOn = ownOnDays((await readOwnAccounts(app.db)).accounts);
  for (const day of ['2019-01-01', '2030-01-01']) {
    expect([accountsOn(day).has(ownAccount), accountsOn(day).has(returned)]).toEqual([true, true]);
  }
});

test('money on an account that left the requisites long ago is not credited, and the statement says so', async () => {
  const { token } = await newStaff(app, 'finance');
  const payee = { account: former, name: businessBody.name, inn: businessBody.inn, bik: '044525225' };
  const documents = ['2026-06-08', '2026-06-09'].map((day) => transfer('7707083893', { day, payee }));
  const { status, body } = await uploadStatement(app, token, writeStatement(documents));
  expect(status).toBe(201);
  expect(body.incoming).toHaveLength(1);
  expect(body.faults.map(({ message }) => message)).toEqual([
    'Ни одного из счетов документа на его дату не было в реквизитах компании. Пропущен',
  ]);
});
