import * as contract from '@kazna/contract/cabinet/accountant-letters';
import { listAudit } from '@kazna/contract/cabinet/audit';
import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { type Company, newCompany, setBusiness } from '../../../tests/support/business.ts';
import { importPast } from '../../../tests/support/past-movements.ts';
import { readEntries } from '../../../tests/support/table-files.ts';
import { listLetters } from '../../platform/mail/mailbox-store.ts';
import { issueAdvance } from '../monthly/advances/issue-advance.ts';
import { selectReceiptsOf } from '../monthly/advances/store.ts';
import { makeMonthDocument, reviseMonth } from '../monthly/month-document.ts';
import { insertRun } from '../monthly/runs-store.ts';
import { signLink } from './link-token.ts';
import { enqueueMonth } from './send-month.ts';

const app = appForThisFile();
const period = '2026-01';
beforeAll(async () => {
  await setBusiness(app);
  await insertRun(app.db, { task: 'months', day: `${period}-01` });
});

let addresses = 0;
const newAddress = () => {
  addresses += 1;
  return `month-${addresses}@example.ru`;
};
const set = ({ token }: Company, email: string) =>
  app.call(contract.setAccountantAddress, { body: { email } }, { token });
const read = async ({ token }: Company) => (await app.call(contract.getAccountantAddress, {}, { token })).body;
const tokenIn = (text: string, path: string) =>
  decodeURIComponent(new RegExp(`${path}\\?token=(\\S+)`).exec(text)?.[1] ?? '');
const lettersTo = (email: string) => listLetters(app.db, email, 100);

async function companyWithAct(): Promise<Company> {
  const company = await newCompany(app);
  const { organizationId } = company;
  await importPast(app, organizationId, [
    { day: '2026-01-10', kind: 'top_up', amountMinor: 500_000 },
    { day: '2026-01-15', kind: 'charge', amountMinor: -120_000 },
  ]);
  await app.db.transaction((tx) => makeMonthDocument(tx, { organizationId, period, createdBy: null }, new Date()));
  return company;
}

async function confirmed(company: Company): Promise<string> {
  const email = newAddress();
  await set(company, email);
  const { text } = await app.letter(email, 'подтвердите адрес');
  const token = tokenIn(text, '/auth/accountant');
  expect((await app.call(contract.confirmAccountantAddress, { body: { token } })).status).toBe(200);
  return email;
}

test('an accountant’s address gets nothing but a question before it agrees', async () => {
  const company = await companyWithAct();
  const email = newAddress();
  expect((await set(company, email)).body).toEqual({ email, isConfirmed: false });
  await app.letter(email, 'подтвердите адрес');
  await enqueueMonth(app);
  const { rows } = await app.db.queryText('select * from accountant_letters where organization_id = $1', [
    company.organizationId,
  ]);
  expect(rows).toEqual([]);
  const { body } = await app.call(
    listAudit,
    { params: { organizationId: company.organizationId } },
    { token: company.token },
  );
  expect(body.items[0]).toMatchObject({ action: 'accountant_address.set', details: { domain: 'example.ru' } });
});

test('an accountant’s address that agreed gets a month’s documents once, with the files, however often the job runs', async () => {
  const company = await companyWithAct();
  const email = await confirmed(company);
  expect(await read(company)).toEqual({ email, isConfirmed: true });
  await Promise.all([enqueueMonth(app), enqueueMonth(app), enqueueMonth(app)]);
  const letter = await app.letter(email, 'за январь 2026');
  expect(letter.attachments).toEqual([{ name: expect.stringMatching(/^УПД .+\.pdf$/), bytes: expect.any(Number) }]);
  await enqueueMonth(app);
  expect((await lettersTo(email)).filter(({ subject }) => subject.includes('за январь'))).toHaveLength(1);
});

test('a month of which there are advance invoices alone has a letter', async () => {
  const company = await newCompany(app);
  const { organizationId } = company;
  await importPast(app, organizationId, [{ day: '2026-01-10', kind: 'top_up', amountMinor: 500_000 }]);
  for (const receipt of await selectReceiptsOf(app.db, organizationId, { from: '2026-01-10', to: '2026-01-10' }))
    await app.db.transaction((tx) => issueAdvance(tx, receipt, new Date('2026-01-15T09:00:00Z')));
  const email = await confirmed(company);
  await enqueueMonth(app);
  const letter = await app.letter(email, 'за январь 2026');
  expect(letter.attachments).toEqual([
    { name: expect.stringMatching(/^Счёт-фактура на аванс .+\.pdf$/), bytes: expect.any(Number) },
  ]);
});

test('the link of a letter stops the letters, and stopping twice is no error', async () => {
  const company = await companyWithAct();
  const email = await confirmed(company);
  await enqueueMonth(app);
  const token = tokenIn((await app.letter(email, 'за январь 2026')).text, '/auth/accountant-stop');
  for (let turn = 0; turn < 2; turn += 1)
    expect((await app.call(contract.stopAccountantLetters, { body: { token } })).status).toBe(200);
  expect(await read(company)).toEqual({ email: null, isConfirmed: false });
});

test('another accountant’s address has to agree anew, and links of the former one do nothing', async () => {
  const company = await newCompany(app);
  const former = newAddress();
  await set(company, former);
  const token = tokenIn((await app.letter(former, 'подтвердите адрес')).text, '/auth/accountant');
  const email = newAddress();
  await set(company, email);
  expect(await app.call(contract.confirmAccountantAddress, { body: { token } })).toMatchObject({
    status: 400,
    body: { code: 'accountant_link_invalid' },
  });
  expect(await read(company)).toEqual({ email, isConfirmed: false });
});

test('files of a month are fetched by a signed link until it expires or the letters stop', async () => {
  const company = await companyWithAct();
  const email = await confirmed(company);
  const { organizationId } = company;
  const link = { purpose: 'files', organizationId, email, period } as const;
  const get = (token: string) =>
    app.app.inject({ url: `${contract.getMonthFiles.path}?token=${encodeURIComponent(token)}` });
  const soon = new Date(Date.now() + 60_000).toISOString();
  const valid = signLink(app.keys.unsubscribe, { ...link, expiresAt: soon });
  const files = await readEntries((await get(valid)).rawPayload);
  expect([...files.keys()]).toEqual([expect.stringMatching(/^УПД .+ от 31\.01\.2026\.pdf$/)]);
  const refused = [
    signLink(app.keys.unsubscribe, { ...link, expiresAt: '2026-01-01T00:00:00Z' }),
    signLink(app.keys.unsubscribe, { ...link, purpose: 'stop' }),
    signLink(Buffer.alloc(32), link),
    'nonsense',
    `${valid.slice(0, 40)}.${valid.split('.')[1]}`,
  ];
  for (const token of refused) expect((await get(token)).statusCode).toBe(400);
  await app.call(contract.removeAccountantAddress, {}, { token: company.token });
  expect((await get(valid)).statusCode).toBe(400);
});

test('one accountant’s address is asked three times a day at most, by any organizations', async () => {
  const email = newAddress();
  const answers: number[] = [];
  for (let turn = 0; turn < 4; turn += 1) answers.push((await set(await newCompany(app), email)).status);
  expect(answers).toEqual([200, 200, 200, 429]);
});

test('the letter of a month has revisions of earlier ones since the letter before, once, also for who has no document of the month', async () => {
  const company = await newCompany(app);
  const { organizationId } = company;
  const [, charged] = await importPast(app, organizationId, [
    { day: '2026-01-10', kind: 'top_up', amountMinor: 500_000 },
    { day: '2026-01-15', kind: 'charge', amountMinor: -120_000 },
  ]);
  const revise = async (amountMinor: number) => {
    const back = { day: '2026-02-10', kind: 'charge_refund', amountMinor, undoes: charged as string } as const;
    await importPast(app, organizationId, [back]);
    await app.db.transaction((tx) => reviseMonth(tx, organizationId, period));
  };
  await app.db.transaction((tx) => makeMonthDocument(tx, { organizationId, period, createdBy: null }, new Date()));
  const email = await confirmed(company);
  await enqueueMonth(app);
  await app.letter(email, 'за январь 2026');
  await revise(20_000);
  await revise(10_000);
  await insertRun(app.db, { task: 'months', day: '2026-02-01' });
  await enqueueMonth(app);
  const letter = await app.letter(email, 'за февраль 2026');
  expect(letter.attachments).toEqual([
    { name: expect.stringMatching(/^УПД .+ исправление 2\.pdf$/), bytes: expect.any(Number) },
  ]);
  expect(letter.text).toContain('исправленные документы за прошлые месяцы');
  await insertRun(app.db, { task: 'months', day: '2026-03-01' });
  await enqueueMonth(app);
  const { rows } = await app.db.queryText(
    'select period from accountant_letters where organization_id = $1 order by 1',
    [organizationId],
  );
  expect(rows.map((row) => row.period)).toEqual(['2026-01', '2026-02']);
});
