import {
  forgotPassword,
  resendVerification,
  resetPassword,
  signUp,
  verifyEmail,
} from '@kazna/contract/cabinet/accounts';
import { describe, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { createPerson, newPerson, signInPerson, signUpBody, tokenIn } from '../../../tests/support/people.ts';

const app = appForThisFile();

const password = 'совсем другой пароль';
/** Verifiers by the token of the letter. */
const verifiers = new Map<string, string>();
const verify = (token: string) =>
  app.call(verifyEmail, { query: { token, verifier: verifiers.get(token) ?? 'A'.repeat(43) } });
const reset = (token: string) => app.call(resetPassword, { body: { token, password } });
const invalid = { status: 400, body: { code: 'token_invalid' } };

async function verificationToken(person = newPerson()): Promise<string> {
  const { verifier } = (await app.call(signUp, { body: signUpBody(person) })).body;
  const token = tokenIn((await app.letter(person.email, 'Подтвердите e-mail')).text);
  verifiers.set(token, verifier);
  return token;
}

async function resetToken(email: string): Promise<string> {
  await app.call(forgotPassword, { body: { email } });
  return tokenIn((await app.letter(email, 'Восстановление пароля')).text);
}

async function age(token: string, interval: string): Promise<void> {
  await app.db.queryText(
    `update letter_tokens set expires_at = expires_at - $2::interval, created_at = created_at - $2::interval
     where hash = sha256($1::bytea)`,
    [Buffer.from(token), interval],
  );
}

/** Every table and column that contains the text, of any type. */
async function columnsHolding(text: string): Promise<string[]> {
  const { rows: columns } = await app.db.queryText(`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as table, quote_ident(column_name) as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`);
  const hex = Buffer.from(text).toString('hex');
  const bytes = Buffer.from(text, 'base64url').toString('hex');
  const found: string[] = [];
  for (const { table, column } of columns) {
    const { rows } = await app.db.queryText(
      `select from ${table} where strpos(${column}::text, $1) > 0 or strpos(${column}::text, $2) > 0
        or strpos(${column}::text, $3) > 0 limit 1`,
      [text, hex, bytes],
    );
    if (rows.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}

test("a letter's token has 256 bits and exists in the letter only", async () => {
  const person = await createPerson(app);
  for (const token of [await verificationToken(), await resetToken(person.email)]) {
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(await columnsHolding(token)).toEqual([
      'public.development_letters.text_body',
      'public.development_letters.html_body',
    ]);
  }
});

test('no column of the database contains a refresh token', async () => {
  const { accessToken, refreshToken } = await signInPerson(app, await createPerson(app));
  expect(await columnsHolding(refreshToken)).toEqual([]);
  expect(await columnsHolding(accessToken)).toEqual([]);
});

test('of 50 concurrent verifications by one token exactly one succeeds', async () => {
  const token = await verificationToken();
  const statuses = (await Promise.all(Array.from({ length: 50 }, () => verify(token)))).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, ...Array(49).fill(400)]);
});

test('of 50 concurrent resets by one token exactly one succeeds', async () => {
  const token = await resetToken((await createPerson(app)).email);
  const statuses = (await Promise.all(Array.from({ length: 50 }, () => reset(token)))).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([204, ...Array(49).fill(400)]);
});

describe('refused tokens of letters', () => {
  test('a verification token expires after 24 hours', async () => {
    const [live, dead] = [await verificationToken(), await verificationToken()];
    await age(live, '23 hours 59 minutes');
    await age(dead, '24 hours');
    expect(await verify(dead)).toMatchObject(invalid);
    expect(await verify(live)).toMatchObject({ status: 200 });
  });

  test('a reset token expires after 1 hour', async () => {
    const people = [await createPerson(app), await createPerson(app)] as const;
    const [live, dead] = [await resetToken(people[0].email), await resetToken(people[1].email)];
    await age(live, '59 minutes');
    await age(dead, '1 hour');
    expect(await reset(dead)).toMatchObject(invalid);
    expect(await reset(live)).toMatchObject({ status: 204 });
  });

  test('a used token and an unknown one are refused with the same body', async () => {
    const token = await verificationToken();
    await verify(token);
    const used = await verify(token);
    expect(used).toMatchObject(invalid);
    expect((await verify('A'.repeat(43))).body).toEqual(used.body);
    expect((await reset('A'.repeat(43))).body).toEqual(used.body);
  });

  test('a reset token does not verify, and a verification token does not reset', async () => {
    const person = newPerson();
    const verification = await verificationToken(person);
    expect(await reset(verification)).toMatchObject(invalid);
    expect(await verify(verification)).toMatchObject({ status: 200 });
    const token = await resetToken(person.email);
    expect(await verify(token)).toMatchObject(invalid);
    expect(await reset(token)).toMatchObject({ status: 204 });
  });

  test('a reset discards other reset tokens of the person', async () => {
    const person = await createPerson(app);
    const first = await resetToken(person.email);
    await app.call(forgotPassword, { body: { email: person.email } });
    const second = tokenIn((await app.letter(person.email, 'Восстановление пароля', 2)).text);
    expect(await reset(second)).toMatchObject({ status: 204 });
    expect(await reset(first)).toMatchObject(invalid);
  });
});

test('a common password is refused and does not consume the reset token', async () => {
  const token = await resetToken((await createPerson(app)).email);
  const refused = await app.call(resetPassword, { body: { token, password: 'qwertyuiop' } });
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'password' }] } });
  expect(await reset(token)).toMatchObject({ status: 204 });
});

test('a verification letter is resent with a new link, at most 5 times an hour', async () => {
  const person = newPerson();
  await verificationToken(person);
  for (let turn = 0; turn < 7; turn += 1) await app.call(resendVerification, { body: { email: person.email } });
  const other = newPerson();
  await app.call(signUp, { body: signUpBody(other) });
  await app.letter(other.email, 'Подтвердите e-mail');
  await expect.poll(() => pendingEmails(), { timeout: 10_000 }).toBe(0);
  const { rows } = await app.db.queryText('select from development_letters where recipient = $1', [person.email]);
  expect(rows).toHaveLength(1 + 5);
});

async function pendingEmails(): Promise<number> {
  const { rows } = await app.db.queryText(
    "select from pgboss.job where name = 'account-news' and state in ('created', 'retry', 'active')",
  );
  return rows.length;
}
