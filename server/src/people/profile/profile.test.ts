import { signIn } from '@kazna/contract/cabinet/accounts';
import { changePassword, getProfile, updateProfile } from '@kazna/contract/cabinet/profile';
import { describe, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { createPerson, newAddress, signInPerson } from '../../../tests/support/people.ts';

const app = appForThisFile();

const open = async () => {
  const person = await createPerson(app);
  return { person, token: (await signInPerson(app, person)).accessToken };
};
const profile = (token: string) => app.call(getProfile, {}, { token });
const update = (token: string, body: object) => app.call(updateProfile, { body }, { token });

describe('profile fields', () => {
  test('profile fields change together or one by one, and omitted ones stay', async () => {
    const { person, token } = await open();
    const all = await update(token, { name: ' Анна ', phone: '+7 (900) 123-45-67', timezone: 'Asia/Omsk' });
    const changed = { name: 'Анна', phone: '+79001234567', timezone: 'Asia/Omsk' };
    expect(all).toMatchObject({ status: 200, body: { ...changed, email: person.email } });
    expect((await update(token, { timezone: 'Asia/Tomsk' })).body).toMatchObject({
      ...changed,
      timezone: 'Asia/Tomsk',
    });
    expect((await update(token, {})).body).toEqual((await profile(token)).body);
  });

  test('an empty phone removes it from the profile', async () => {
    const { token } = await open();
    await update(token, { phone: '+79001234567' });
    expect((await update(token, { phone: '' })).body.phone).toBeNull();
  });

  test.each([
    ['name', ''],
    ['name', '<b>Анна</b>'],
    ['phone', '89001234567'],
    ['timezone', 'Europe/Springfield'],
    ['timezone', ''],
  ])('an invalid %s «%s» in the profile is refused on its field', async (path, value) => {
    const { token } = await open();
    const answer = await update(token, { [path]: value });
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed', errors: [{ path }] } });
  });

  test('the profile form changes nothing else of the account', async () => {
    const { person, token } = await open();
    await update(token, { email: 'other@example.ru', operatorRole: 'admin', status: 'blocked' });
    expect((await profile(token)).body).toMatchObject({ email: person.email, operatorRole: null });
  });
});

describe('password change', () => {
  const change = (token: string, currentPassword: string, newPassword = 'совсем другой пароль') =>
    app.call(changePassword, { body: { currentPassword, newPassword } }, { token });
  const wrong = { status: 400, body: { code: 'wrong_password', errors: [{ path: 'currentPassword' }] } };

  test('a new password is valid at once, ends the other sessions and sends a letter', async () => {
    const { person, token } = await open();
    const other = await signInPerson(app, person);
    expect((await change(token, person.password)).status).toBe(204);
    expect((await profile(token)).status).toBe(200);
    expect(await profile(other.accessToken)).toMatchObject({ status: 401, body: { code: 'session_ended' } });
    const byOld = await app.call(signIn, { body: { email: person.email, password: person.password } });
    expect(byOld.status).toBe(401);
    await signInPerson(app, { ...person, password: 'совсем другой пароль' });
    await app.letter(person.email, 'Пароль изменён');
  });

  test('a password change with a wrong current password changes nothing', async () => {
    const { person, token } = await open();
    const other = await signInPerson(app, person);
    expect(await change(token, 'не тот')).toMatchObject(wrong);
    expect((await profile(other.accessToken)).status).toBe(200);
    await signInPerson(app, person);
  });

  test('a common or short new password is refused on its field', async () => {
    const { person, token } = await open();
    for (const password of ['password123', 'семь зн']) {
      const answer = await change(token, person.password, password);
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'newPassword' }] } });
    }
  });

  test('a session has 10 guesses of the current password from all networks', async () => {
    const { person, token } = await open();
    const guess = () => {
      const body = { currentPassword: 'не тот', newPassword: 'совсем другой пароль' };
      return app.call(changePassword, { body }, { token, address: newAddress() });
    };
    const statuses = (await Promise.all(Array.from({ length: 14 }, guess))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(await change(token, person.password)).toMatchObject({ status: 429 });
    await signInPerson(app, person);
  });

  test('of two concurrent password changes one succeeds', async () => {
    const { person, token } = await open();
    const answers = await Promise.all(
      ['первый новый пароль', 'второй новый пароль'].map((next) => change(token, person.password, next)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400]);
  });
});
