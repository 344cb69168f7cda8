import * as accounts from '@kazna/contract/cabinet/accounts';
import { getProfile } from '@kazna/contract/cabinet/profile';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import {
  createOrganization,
  newPerson,
  registerPerson,
  signInPerson,
  signUpBody,
  tokenIn,
} from '../../../tests/support/people.ts';

describe.each([
  ['PostgreSQL', inject('databaseUrl')],
  ['PGlite', undefined],
])('on %s', { timeout: 90_000 }, (_kind, databaseUrl) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(databaseUrl);
  }, 90_000);
  afterAll(() => app.close());

  test('a person signs up, confirms the address, signs in, refreshes, switches organization and signs out', async () => {
    const person = newPerson();
    const signedUp = await app.call(accounts.signUp, { body: signUpBody(person) });
    expect(signedUp).toMatchObject({ status: 201, body: { email: person.email } });
    const { verifier } = signedUp.body;

    const letter = await app.letter(person.email, 'Подтвердите e-mail');
    const verified = await app.call(accounts.verifyEmail, { query: { token: tokenIn(letter.text), verifier } });
    expect(verified).toMatchObject({ status: 200, body: { email: person.email } });

    const first = await signInPerson(app, person);
    const profile = await app.call(getProfile, {}, { token: first.accessToken });
    expect(profile).toMatchObject({ status: 200, body: { email: person.email, memberships: [{ role: 'owner' }] } });

    const refreshed = await app.call(accounts.refresh, {}, { token: first.refreshToken });
    expect(refreshed.status).toBe(200);

    const organizationId = await createOrganization(app, profile.body.id);
    const switched = await app.call(
      accounts.refreshWithOrganization,
      { query: { organizationId } },
      { token: refreshed.body.refreshToken },
    );
    expect(switched.status).toBe(200);
    const inOrganization = await app.call(getProfile, {}, { token: switched.body.accessToken });
    expect(inOrganization.body.activeOrganizationId).toBe(organizationId);

    expect(await app.call(accounts.signOut, {}, { token: switched.body.accessToken })).toMatchObject({ status: 204 });
    const after = await app.call(getProfile, {}, { token: switched.body.accessToken });
    expect(after).toMatchObject({ status: 401, body: { code: 'session_ended' } });
    const refreshAfter = await app.call(accounts.refresh, {}, { token: switched.body.refreshToken });
    expect(refreshAfter).toMatchObject({ status: 401, body: { code: 'session_ended' } });
  });

  test('a reset sets the new password, ends every session and e-mails the owner', async () => {
    const person = await registerPerson(app);
    const sessions = [await signInPerson(app, person), await signInPerson(app, person)];
    expect(await app.call(accounts.forgotPassword, { body: { email: person.email } })).toMatchObject({ status: 204 });
    const letter = await app.letter(person.email, 'Восстановление пароля');
    const password = 'совсем другой пароль';
    const reset = await app.call(accounts.resetPassword, { body: { token: tokenIn(letter.text), password } });
    expect(reset.status).toBe(204);

    for (const { accessToken, refreshToken } of sessions) {
      expect(await app.call(getProfile, {}, { token: accessToken })).toMatchObject({ status: 401 });
      expect(await app.call(accounts.refresh, {}, { token: refreshToken })).toMatchObject({ status: 401 });
    }
    const withOld = await app.call(accounts.signIn, { body: { email: person.email, password: person.password } });
    expect(withOld).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
    await signInPerson(app, { ...person, password });
    await app.letter(person.email, 'Пароль изменён');
  });

  test('of 10 concurrent uses of a reset token exactly one succeeds', async () => {
    const person = newPerson();
    const { verifier } = (await app.call(accounts.signUp, { body: signUpBody(person) })).body;
    const token = tokenIn((await app.letter(person.email, 'Подтвердите e-mail')).text);
    const uses = Array.from({ length: 10 }, () => app.call(accounts.verifyEmail, { query: { token, verifier } }));
    const statuses = (await Promise.all(uses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(9);
  });
});
