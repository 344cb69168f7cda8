import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { hashToken } from '../../platform/secrets.ts';
import { findPendingRegistration, findRegistrationByToken } from './store.ts';

const directory = join(import.meta.dirname, '../../platform/db/migrations');

/** A database before the migration that introduced registrations. */
async function openFormer() {
  const { db, remove } = await openTestDatabase(inject('databaseUrl'));
  onTestFinished(remove);
  const names = (await readdir(directory)).sort().filter((name) => name < '0020');
  await db.queryText('create table migrations (name text primary key, applied_at timestamptz not null default now())');
  for (const name of names) {
    await db.queryText(await readFile(join(directory, name), 'utf8'));
    await db.queryText('insert into migrations (name) values ($1)', [name]);
  }
  return db;
}

test('the migration turns unconfirmed accounts into registrations with password, referrer, consents and link', async () => {
  const db = await openFormer();
  const add = async (email: string, values: Record<string, unknown> = {}) => {
    const row = {
      id: uuidv7(),
      email,
      name: email,
      password_hash: `hash of ${email}`,
      referral_code: email,
      ...values,
    };
    const places = Object.keys(row).map((_, index) => `$${index + 1}`);
    await db.queryText(`insert into users (${Object.keys(row)}) values (${places})`, Object.values(row));
    return row.id;
  };
  const referrer = await add('referrer@example.ru', { email_verified_at: new Date() });
  const waiting = await add('waiting@example.ru', { referrer_id: referrer });
  const logged = await add('logged@example.ru');
  await add('blocked@example.ru', { status: 'blocked' });
  const consent =
    "insert into consents (id, user_id, document, version, address) values ($1, $2, 'offer', $3, '192.0.2.7')";
  for (const userId of [referrer, waiting]) await db.queryText(consent, [uuidv7(), userId, '2']);
  await db.queryText(
    "insert into audit_log (id, actor_id, action, subject_user_id) values ($1, $2, 'user.verification_resent', $3)",
    [uuidv7(), referrer, logged],
  );
  const token =
    "insert into letter_tokens (hash, user_id, purpose, expires_at) values ($1, $2, $3, now() + interval '1 hour')";
  await db.queryText(token, [hashToken('waiting'), waiting, 'verify_email']);
  await db.queryText(token, [hashToken('referrer'), referrer, 'reset_password']);

  await migrate(db);
  expect(await findRegistrationByToken(db, hashToken('waiting'))).toMatchObject({
    email: 'waiting@example.ru',
    name: 'waiting@example.ru',
    passwordHash: 'hash of waiting@example.ru',
    referrerId: referrer,
    documents: { offer: '2' },
    address: '192.0.2.7',
  });
  expect(await findPendingRegistration(db, 'logged@example.ru')).toMatchObject({ documents: {}, address: null });
  expect(await findPendingRegistration(db, 'blocked@example.ru')).toBeNull();
  const { rows: people } = await db.queryText('select id, email, status from users order by id');
  expect(people).toEqual([
    { id: referrer, email: 'referrer@example.ru', status: 'active' },
    { id: logged, email: `deleted-${logged}@invalid`, status: 'deleted' },
  ]);
  const { rows: consents } = await db.queryText('select user_id from consents');
  expect(consents).toEqual([{ user_id: referrer }]);
  const { rows: tokens } = await db.queryText('select user_id, purpose from letter_tokens where user_id is not null');
  expect(tokens).toEqual([{ user_id: referrer, purpose: 'reset_password' }]);
});
