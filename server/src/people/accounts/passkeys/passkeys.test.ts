import { createKey } from '@kazna/contract/admin/keys';
import { forgotPassword, resetPassword } from '@kazna/contract/cabinet/accounts';
import { confirmIdentity } from '@kazna/contract/cabinet/confirmation';
import * as contract from '@kazna/contract/cabinet/passkeys';
import { deleteProfile, exportProfile, getProfile } from '@kazna/contract/cabinet/profile';
import { confirmSecondFactor, startSecondFactor } from '@kazna/contract/cabinet/second-factor';
import { generateSync } from 'otplib';
import { describe, expect, test } from 'vitest';
import { appForThisFile } from '../../../../tests/support/app-for-file.ts';
import { SoftwarePasskey } from '../../../../tests/support/authenticator.ts';
import { signedInPerson } from '../../../../tests/support/organizations.ts';
import { addPasskey, signInByPasskey, testOrigin } from '../../../../tests/support/passkeys.ts';
import { tokenIn } from '../../../../tests/support/people.ts';
import { confirmSessions, newStaff } from '../../../../tests/support/staff.ts';
import { newChallenge } from './challenge.ts';

const app = appForThisFile();

const list = async (token: string) => (await app.call(contract.listPasskeys, {}, { token })).body.items;
const remove = (token: string, passkeyId: string) =>
  app.call(contract.removePasskey, { params: { passkeyId } }, { token });
const signInOptions = async () => (await app.call(contract.getPasskeySignInOptions)).body;
const signIn = (assertion: ReturnType<SoftwarePasskey['get']>) =>
  app.call(contract.signInByPasskey, { body: assertion });
const expired = { status: 400, body: { code: 'passkey_challenge_expired' } };
const rejected = { status: 400, body: { code: 'passkey_rejected' } };
const unknown = { status: 401, body: { code: 'passkey_unknown' } };

async function personWithPasskey(options?: { isSynced: boolean }) {
  const person = await signedInPerson(app);
  return { person, passkey: await addPasskey(app, person, new SoftwarePasskey(testOrigin, options)) };
}

describe('adding a passkey', () => {
  test('a passkey is added with a name, a letter and an entry in the log, and opens a session', async () => {
    const person = await signedInPerson(app);
    const { token } = person;
    const passkey = new SoftwarePasskey(testOrigin);
    const options = (await app.call(contract.getPasskeyOptions, {}, { token })).body;
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Казна' },
      user: { name: person.email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(JSON.stringify(options)).not.toContain(person.id);
    const body = { name: 'Рабочий ноутбук', credential: passkey.create(options) };
    const added = await app.call(contract.addPasskey, { body }, { token });
    expect(added).toMatchObject({ status: 201, body: { name: 'Рабочий ноутбук', isSynced: true, lastUsedAt: null } });
    expect((await app.call(getProfile, {}, { token })).body.hasPasskey).toBe(true);
    expect((await app.letter(person.email, 'Добавлен ключ доступа')).text).toContain('«Рабочий ноутбук»');
    const { rows } = await app.db.queryText('select action, details from audit_log where subject_user_id = $1', [
      person.id,
    ]);
    expect(rows).toEqual([{ action: 'user.passkey_added', details: { passkey: 'Рабочий ноутбук' } }]);

    const entered = await signInByPasskey(app, passkey);
    expect(entered).toMatchObject({ status: 200, body: { deviceToken: expect.any(String) } });
    expect((await app.call(getProfile, {}, { token: entered.body.accessToken })).body.email).toBe(person.email);
    expect(await list(token)).toMatchObject([{ name: 'Рабочий ноутбук', lastUsedAt: expect.any(String) }]);
  });

  test('a passkey without a name is called after the browser', async () => {
    const { person } = await personWithPasskey();
    expect(await list(person.token)).toMatchObject([{ name: 'Chrome, Linux' }]);
  });

  test('a session older than ten minutes needs a confirmation to add or remove a passkey', async () => {
    const { person, passkey } = await personWithPasskey();
    await app.db.queryText(
      "update sessions set created_at = now() - interval '11 minutes', identity_confirmed_at = null where user_id = $1",
      [person.id],
    );
    const { token } = person;
    const refused = { status: 403, body: { code: 'confirmation_required' } };
    expect(await app.call(contract.getPasskeyOptions, {}, { token })).toMatchObject(refused);
    const credential = new SoftwarePasskey(testOrigin).create({ challenge: 'x', rp: {}, user: { id: '' } });
    expect(await app.call(contract.addPasskey, { body: { credential } }, { token })).toMatchObject(refused);
    expect(await remove(token, passkey.id)).toMatchObject(refused);
    await confirmSessions(app, person.id);
    expect((await remove(token, passkey.id)).status).toBe(200);
  });

  test('a passkey that is stored already is refused, to its owner and to anybody else', async () => {
    const { person, passkey } = await personWithPasskey();
    for (const { token } of [person, await signedInPerson(app)]) {
      const options = (await app.call(contract.getPasskeyOptions, {}, { token })).body;
      const body = { credential: passkey.create(options) };
      const exists = { status: 409, body: { code: 'passkey_exists' } };
      expect(await app.call(contract.addPasskey, { body }, { token })).toMatchObject(exists);
    }
  });

  test('a passkey without verification of the person, of another origin or of another session is refused', async () => {
    const [mine, other] = [await signedInPerson(app), await signedInPerson(app)];
    const optionsOf = async ({ token }: { token: string }) =>
      (await app.call(contract.getPasskeyOptions, {}, { token })).body;
    const add = (credential: ReturnType<SoftwarePasskey['create']>) =>
      app.call(contract.addPasskey, { body: { credential } }, { token: mine.token });
    const passkey = new SoftwarePasskey(testOrigin);
    expect(await add(passkey.create(await optionsOf(mine), { isVerified: false }))).toMatchObject(rejected);
    expect(await add(passkey.create(await optionsOf(mine), { origin: 'https://evil.test' }))).toMatchObject(rejected);
    expect(await add(passkey.create(await optionsOf(other)))).toMatchObject(expired);
    const options = { ...(await optionsOf(mine)), ...(await signInOptions()) };
    expect(await add(passkey.create(options))).toMatchObject(expired);
    expect(await list(mine.token)).toEqual([]);
  });

  test('a person has at most 20 passkeys', async () => {
    const { person } = await personWithPasskey();
    await app.db.queryText(
      `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, is_synced, name)
       select gen_random_uuid(), $1::uuid, gen_random_uuid(), '', 0, '{}', true, 'x' from generate_series(1, 19) n`,
      [person.id],
    );
    const full = { status: 409, body: { code: 'too_many_passkeys' } };
    expect(await app.call(contract.getPasskeyOptions, {}, { token: person.token })).toMatchObject(full);
  });
});

describe('signing in by a passkey', () => {
  test('a passkey needs no code of the second factor', async () => {
    const { person, passkey } = await personWithPasskey();
    const { token, password } = person;
    const { secret } = (await app.call(startSecondFactor, { body: { currentPassword: password } }, { token })).body;
    await app.call(confirmSecondFactor, { body: { code: generateSync({ secret }) } }, { token });
    expect((await signInByPasskey(app, passkey)).status).toBe(200);
  });

  test('a challenge is valid once and for five minutes', async () => {
    const { passkey } = await personWithPasskey();
    const assertion = passkey.get(await signInOptions());
    expect((await signIn(assertion)).status).toBe(200);
    expect(await signIn(assertion)).toMatchObject(expired);
    const past = newChallenge(app.keys.passkeys, { purpose: 'sign-in' }, Date.now() - 5 * 60 * 1000);
    const late = { ...(await signInOptions()), challenge: Buffer.from(past).toString('base64url') };
    expect(await signIn(passkey.get(late))).toMatchObject(expired);
  });

  test('of two concurrent uses of one challenge one opens a session', async () => {
    const { passkey } = await personWithPasskey();
    const assertion = passkey.get(await signInOptions());
    const answers = await Promise.all([signIn(assertion), signIn(assertion)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  test('a challenge that the server has not issued for sign-ins is refused', async () => {
    const { person, passkey } = await personWithPasskey();
    const options = await signInOptions();
    expect(await signIn(passkey.get({ ...options, challenge: 'A'.repeat(72) }))).toMatchObject(expired);
    const confirming = (await app.call(contract.getConfirmationOptions, {}, { token: person.token })).body;
    expect(await signIn(passkey.get(confirming))).toMatchObject(expired);
  });

  test('a signature for another origin, another domain, or without verification of the person is refused', async () => {
    const { passkey } = await personWithPasskey();
    expect(await signIn(passkey.get(await signInOptions(), { origin: 'https://localhost.evil.test' }))).toMatchObject(
      rejected,
    );
    expect(await signIn(passkey.get({ ...(await signInOptions()), rpId: 'evil.test' }))).toMatchObject(rejected);
    expect(await signIn(passkey.get(await signInOptions(), { isVerified: false }))).toMatchObject(rejected);
  });

  test('a signature by another key under a stored id is refused', async () => {
    const [{ passkey: stored }, { passkey: other }] = [await personWithPasskey(), await personWithPasskey()];
    const forged = other.get(await signInOptions());
    const id = stored.credentialId.toString('base64url');
    expect(await signIn({ ...forged, id, rawId: id })).toMatchObject(rejected);
  });

  test('a removed passkey is refused, and a passkey that was never added', async () => {
    const { person, passkey } = await personWithPasskey();
    expect((await remove(person.token, passkey.id)).body).toEqual({
      credentialId: passkey.credentialId.toString('base64url'),
      rpId: 'localhost',
    });
    await app.letter(person.email, 'Ключ доступа удалён');
    expect(await signInByPasskey(app, passkey)).toMatchObject(unknown);
    expect(await signInByPasskey(app, new SoftwarePasskey(testOrigin))).toMatchObject(unknown);
  });

  test('a synced passkey whose counter falls still signs in, and a device-bound one does not', async () => {
    const { passkey: synced } = await personWithPasskey();
    expect((await signIn(synced.get(await signInOptions(), { counter: 5 }))).status).toBe(200);
    expect((await signIn(synced.get(await signInOptions(), { counter: 0 }))).status).toBe(200);
    const { passkey: bound } = await personWithPasskey({ isSynced: false });
    expect((await signIn(bound.get(await signInOptions()))).status).toBe(200);
    expect((await signIn(bound.get(await signInOptions()))).status).toBe(200);
    expect(await signIn(bound.get(await signInOptions(), { counter: 1 }))).toMatchObject(rejected);
  });

  test('a blocked account is refused by its passkey, and a deleted one has none', async () => {
    const { person, passkey } = await personWithPasskey();
    await app.db.queryText("update users set status = 'blocked' where id = $1", [person.id]);
    expect(await signInByPasskey(app, passkey)).toMatchObject({ status: 403, body: { code: 'account_blocked' } });
    await app.db.queryText("update users set status = 'active' where id = $1", [person.id]);
    const body = { currentPassword: person.password };
    expect((await app.call(deleteProfile, { body }, { token: person.token })).status).toBe(204);
    expect(await signInByPasskey(app, passkey)).toMatchObject(unknown);
  });

  test('a sign-in by passkey from an unknown device is reported by letter', async () => {
    const { person, passkey } = await personWithPasskey();
    const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
    expect((await signInByPasskey(app, passkey, { userAgent, address: '203.0.113.7' })).status).toBe(200);
    expect((await app.letter(person.email, 'Вход с нового устройства')).text).toContain('203.0.113.7');
  });
});

test('a passkey confirms what gives power, and another person’s does not', async () => {
  const admin = await newStaff(app, 'admin');
  const passkey = await addPasskey(app, admin);
  const { passkey: foreign } = await personWithPasskey();
  await app.db.queryText('update sessions set identity_confirmed_at = null where user_id = $1', [admin.id]);
  const { token } = admin;
  const makeKey = () => app.call(createKey, { body: { name: 'Биллинг', scopes: ['charges:write'] } }, { token });
  const confirm = async (by: SoftwarePasskey) => {
    const { body } = await app.call(contract.getConfirmationOptions, {}, { token });
    return app.call(confirmIdentity, { body: { passkey: by.get(body) } }, { token });
  };
  expect(await confirm(foreign)).toMatchObject(unknown);
  expect(await makeKey()).toMatchObject({ status: 403, body: { code: 'confirmation_required' } });
  expect((await confirm(passkey)).status).toBe(204);
  expect((await makeKey()).status).toBe(201);
});

test('a reset by letter removes the passkeys of a customer and keeps those of staff', async () => {
  const { person, passkey } = await personWithPasskey();
  const admin = await newStaff(app, 'support');
  const staffPasskey = await addPasskey(app, admin);
  for (const { email } of [person, admin]) {
    await app.call(forgotPassword, { body: { email } });
    const { text } = await app.letter(email, 'Восстановление пароля');
    const body = { token: tokenIn(text), password: 'другие слова подряд' };
    expect((await app.call(resetPassword, { body })).status).toBe(204);
  }
  expect(await signInByPasskey(app, passkey)).toMatchObject(unknown);
  expect((await signInByPasskey(app, staffPasskey)).status).toBe(200);
});

test('the export has names and times of passkeys without what identifies their keys', async () => {
  const { person, passkey } = await personWithPasskey();
  const { body } = await app.call(exportProfile, {}, { token: person.token });
  expect(body.passkeys).toMatchObject([{ name: 'Chrome, Linux', isSynced: true }]);
  expect(JSON.stringify(body)).not.toContain(passkey.credentialId.toString('base64url'));
});
