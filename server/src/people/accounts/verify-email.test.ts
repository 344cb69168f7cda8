import {
  forgotPassword,
  resendVerification,
  resetPassword,
  signIn,
  signUp,
  verifyEmail,
  verifyEmailByPassword,
} from '@kazna/contract/cabinet/accounts';
import { deleteProfile, getProfile } from '@kazna/contract/cabinet/profile';
import { describe, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import {
  createPerson,
  newAddress,
  newPerson,
  type Person,
  signInPerson,
  signUpBody,
  tokenIn,
} from '../../../tests/support/people.ts';
import { listLetters } from '../../platform/mail/mailbox-store.ts';
import { accountCleanup } from './jobs.ts';

const app = appForThisFile();

const invalid = { status: 400, body: { code: 'token_invalid' } };
const passwordRequired = { status: 409, body: { code: 'password_required' } };
const otherPassword = 'совсем другой пароль';

/** Returns the verifier and the token of the address's `nth` letter. */
async function register(person: Person, { nth = 1, referrerCode = '', address = newAddress() } = {}) {
  const { body } = await app.call(signUp, { body: { ...signUpBody(person), referrerCode } }, { address });
  const token = tokenIn((await app.letter(person.email, 'Подтвердите e-mail', nth)).text);
  return { token, verifier: body.verifier };
}
const verify = (query: { token: string; verifier?: string }) => app.call(verifyEmail, { query });
const byPassword = (body: object) => app.call(verifyEmailByPassword, { body: body as never });
const trySignIn = ({ email }: Person, password: string) => app.call(signIn, { body: { email, password } });
const rowsOf = async (text: string, ...values: unknown[]) => (await app.db.queryText(text, values)).rows;

async function registeredByTwo() {
  const victim = newPerson();
  const stranger = await createPerson(app);
  const [row] = await rowsOf('select referral_code as code from users where id = $1', stranger.id);
  const own = await register(victim);
  const strangers = { ...victim, name: 'Чужак', password: 'пароль чужака' };
  const foreign = await register(strangers, { nth: 2, referrerCode: row?.code as string });
  return { victim, own, foreign, strangers };
}

describe('verification links', () => {
  test('a verification link confirms at once in the browser of its registration', async () => {
    const { victim, own, foreign, strangers } = await registeredByTwo();
    expect(await verify(own)).toMatchObject({ status: 200, body: { email: victim.email } });
    await signInPerson(app, victim);
    expect((await trySignIn(victim, strangers.password)).status).toBe(401);
    expect(await verify(foreign)).toMatchObject(invalid);
    expect(await byPassword({ token: foreign.token, newPassword: otherPassword })).toMatchObject(invalid);
    const [user] = await rowsOf('select name, referrer_id from users where email = $1', victim.email);
    expect(user).toEqual({ name: victim.name, referrer_id: null });
  });

  test('a verification link signs in at once in the browser of its registration, when that asks for it', async () => {
    const person = newPerson();
    const link = await register(person);
    const { body } = await app.call(verifyEmail, { query: { ...link, session: '1' } });
    expect(body.email).toBe(person.email);
    const profile = await app.call(getProfile, {}, { token: body.tokens?.accessToken as string });
    expect(profile).toMatchObject({ status: 200, body: { email: person.email } });
    expect(await app.call(verifyEmail, { query: { ...link, session: '1' } })).toMatchObject(invalid);
  });

  test('a verification link opens no session without the verifier, by a password or unasked', async () => {
    const [first, second] = [newPerson(), newPerson()];
    const { token } = await register(first);
    expect(await app.call(verifyEmail, { query: { token, session: '1' } })).toMatchObject(passwordRequired);
    const other = await register(second);
    const wrong = { token, verifier: other.verifier, session: '1' } as const;
    expect(await app.call(verifyEmail, { query: wrong })).toMatchObject(passwordRequired);
    expect((await byPassword({ token, password: first.password })).body).toEqual({ email: first.email });
    expect((await verify(other)).body).toEqual({ email: second.email });
    const sessions = await rowsOf(
      'select s.id from sessions s join users u on u.id = s.user_id where u.email = any($1)',
      [first, second].map(({ email }) => email),
    );
    expect(sessions).toEqual([]);
  });

  test('a verification link without its verifier requires the password and stays valid', async () => {
    const { own, foreign } = await registeredByTwo();
    expect(await verify({ token: foreign.token })).toMatchObject(passwordRequired);
    expect(await verify({ token: foreign.token, verifier: own.verifier })).toMatchObject(passwordRequired);
    expect(await verify({ token: own.token, verifier: foreign.verifier })).toMatchObject(passwordRequired);
    expect(await verify({ token: own.token, verifier: own.token })).toMatchObject(passwordRequired);
    expect((await verify(own)).status).toBe(200);
  });

  test('a verification link confirms by the password of its own registration only, with that name and referrer', async () => {
    const referrer = await createPerson(app);
    const [row] = await rowsOf('select referral_code as code from users where id = $1', referrer.id);
    const person = newPerson();
    const { token } = await register(person, { referrerCode: row?.code as string });
    const { token: another } = await register({ ...person, password: otherPassword }, { nth: 2 });
    const wrong = await byPassword({ token: another, password: person.password });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'wrong_password', errors: [{ path: 'password' }] } });
    expect(await byPassword({ token, password: person.password })).toMatchObject({ body: { email: person.email } });
    await signInPerson(app, person);
    const [user] = await rowsOf('select name, referrer_id from users where email = $1', person.email);
    expect(user).toEqual({ name: person.name, referrer_id: referrer.id });
  });

  test("a stranger's verification link with a new password keeps nothing of the stranger", async () => {
    const { victim, foreign, strangers } = await registeredByTwo();
    const { status } = await byPassword({ token: foreign.token, newPassword: otherPassword, name: 'Мария Петрова' });
    expect(status).toBe(200);
    for (const password of [victim.password, strangers.password]) {
      expect((await trySignIn(victim, password)).status).toBe(401);
    }
    const { accessToken } = await signInPerson(app, { ...victim, password: otherPassword });
    const { body } = await app.call(getProfile, {}, { token: accessToken });
    expect(body).toMatchObject({ name: 'Мария Петрова', pendingConsents: ['offer', 'personal-data'] });
    const [user] = await rowsOf('select referrer_id from users where email = $1', victim.email);
    expect(user).toEqual({ referrer_id: null });
  });

  test('a verification link with a new password and no name takes the name from the address', async () => {
    const person = { ...newPerson(), email: `ivan.petrov.${process.pid}@example.ru`, name: 'Чужак' };
    const { token } = await register(person);
    expect((await byPassword({ token, newPassword: otherPassword })).status).toBe(200);
    const [user] = await rowsOf('select name from users where email = $1', person.email);
    expect(user?.name).toBe(`ivan petrov ${process.pid}`);
  });

  test('verification of an address requires either the password or a new one that is not common', async () => {
    const { token } = await register(newPerson());
    const both = { token, password: 'один пароль', newPassword: otherPassword };
    for (const body of [both, { token }]) expect((await byPassword(body)).body.code).toBe('validation_failed');
    const common = await byPassword({ token, newPassword: 'qwertyuiop' });
    expect(common).toMatchObject({ status: 400, body: { errors: [{ path: 'newPassword' }] } });
  });

  test('a verification link accepts ten wrong passwords, then a new one only', async () => {
    const person = newPerson();
    const { token } = await register(person);
    for (let turn = 0; turn < 10; turn += 1) await byPassword({ token, password: `неверный ${turn}` });
    expect((await byPassword({ token, password: person.password })).status).toBe(429);
    expect((await byPassword({ token, newPassword: otherPassword })).status).toBe(200);
  });

  test('a resent verification link is as valid as the first', async () => {
    const person = newPerson();
    const { token, verifier } = await register(person);
    await app.call(resendVerification, { body: { email: person.email } });
    const again = tokenIn((await app.letter(person.email, 'Подтвердите e-mail', 2)).text);
    expect(again).not.toBe(token);
    expect((await verify({ token, verifier })).status).toBe(200);
    expect(await verify({ token: again, verifier })).toMatchObject(invalid);
  });

  test('a link of the first of two registrations confirms the first password', async () => {
    const person = newPerson();
    const first = await register(person);
    const second = await register({ ...person, password: otherPassword }, { nth: 2 });
    expect((await verify(first)).status).toBe(200);
    expect(await verify(second)).toMatchObject(invalid);
    await signInPerson(app, person);
  });
});

test('of concurrent confirmations of five registrations of one address exactly one succeeds', async () => {
  const person = newPerson();
  const registered = [];
  for (let nth = 1; nth <= 5; nth += 1) registered.push(await register(person, { nth }));
  const statuses = (await Promise.all(registered.map(verify))).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 400, 400, 400, 400]);
});

test('a concurrent confirmation and reset of one address make one account', async () => {
  const person = newPerson();
  const registered = await register(person);
  await app.call(forgotPassword, { body: { email: person.email } });
  const token = tokenIn((await app.letter(person.email, 'Восстановление пароля')).text);
  const reset = app.call(resetPassword, { body: { token, password: otherPassword } });
  const statuses = [(await verify(registered)).status, (await reset).status];
  expect([
    [200, 400],
    [400, 204],
  ]).toContainEqual(statuses);
});

test('a reset of an address with registrations only makes an account with nothing of theirs', async () => {
  const { victim, own, strangers } = await registeredByTwo();
  await app.call(forgotPassword, { body: { email: victim.email } });
  const letter = await app.letter(victim.email, 'Восстановление пароля');
  expect(letter.text).not.toContain(strangers.name);
  const reset = { token: tokenIn(letter.text), password: otherPassword };
  expect((await app.call(resetPassword, { body: reset })).status).toBe(204);
  await signInPerson(app, { ...victim, password: otherPassword });
  expect((await trySignIn(victim, strangers.password)).status).toBe(401);
  expect(await verify(own)).toMatchObject(invalid);
  expect(await app.call(resetPassword, { body: reset })).toMatchObject(invalid);
});

test("verification letters requested by strangers do not use up a person's rate limit", async () => {
  const victim = newPerson();
  const strangersNetwork = newAddress();
  for (let turn = 0; turn < 7; turn += 1) {
    await app.call(signUp, { body: signUpBody(victim) }, { address: strangersNetwork });
  }
  await app.letter(victim.email, 'Подтвердите e-mail', 5);
  const own = await register(victim, { nth: 6 });
  expect((await verify(own)).status).toBe(200);
  expect(await listLetters(app.db, victim.email, 100)).toHaveLength(6);
});

test('an address gets at most 20 requested verification letters an hour, and each of them works', async () => {
  const { email } = newPerson();
  const ask = (address: string) => app.call(signUp, { body: signUpBody({ ...newPerson(), email }) }, { address });
  for (let network = 0; network < 6; network += 1) {
    const address = newAddress();
    for (let turn = 0; turn < 4; turn += 1) await ask(address);
  }
  const { text } = await app.letter(email, 'Подтвердите e-mail', 20);
  const other = newPerson();
  await register(other);
  expect(await listLetters(app.db, email, 100)).toHaveLength(20);
  expect((await byPassword({ token: tokenIn(text), newPassword: otherPassword })).status).toBe(200);
});

test('a verification letter requested again with a verifier belongs to that registration', async () => {
  const { victim, own } = await registeredByTwo();
  await app.call(resendVerification, { body: { email: victim.email, verifier: own.verifier } });
  const token = tokenIn((await app.letter(victim.email, 'Подтвердите e-mail', 3)).text);
  expect((await verify({ token, verifier: own.verifier })).status).toBe(200);
  await signInPerson(app, victim);
});

test('an e-mail names the same account in upper and lower case', async () => {
  const person = newPerson();
  const { token, verifier } = await register(person);
  const shouted = await app.call(signUp, { body: signUpBody({ ...person, email: person.email.toUpperCase() }) });
  expect(shouted.body.email).toBe(person.email);
  expect((await verify({ token, verifier })).status).toBe(200);
  expect(await rowsOf('select from registrations where email = $1', person.email)).toEqual([]);
});

test('a deleted account takes its registrations with it, and the address can be registered again', async () => {
  const person = await createPerson(app);
  await app.call(signUp, { body: signUpBody({ ...person, password: 'пароль чужака' }) });
  const { accessToken: token } = await signInPerson(app, person);
  await app.call(deleteProfile, { body: { currentPassword: person.password } }, { token });
  expect(await rowsOf('select from registrations where email = $1', person.email)).toEqual([]);
  expect((await verify(await register(person))).status).toBe(200);
  await signInPerson(app, person);
});

test('the nightly cleanup deletes registrations after a week with their tokens', async () => {
  const [late, live] = [newPerson(), newPerson()];
  const { token } = await register(late);
  const kept = await register(live);
  await app.db.queryText("update registrations set expires_at = now() - interval '1 second' where email = $1", [
    late.email,
  ]);
  expect(await byPassword({ token, password: late.password })).toMatchObject(invalid);
  await app.db.transaction((tx) => app.queue.enqueue(tx, accountCleanup, {}));
  await expect.poll(() => rowsOf('select from registrations where email = $1', late.email)).toEqual([]);
  expect(await rowsOf('select from letter_tokens where hash = sha256($1::bytea)', Buffer.from(token))).toEqual([]);
  expect((await verify(kept)).status).toBe(200);
});
