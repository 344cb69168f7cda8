import {
  forgotPassword,
  resetPassword,
  signIn,
  signUp,
  verifyEmail,
  verifyEmailByPassword,
} from '@kazna/contract/cabinet/accounts';
import {
  cancelEmailChange,
  changeEmail,
  changePassword,
  getProfile,
  resendEmailChange,
} from '@kazna/contract/cabinet/profile';
import { describe, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { createPerson, newPerson, signInPerson, signUpBody, tokenIn } from '../../../tests/support/people.ts';
import { listLetters } from '../../platform/mail/mailbox-store.ts';

const app = appForThisFile();

const open = async () => {
  const person = await createPerson(app);
  return { person, token: (await signInPerson(app, person)).accessToken };
};
/** Verifiers by requested address. */
const verifiers = new Map<string, string[]>();
const ask = async (token: string, email: string, currentPassword = newPerson().password) => {
  const answer = await app.call(changeEmail, { body: { email, currentPassword } }, { token });
  verifiers.set(email.toLowerCase(), [...(verifiers.get(email.toLowerCase()) ?? []), answer.body.verifier]);
  return answer;
};
const resend = (token: string) => app.call(resendEmailChange, {}, { token });
const profile = (token: string) => app.call(getProfile, {}, { token });
const owners = new Map<string, string | undefined>();
const linkTo = async (email: string, nth = 1) => {
  const token = tokenIn((await app.letter(email, 'Подтвердите новый e-mail', nth)).text);
  owners.set(token, verifiers.get(email)?.at(-1));
  return token;
};
const verify = (token: string, verifier = owners.get(token)) =>
  app.call(verifyEmail, { query: { token, ...(verifier && { verifier }) } });
const invalid = { status: 400, body: { code: 'token_invalid' } };

test('a new e-mail is used once confirmed, and the old address is notified of request and change', async () => {
  const { person, token } = await open();
  const { email } = newPerson();
  const other = await signInPerson(app, person);
  expect((await ask(token, email.toUpperCase())).status).toBe(200);
  expect((await profile(token)).body).toMatchObject({ email: person.email, pendingEmail: email });
  expect(await profile(other.accessToken)).toMatchObject({ status: 401, body: { code: 'session_ended' } });
  const notice = await app.letter(person.email, 'Запрошена смена e-mail');
  expect(notice.text).not.toContain(email);
  await signInPerson(app, person);

  const link = await linkTo(email);
  expect(await verify(link)).toMatchObject({ status: 200, body: { email } });
  expect((await profile(token)).body).toMatchObject({ email, pendingEmail: null });
  expect((await profile(token)).body.memberships).toHaveLength(1);
  await app.letter(person.email, 'E-mail изменён');
  await signInPerson(app, { ...person, email });
  const byOld = await app.call(signIn, { body: { email: person.email, password: person.password } });
  expect(byOld).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
  expect(await verify(link)).toMatchObject(invalid);
});

test('neither queue nor database contains a valid token of an e-mail change', async () => {
  const { token } = await open();
  const { email } = newPerson();
  await ask(token, email);
  const link = await linkTo(email);
  const { rows } = await app.db.queryText(
    'select data::text from pgboss.job union all select t::text from letter_tokens t',
  );
  expect(JSON.stringify(rows)).not.toContain(link);
});

test('an e-mail change with a wrong password changes nothing', async () => {
  const { person, token } = await open();
  const other = await signInPerson(app, person);
  expect(await ask(token, newPerson().email, 'не тот')).toMatchObject({
    status: 400,
    body: { code: 'wrong_password', errors: [{ path: 'currentPassword' }] },
  });
  expect((await profile(other.accessToken)).body).toMatchObject({ pendingEmail: null });
});

test('an e-mail change to a taken address answers like any other, and the address’s owner is notified', async () => {
  const { token } = await open();
  const owner = await createPerson(app);
  expect((await ask(token, owner.email)).status).toBe(200);
  expect((await profile(token)).body.pendingEmail).toBe(owner.email);
  await app.letter(owner.email, 'Ваш адрес указали в другом аккаунте');
  const letters = await listLetters(app.db, owner.email, 10);
  expect(letters.map(({ text }) => text).join()).not.toContain('token=');
});

test('an address registered before an e-mail change to it is confirmed stays with its new owner', async () => {
  const { person, token } = await open();
  const { email } = newPerson();
  await ask(token, email);
  const link = await linkTo(email);
  await createPerson(app, { ...newPerson(), email });
  expect(await verify(link)).toMatchObject(invalid);
  expect((await profile(token)).body.email).toBe(person.email);
});

test('a pending registration of the new address stays until the change is confirmed', async () => {
  const { token } = await open();
  const newcomer = newPerson();
  const { verifier } = (await app.call(signUp, { body: signUpBody(newcomer) })).body;
  const registered = tokenIn((await app.letter(newcomer.email, 'Подтвердите e-mail')).text);
  await ask(token, newcomer.email);
  await linkTo(newcomer.email);
  expect(await verify(registered, verifier)).toMatchObject({ status: 200, body: { email: newcomer.email } });
});

test('a confirmed e-mail change deletes registrations of the address', async () => {
  const { token } = await open();
  const squatter = newPerson();
  const { verifier } = (await app.call(signUp, { body: signUpBody(squatter) })).body;
  const registered = tokenIn((await app.letter(squatter.email, 'Подтвердите e-mail')).text);
  await ask(token, squatter.email);
  expect((await verify(await linkTo(squatter.email))).status).toBe(200);
  expect((await profile(token)).body.email).toBe(squatter.email);
  expect(await verify(registered, verifier)).toMatchObject(invalid);
});

describe('a link opened in another browser than the one that asked for the change', () => {
  const byPassword = (body: object) => app.call(verifyEmailByPassword, { body: body as never });

  test('the link of an e-mail change, opened in another browser, does not move the account', async () => {
    const { person, token } = await open();
    const { email } = newPerson();
    await ask(token, email);
    const link = await linkTo(email);
    const refused = { status: 409, body: { code: 'current_password_required' } };
    expect(await app.call(verifyEmail, { query: { token: link } })).toMatchObject(refused);
    expect(await verify(link, 'A'.repeat(43))).toMatchObject(refused);
    expect((await profile(token)).body).toMatchObject({ email: person.email, pendingEmail: email });
  });

  test('the link of an e-mail change, opened in another browser, moves the account by its password', async () => {
    const { person, token } = await open();
    const { email } = newPerson();
    await ask(token, email);
    const link = await linkTo(email);
    const wrong = await byPassword({ token: link, password: 'не тот пароль' });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'wrong_password', errors: [{ path: 'password' }] } });
    expect(await byPassword({ token: link, password: person.password })).toMatchObject({
      status: 200,
      body: { email },
    });
    await signInPerson(app, { ...person, email });
  });

  test('a link of an e-mail change cannot set a new password, because the address may be a typo', async () => {
    const { person, token } = await open();
    const { email } = newPerson();
    await ask(token, email);
    const link = await linkTo(email);
    const taken = await byPassword({ token: link, newPassword: 'совсем другой пароль' });
    expect(taken).toMatchObject({ status: 409, body: { code: 'current_password_required' } });
    await signInPerson(app, person);
  });
});

test('of two people who confirm one address at once exactly one gets it', async () => {
  const [one, two] = [await open(), await open()];
  const { email } = newPerson();
  await ask(one.token, email);
  const first = await linkTo(email);
  await ask(two.token, email);
  const second = await linkTo(email, 2);
  const statuses = (await Promise.all([verify(first), verify(second)])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 400]);
});

test('a new e-mail change replaces the pending one', async () => {
  const { token } = await open();
  const [first, second] = [newPerson().email, newPerson().email];
  await ask(token, first);
  const link = await linkTo(first);
  await ask(token, second);
  expect((await profile(token)).body.pendingEmail).toBe(second);
  expect(await verify(link)).toMatchObject(invalid);
  expect((await verify(await linkTo(second))).status).toBe(200);
});

test('the link of an e-mail change expires after 24 hours', async () => {
  const { person, token } = await open();
  const { email } = newPerson();
  await ask(token, email);
  const link = await linkTo(email);
  const { rows } = await app.db.queryText(
    'select extract(epoch from expires_at - created_at)::int as seconds from letter_tokens where user_id = $1',
    [person.id],
  );
  expect(rows).toEqual([{ seconds: 24 * 60 * 60 }]);
  await app.db.queryText('update letter_tokens set expires_at = now() where user_id = $1', [person.id]);
  expect(await verify(link)).toMatchObject(invalid);
  expect((await profile(token)).body.pendingEmail).toBeNull();
});

test('a resent letter of an e-mail change has a new link for 24 hours and ends the previous one', async () => {
  const { person, token } = await open();
  const { email } = newPerson();
  await ask(token, email);
  const first = await linkTo(email);
  await app.db.queryText("update letter_tokens set expires_at = now() + interval '1 hour' where user_id = $1", [
    person.id,
  ]);
  expect((await resend(token)).status).toBe(204);
  const second = await linkTo(email, 2);
  expect(await verify(first)).toMatchObject(invalid);
  const { rows } = await app.db.queryText(
    'select extract(epoch from expires_at - now()) / 3600 as hours from letter_tokens where user_id = $1',
    [person.id],
  );
  expect(Number(rows[0]?.hours)).toBeGreaterThan(23);
  expect((await verify(second)).status).toBe(200);
  expect((await profile(token)).body).toMatchObject({ email, pendingEmail: null });
});

test('the letter of an e-mail change is resent at most four times an hour, and only while the change is pending', async () => {
  const { token } = await open();
  expect(await resend(token)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  await ask(token, newPerson().email);
  for (let turn = 0; turn < 4; turn += 1) expect((await resend(token)).status).toBe(204);
  expect(await resend(token)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
});

test('a canceled e-mail change keeps the address, and its link is not valid', async () => {
  const { person, token } = await open();
  const { email } = newPerson();
  await ask(token, email);
  const link = await linkTo(email);
  const other = await open();
  await ask(other.token, newPerson().email);
  expect((await app.call(cancelEmailChange, {}, { token })).status).toBe(204);
  expect((await profile(token)).body).toMatchObject({ email: person.email, pendingEmail: null });
  expect(await verify(link)).toMatchObject(invalid);
  expect((await resend(token)).status).toBe(404);
  expect((await profile(other.token)).body.pendingEmail).not.toBeNull();
});

test('a new password cancels a pending e-mail change, whether set in the profile or by a reset', async () => {
  const { person, token } = await open();
  const [first, second] = [newPerson().email, newPerson().email];
  await ask(token, first);
  const firstLink = await linkTo(first);
  const newPassword = 'совсем другой пароль';
  const body = { currentPassword: person.password, newPassword };
  await app.call(changePassword, { body }, { token });
  expect(await verify(firstLink)).toMatchObject(invalid);

  await ask(token, second, newPassword);
  const secondLink = await linkTo(second);
  await app.call(forgotPassword, { body: { email: person.email } });
  const letter = await app.letter(person.email, 'Восстановление пароля');
  await app.call(resetPassword, { body: { token: tokenIn(letter.text), password: person.password } });
  expect(await verify(secondLink)).toMatchObject(invalid);
});

test('a reset link sent to the former address is not valid after the change', async () => {
  const { person, token } = await open();
  const { email } = newPerson();
  await app.call(forgotPassword, { body: { email: person.email } });
  const letter = await app.letter(person.email, 'Восстановление пароля');
  await ask(token, email);
  await verify(await linkTo(email));
  const reset = { token: tokenIn(letter.text), password: 'совсем другой пароль' };
  expect(await app.call(resetPassword, { body: reset })).toMatchObject(invalid);
});

test('an e-mail change to the current address is refused on its field, and requests are rate limited', async () => {
  const { person, token } = await open();
  expect(await ask(token, person.email)).toMatchObject({ status: 400, body: { errors: [{ path: 'email' }] } });
  for (let turn = 0; turn < 9; turn += 1) expect((await ask(token, newPerson().email)).status).toBe(200);
  expect((await ask(token, newPerson().email)).status).toBe(429);
});
