import { forgotPassword, resendVerification, signIn, signUp } from '@kazna/contract/cabinet/accounts';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { createPerson, newPerson, signUpBody } from '../../../tests/support/people.ts';
import { type Watched, watchStatements } from '../../../tests/support/statements.ts';

let app: TestApp;
let statements: Watched;
beforeAll(async () => {
  app = await startTestApp(inject('databaseUrl'), {
    watch: (db) => {
      statements = watchStatements(db);
      return statements.db;
    },
  });
});
afterAll(() => app.close());

const verified = async () => (await createPerson(app)).email;
const unverified = async () => {
  const person = newPerson();
  await app.call(signUp, { body: signUpBody(person) });
  return person.email;
};
const blocked = async () => {
  const email = await verified();
  await app.db.queryText("update users set status = 'blocked' where email = $1", [email]);
  return email;
};
const unknown = async () => newPerson().email;

const ownPassword = 'пароль чужака';

const calls = {
  forgotPassword: (email: string) => app.call(forgotPassword, { body: { email } }),
  resendVerification: (email: string) => app.call(resendVerification, { body: { email } }),
  signIn: (email: string) => app.call(signIn, { body: { email, password: 'неверный пароль' } }),
};

test('registering an address and signing in with that password does not reveal whether it has an account', async () => {
  const seen = [];
  for (const address of [unknown, verified, unverified, blocked]) {
    const email = await address();
    await app.call(signUp, { body: { ...signUpBody({ ...newPerson(), email }), password: ownPassword } });
    statements.take();
    const { status, body } = await app.call(signIn, { body: { email, password: ownPassword } });
    seen.push({ status, body, statements: statements.take() });
  }
  for (const answer of seen) expect(answer).toEqual(seen[0]);
  expect(seen[0]).toMatchObject({ status: 403, body: { code: 'email_not_verified' } });
});

describe.each(Object.entries(calls))('%s', (_name, call) => {
  test('answers and queries do not reveal whether the address has an account', async () => {
    const seen = [];
    for (const address of [unknown, verified, unverified, blocked]) {
      const email = await address();
      statements.take();
      const { status, body, headers } = await call(email);
      seen.push({ status, body, headers: Object.keys(headers), statements: statements.take() });
    }
    const [first, ...others] = seen;
    expect(first?.statements.length).toBeGreaterThan(0);
    for (const other of others) expect(other).toEqual(first);
  });
});

test('registration does not reveal whether the address has an account', async () => {
  const seen = [];
  for (const address of [unknown, verified, unverified, blocked]) {
    const email = await address();
    statements.take();
    const { status, body, headers } = await app.call(signUp, { body: signUpBody({ ...newPerson(), email }) });
    const asked = statements.take();
    const [fields, names] = [Object.keys(body), Object.keys(headers)];
    seen.push({ status, hasOwnEmail: body.email === email, fields, headers: names, asked });
  }
  for (const answer of seen) expect(answer).toEqual(seen[0]);
  expect(seen[0]).toMatchObject({ status: 201, hasOwnEmail: true, fields: ['email', 'verifier'] });
});
