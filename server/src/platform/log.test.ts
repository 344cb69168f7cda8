import * as accounts from '@kazna/contract/cabinet/accounts';
import { getProfile } from '@kazna/contract/cabinet/profile';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startTestApp } from '../../tests/support/app.ts';
import { newPerson, signInPerson, signUpBody, tokenIn } from '../../tests/support/people.ts';
import { createLog } from './log.ts';

function memoryLog() {
  const lines: string[] = [];
  const log = createLog({ isProduction: true, logLevel: 'trace' }, { write: (line) => lines.push(line) });
  return { log, lines };
}

test('the log has no password, token or query string, and a request id on each line', async () => {
  const { log, lines } = memoryLog();
  const app = await startTestApp(inject('databaseUrl'), { log });
  onTestFinished(() => app.close());
  const person = { ...newPerson(), password: 'тайный пароль первый' };
  const newPassword = 'тайный пароль второй';
  const { verifier } = (await app.call(accounts.signUp, { body: signUpBody(person) })).body;
  const verification = tokenIn((await app.letter(person.email, 'Подтвердите e-mail')).text);
  await app.call(accounts.verifyEmail, { query: { token: verification, verifier } });
  await app.call(accounts.verifyEmail, { query: { token: verification, verifier } });
  await app.call(accounts.signIn, { body: { email: person.email, password: 'тайный неверный' } });
  const first = await signInPerson(app, person);
  const second = await app.call(accounts.refresh, {}, { token: first.refreshToken });
  await app.call(getProfile, {}, { token: second.body.accessToken, headers: { cookie: 'cookie-value=1' } });
  await app.call(accounts.forgotPassword, { body: { email: person.email } });
  const reset = tokenIn((await app.letter(person.email, 'Восстановление пароля')).text);
  await app.call(accounts.resetPassword, { body: { token: reset, password: newPassword } });
  await app.app.inject(`/auth/verify?token=${verification}`);
  await app.app.inject(`/api/nothing?token=${verification}`);
  await app.app.inject(`/%zz?token=${verification}`);

  const text = lines.join('');
  const secrets = [
    verification,
    verifier,
    reset,
    first.accessToken,
    first.refreshToken,
    second.body.refreshToken,
    'cookie-value',
  ];
  for (const secret of ['тайный', ...secrets, 'token=', '?']) expect(text).not.toContain(secret);
  const entries = lines.map((line) => JSON.parse(line));
  expect(entries.length).toBeGreaterThanOrEqual(11);
  for (const { reqId, address, ms } of entries) {
    expect(reqId).toMatch(/^[0-9a-f-]{36}$/);
    expect(address).toBe('127.0.0.1');
    expect(ms).toEqual(expect.any(Number));
  }
});

test('secrets passed to the logger are redacted', () => {
  const { log, lines } = memoryLog();
  log.info({ password: 'тайна', body: { refreshToken: 'тайна' }, req: { headers: { authorization: 'тайна' } } }, 'x');
  expect(lines.join('')).not.toContain('тайна');
  expect(lines.join('')).toContain('[hidden]');
});
