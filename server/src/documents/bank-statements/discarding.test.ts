import { createHash } from 'node:crypto';
import { listAllAudit } from '@kazna/contract/admin/audit';
import { discardBankStatement, getBankStatement } from '@kazna/contract/admin/bank-statements';
import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { postStatement, transfer, undoStatement, uploadStatement } from '../../../tests/support/bank-statements.ts';
import { setBusiness } from '../../../tests/support/business.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { writeStatement } from '../../../tests/support/statement-writer.ts';
import { deleteOldPreviews } from './preview-statement.ts';

const app = appForThisFile();
let staff: Awaited<ReturnType<typeof newStaff>>;
let token: string;
beforeAll(async () => {
  await setBusiness(app);
  staff = await newStaff(app, 'finance');
  token = staff.token;
});

const file = () => writeStatement([transfer('7736050003')]);
const upload = async (bytes = file()) => (await uploadStatement(app, token, bytes)).body.id;
const discard = (statementId: string) => app.call(discardBankStatement, { params: { statementId } }, { token });
const get = async (statementId: string) =>
  (await app.call(getBankStatement, { params: { statementId } }, { token })).status;

test('a preview of a statement is discarded with its documents, and its file can come again', async () => {
  const bytes = file();
  const id = await upload(bytes);
  expect((await discard(id)).status).toBe(204);
  expect([await get(id), (await discard(id)).status]).toEqual([404, 404]);
  expect((await postStatement(app, token, await upload(bytes))).status).toBe(200);
});

const discarded = async () => {
  const { body } = await app.call(listAllAudit, { query: { limit: 100 } }, { token });
  return body.items.filter(({ action }) => action === 'statement.discarded');
};

test('the audit log says who discarded which statement’s file, once, and nothing of a refusal', async () => {
  const bytes = writeStatement([
    transfer('7736050003', { day: '2026-02-02', amountMinor: 150_050 }),
    transfer('7736050003', { day: '2026-02-03', amountMinor: 10_000 }),
  ]);
  const before = await discarded();
  const id = await upload(bytes);
  await Promise.all([discard(id), discard(id), discard(id)]);
  const posted = await upload();
  await postStatement(app, token, posted);
  expect((await discard(posted)).status).toBe(409);
  const [entry, ...others] = await discarded();
  expect(others).toEqual(before);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect(entry).toMatchObject({
    actorName: staff.name,
    details: { firstDay: '2026-02-02', lastDay: '2026-02-03', incoming: '2: 1600.50', sha256 },
  });
});

test('a posted or undone statement is not discarded', async () => {
  const id = await upload();
  await postStatement(app, token, id);
  expect(await discard(id)).toMatchObject({ status: 409, body: { code: 'statement_not_open' } });
  await undoStatement(app, token, id);
  expect(await discard(id)).toMatchObject({ status: 409, body: { code: 'statement_not_open' } });
  expect(await get(id)).toBe(200);
});

test('of posting and discarding a statement at once one wins: either all is credited or nothing is left', async () => {
  for (let round = 0; round < 3; round += 1) {
    const id = await upload();
    const [posted, discarded] = await Promise.all([postStatement(app, token, id), discard(id)]);
    expect([posted.status, discarded.status]).toEqual(posted.status === 200 ? [200, 409] : [404, 204]);
  }
});

test('the night’s job deletes previews that were not posted for 30 days, and no others', async () => {
  const [old, recent, posted] = [await upload(), await upload(), await upload()];
  await postStatement(app, token, posted);
  const age = "update bank_statements set created_at = now() - interval '31 days' where id = any($1)";
  await app.db.queryText(age, [[old, posted]]);
  await deleteOldPreviews(app.db);
  expect([await get(old), await get(recent), await get(posted)]).toEqual([404, 200, 200]);
});
