import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { openCompany, signedInPerson } from '../../tests/support/organizations.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { selectAudit } from './reads.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(inject('databaseUrl'));
});
afterAll(() => app.close());

const actorsOf = async (id: string) =>
  (await app.db.queryText('select kind, name from actors where id = $1', [id])).rows;

test('a person is an actor from the moment the account exists, and keeps no name there', async () => {
  const { id } = await signedInPerson(app);
  expect(await actorsOf(id)).toEqual([{ kind: 'person', name: null }]);
});

test('an account that is not created, since its address is taken, leaves no actor', async () => {
  const { email } = await signedInPerson(app);
  const id = uuidv7();
  await app.db.queryText(
    `insert into users (id, email, name, password_hash, referral_code, email_verified_at)
     values ($1, $2, 'Пётр', 'none', $3, now()) on conflict (email) do nothing`,
    [id, email, id.slice(-8)],
  );
  expect(await actorsOf(id)).toEqual([]);
});

test('what a job of the product did stands in the log under its name', async () => {
  const owner = await signedInPerson(app);
  const { id: organizationId } = await openCompany(app, owner);
  await app.db.queryText(
    `insert into audit_log (id, organization_id, actor_id, action, details)
     select $1, $2, id, 'organization.suspended', '{}' from actors where name = 'Подписки'`,
    [uuidv7(), organizationId],
  );
  const [newest] = await selectAudit(app.db, organizationId, { limit: 1 });
  expect(newest).toMatchObject({ action: 'organization.suspended', actorName: 'Подписки' });
});

test('the database refuses an entry of the log by nobody', async () => {
  const entry = "insert into audit_log (id, actor_id, action, details) values ($1, $1, 'organization.suspended', '{}')";
  await expect(app.db.queryText(entry, [uuidv7()])).rejects.toThrow('audit_log_actor_id_fkey');
});
