import { signIn, signUp } from '@kazna/contract/cabinet/accounts';
import { describe, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { createPerson, newPerson, type Person, signInPerson, signUpBody } from '../../../tests/support/people.ts';

const app = appForThisFile();

const attempt = (email: string, password: string) => app.call(signIn, { body: { email, password } });
const block = ({ email }: Person) => app.db.queryText("update users set status = 'blocked' where email = $1", [email]);

test('a wrong password and an unknown address get the identical answer', async () => {
  const person = await createPerson(app);
  const wrong = await attempt(person.email, 'неверный пароль');
  const unknown = await attempt('nobody@example.ru', 'неверный пароль');
  expect(wrong).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
  expect(unknown.status).toBe(wrong.status);
  expect(unknown.body).toEqual(wrong.body);
  const names = (headers: object) => Object.keys(headers);
  expect(names(unknown.headers)).toEqual(names(wrong.headers));
});

test('an unverified address is named as such only with the right password', async () => {
  const person = newPerson();
  await app.call(signUp, { body: signUpBody(person) });
  expect(await attempt(person.email, person.password)).toMatchObject({
    status: 403,
    body: { code: 'email_not_verified' },
  });
  expect(await attempt(person.email, 'неверный пароль')).toMatchObject({
    status: 401,
    body: { code: 'invalid_credentials' },
  });
});

test('a blocked account is named as such only with the right password', async () => {
  const person = await createPerson(app);
  await block(person);
  expect(await attempt(person.email, person.password)).toMatchObject({
    status: 403,
    body: { code: 'account_blocked' },
  });
  expect(await attempt(person.email, 'неверный пароль')).toMatchObject({ status: 401 });
});

test('neither the case of the e-mail nor spaces around it matter', async () => {
  const person = await createPerson(app);
  expect(await attempt(`  ${person.email.toUpperCase()} `, person.password)).toMatchObject({ status: 200 });
});

test('the case of the password and spaces in it matter', async () => {
  const person = await createPerson(app);
  expect(await attempt(person.email, person.password.toUpperCase())).toMatchObject({ status: 401 });
  expect(await attempt(person.email, `${person.password} `)).toMatchObject({ status: 401 });
});

describe('e-mails about unknown devices', () => {
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0';
  const subject = 'Вход с нового устройства';
  const lettersTo = async (email: string) => {
    const { rows } = await app.db.queryText(
      `select data from pgboss.job where name = 'account-news' and data->>'email' = $1`,
      [email],
    );
    return rows.length;
  };

  test('a sign-in from another browser is e-mailed once, the first one and a known device are not', async () => {
    const person = await createPerson(app);
    await signInPerson(app, person);
    await signInPerson(app, person);
    expect(await lettersTo(person.email)).toBe(0);
    await signInPerson(app, person, { userAgent: firefox });
    await signInPerson(app, person, { userAgent: firefox });
    expect(await lettersTo(person.email)).toBe(1);
    const letter = await app.letter(person.email, subject);
    expect(letter.text).toContain('Firefox, Windows');
    expect(letter.text).toContain('127.0.0.1');
    expect(letter.text).toMatch(/\(МСК\)/);
  });

  test('a sign-in of a known browser from another network is e-mailed, from a nearby address is not', async () => {
    const person = await createPerson(app);
    await signInPerson(app, person, { address: '203.0.113.7' });
    await signInPerson(app, person, { address: '203.0.200.9' });
    expect(await lettersTo(person.email)).toBe(0);
    await signInPerson(app, person, { address: '198.51.100.7' });
    expect(await lettersTo(person.email)).toBe(1);
    await signInPerson(app, person, { address: '2001:db8::7' });
    expect(await lettersTo(person.email)).toBe(2);
    await signInPerson(app, person, { address: '2001:db8:0:5::7' });
    expect(await lettersTo(person.email)).toBe(2);
  });
});
