import { listAllAudit } from '@kazna/contract/admin/audit';
import * as contract from '@kazna/contract/admin/jobs';
import { getOverview } from '@kazna/contract/admin/overview';
import { beforeAll, expect, test } from 'vitest';
import { appForThisFile } from '../../tests/support/app-for-file.ts';
import type { SignedIn } from '../../tests/support/organizations.ts';
import { createPerson } from '../../tests/support/people.ts';
import { stepsOn } from '../../tests/support/query-plans.ts';
import { newStaff } from '../../tests/support/staff.ts';
import type { Queries } from '../platform/db/database.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { deleteJobsOf } from '../platform/jobs/store.ts';
import { getCounts, selectFailedJobs } from './overview-store.ts';

const app = appForThisFile();
let admin: SignedIn;
beforeAll(async () => {
  admin = await newStaff(app, 'admin');
});

const reason = 'Почта снова работает';
const list = async () => (await app.call(contract.listFailedJobs, {}, { token: admin.token })).body.items;
const countFailed = async () => (await app.call(getOverview, {}, { token: admin.token })).body.attention.failedJobs;
const retry = (name: string, jobId: string) =>
  app.call(contract.retryJob, { params: { name, jobId }, body: { reason } }, { token: admin.token });

/** A letter whose retries are used up. */
async function failedLetter(email: string): Promise<string> {
  const id = uuidv7();
  await app.db.queryText(
    `insert into pgboss.job (id, name, data, state, retry_limit, retry_count, output, completed_on)
     values ($1, 'account-news', $2, 'failed', 10, 10, '{"message": "connect ECONNREFUSED"}', now())`,
    [id, JSON.stringify({ kind: 'reset_wanted', email })],
  );
  return id;
}

test('a failed job is listed with its error, runs on retry, and the retry is in the audit log with its reason', async () => {
  const person = await createPerson(app);
  expect([await list(), await countFailed()]).toEqual([[], 0]);
  const id = await failedLetter(person.email);
  expect(await list()).toMatchObject([{ id, name: 'account-news', error: 'connect ECONNREFUSED' }]);
  expect(await countFailed()).toBe(1);
  expect((await retry('account-news', id)).status).toBe(204);
  await app.letter(person.email, 'Восстановление пароля');
  expect([await list(), await countFailed()]).toEqual([[], 0]);
  const { body } = await app.call(listAllAudit, {}, { token: admin.token });
  expect(body.items[0]).toMatchObject({ action: 'job.retried', details: { job: 'account-news', reason } });
});

test('a job that fails every minute is listed once, with how often, and hides no other', async () => {
  const { email } = await createPerson(app);
  const id = await failedLetter(email);
  await app.db.queryText(
    `insert into pgboss.job (id, name, state, created_on, completed_on)
     select gen_random_uuid(), 'hold-expiry', 'failed', now() + n * interval '1 minute', now() from generate_series(1, 150) n`,
  );
  expect(await list()).toMatchObject([
    { name: 'hold-expiry', times: 150 },
    { id, times: 1 },
  ]);
  expect(await countFailed()).toBe(2);
  await app.db.queryText("delete from pgboss.job where state = 'failed'");
});

test('jobs that are done cost neither the overview, the list of failed jobs nor the deletion of an account', async () => {
  await app.db.queryText(
    `insert into pgboss.job (id, name, data, state, completed_on)
     select gen_random_uuid(), 'account-news', jsonb_build_object('userId', gen_random_uuid(), 'email', n || '@example.ru'),
       'completed', now() from generate_series(1, 5000) n`,
  );
  await app.db.queryText('analyze pgboss.job_common');
  const person = { email: 'nobody@example.ru', userId: uuidv7() };
  const reads: Record<string, (db: Queries) => Promise<unknown>> = {
    overview: getCounts,
    failed: selectFailedJobs,
    deletion: (db) => deleteJobsOf(db, person),
  };
  for (const [name, read] of Object.entries(reads)) {
    const steps = await stepsOn('job_common', app.db, read);
    const touched = steps.map((step) => step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0));
    expect(Math.max(...touched), name).toBeLessThan(100);
  }
});

test('a job that did not fail, is missing or is of an unknown kind is not retried', async () => {
  const before = (await app.call(listAllAudit, {}, { token: admin.token })).body.items.length;
  const { rows } = await app.db.queryText("select id from pgboss.job where name = 'account-news' limit 1");
  expect((await retry('account-news', rows[0]?.id as string)).status).toBe(404);
  expect((await retry('account-news', uuidv7())).status).toBe(404);
  expect((await retry('no-such-job', uuidv7())).status).toBe(404);
  const after = (await app.call(listAllAudit, {}, { token: admin.token })).body.items.length;
  expect(after).toBe(before);
});
