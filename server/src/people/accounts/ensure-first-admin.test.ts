import { getProfile } from '@kazna/contract/cabinet/profile';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startTestApp } from '../../../tests/support/app.ts';
import { createPerson, newPerson, signInPerson } from '../../../tests/support/people.ts';
import { ensureFirstAdmin } from './ensure-first-admin.ts';

const configured = { email: 'Admin@Kazna.local', password: undefined };

async function startApp() {
  const app = await startTestApp(inject('databaseUrl'));
  onTestFinished(() => app.close());
  return app;
}

test('of many processes that start at once one creates the admin and returns a valid password', async () => {
  const app = await startApp();
  const shown = await Promise.all(Array.from({ length: 12 }, () => ensureFirstAdmin(app.db, configured)));
  const [admin, ...others] = shown.filter((it) => it !== null);
  expect(others).toEqual([]);
  expect(admin).toMatchObject({ email: 'admin@kazna.local', password: expect.stringMatching(/^[\w-]{16}$/) });

  const { email = '', password = '' } = admin ?? {};
  const { accessToken } = await signInPerson(app, { ...newPerson(), email, password });
  const profile = await app.call(getProfile, {}, { token: accessToken });
  expect(profile.body).toMatchObject({ operatorRole: 'admin', memberships: [{ role: 'owner' }] });

  expect(await ensureFirstAdmin(app.db, { ...configured, email: 'second@kazna.local' })).toBeNull();
  const { rows } = await app.db.queryText('select email from users where operator_role is not null');
  expect(rows).toEqual([{ email: 'admin@kazna.local' }]);
});

test('the first admin has ADMIN_EMAIL and ADMIN_PASSWORD', async () => {
  const app = await startApp();
  const chosen = { email: 'boss@example.ru', password: 'пароль из окружения' };
  expect(await ensureFirstAdmin(app.db, chosen)).toEqual(chosen);
  await signInPerson(app, { ...newPerson(), ...chosen });
});

test('an ADMIN_EMAIL that belongs to a customer stops the start with a message', async () => {
  const app = await startApp();
  const { email } = await createPerson(app);
  await expect(ensureFirstAdmin(app.db, { ...configured, email })).rejects.toThrow('ADMIN_EMAIL belongs to a customer');
  const { rows } = await app.db.queryText('select email from users where operator_role is not null');
  expect(rows).toEqual([]);
});
