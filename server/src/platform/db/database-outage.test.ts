import { forgotPassword } from '@kazna/contract/cabinet/accounts';
import { getProfile } from '@kazna/contract/cabinet/profile';
import { getLiveness, getReadiness } from '@kazna/contract/shared/health';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { createPerson, signInPerson } from '../../../tests/support/people.ts';
import { type Postgres, startPostgres } from '../../../tests/support/postgres.ts';

let postgres: Postgres;
let app: TestApp;
beforeAll(async () => {
  postgres = await startPostgres();
  app = await startTestApp(postgres.url, { template: 'template0' });
});
afterAll(async () => {
  await app.close();
  await postgres.remove();
});

test('during a database outage calls answer 503, the process lives, and all works afterwards', async () => {
  const person = await createPerson(app);
  const { accessToken: token } = await signInPerson(app, person);
  // Queries in flight must fail without ending the process.
  const caught = Promise.allSettled([
    app.db.transaction((tx) => tx.queryText('select pg_sleep(30)')),
    app.db.queryText('select pg_sleep(30)'),
  ]);
  await expect.poll(() => sleepers(), { timeout: 5000 }).toBe(2);
  // The test server has no fsync: a crash right now would lose the session.
  await app.db.queryText('checkpoint');
  await postgres.stop('immediate');
  expect((await caught).map(({ status }) => status)).toEqual(['rejected', 'rejected']);

  for (const endpoint of [getReadiness, getProfile]) {
    for (let turn = 0; turn < 3; turn += 1) {
      const answer = await app.call(endpoint, {}, { token });
      expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
  }
  const forgot = await app.call(forgotPassword, { body: { email: person.email } });
  expect(forgot).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(await app.call(getLiveness)).toMatchObject({ status: 200 });

  await postgres.start();
  await expect.poll(async () => (await app.call(getReadiness)).status, { timeout: 10_000 }).toBe(200);
  expect(await app.call(getProfile, {}, { token })).toMatchObject({ status: 200 });
  expect(await app.call(forgotPassword, { body: { email: person.email } })).toMatchObject({ status: 204 });
  await app.letter(person.email, 'Восстановление пароля');
});

async function sleepers(): Promise<number> {
  const { rows } = await app.db.queryText(
    "select from pg_stat_activity where query like 'select pg_sleep%' and state = 'active'",
  );
  return rows.length;
}
