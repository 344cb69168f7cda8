import { randomBytes } from 'node:crypto';
import { signIn } from '@kazna/contract/cabinet/accounts';
import { getProfile } from '@kazna/contract/cabinet/profile';
import * as contract from '@kazna/contract/cabinet/second-factor';
import { generateSync } from 'otplib';
import { describe, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { createPerson, newAddress, type Person, signInPerson } from '../../../tests/support/people.ts';
import { encryptSecret } from '../../platform/secrets.ts';
import { spendCode } from './credentials.ts';
import { encryptPlainSecrets } from './second-factor.ts';

const app = appForThisFile({ env: { OPERATOR_NAME: 'Ромашка' } });

/** Codes of this step and the next are both valid, even if the next one begins meanwhile. */
const codeOf = (secret: string, stepsAhead = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + stepsAhead * 30 });
const enter = ({ email, password }: Person, code?: string, address = newAddress()) =>
  app.call(signIn, { body: code === undefined ? { email, password } : { email, password, code } }, { address });
const start = (token: string, currentPassword: string) =>
  app.call(contract.startSecondFactor, { body: { currentPassword } }, { token });
const confirm = (token: string, code: string) => app.call(contract.confirmSecondFactor, { body: { code } }, { token });
const disable = (token: string, currentPassword: string, code: string) =>
  app.call(contract.disableSecondFactor, { body: { currentPassword, code } }, { token });

async function personWithSecondFactor() {
  const person = await createPerson(app);
  const { accessToken: token } = await signInPerson(app, person);
  const { secret } = (await start(token, person.password)).body;
  const spentCode = codeOf(secret);
  const { recoveryCodes } = (await confirm(token, spentCode)).body;
  return { person, token, secret, spentCode, recoveryCodes };
}

describe('enabling the second factor', () => {
  test('a code enables the second factor, recovery codes are shown once and a letter is sent', async () => {
    const person = await createPerson(app);
    const { accessToken: token } = await signInPerson(app, person);
    const started = await start(token, person.password);
    expect(started.status).toBe(200);
    expect(started.body.uri).toContain(`issuer=${encodeURIComponent('Ромашка')}`);
    expect((await app.call(getProfile, {}, { token })).body.hasSecondFactor).toBe(false);
    expect((await enter(person)).status).toBe(200);

    const confirmed = await confirm(token, codeOf(started.body.secret));
    expect(confirmed.status).toBe(200);
    expect(new Set(confirmed.body.recoveryCodes).size).toBe(10);
    for (const code of confirmed.body.recoveryCodes) expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/);
    expect((await app.call(getProfile, {}, { token })).body.hasSecondFactor).toBe(true);
    await app.letter(person.email, 'Двухфакторная защита включена');

    const { rows } = await app.db.queryText('select * from recovery_codes where user_id = $1', [person.id]);
    expect(rows).toHaveLength(10);
    for (const code of confirmed.body.recoveryCodes) expect(JSON.stringify(rows)).not.toContain(code);
  });

  test('enabling the second factor requires the password and a valid code', async () => {
    const person = await createPerson(app);
    const { accessToken: token } = await signInPerson(app, person);
    expect(await start(token, 'не тот')).toMatchObject({ status: 400, body: { code: 'wrong_password' } });
    expect(await confirm(token, '123456')).toMatchObject({ status: 400, body: { code: 'wrong_code' } });
    const { secret } = (await start(token, person.password)).body;
    const wrong = codeOf(secret) === '000000' ? '000001' : '000000';
    expect(await confirm(token, wrong)).toMatchObject({ status: 400, body: { code: 'wrong_code' } });
  });

  test('of several secrets requested the last one is valid', async () => {
    const person = await createPerson(app);
    const { accessToken: token } = await signInPerson(app, person);
    const first = (await start(token, person.password)).body.secret;
    const second = (await start(token, person.password)).body.secret;
    expect((await confirm(token, codeOf(first))).status).toBe(400);
    expect((await confirm(token, codeOf(second))).status).toBe(200);
  });

  test('an enabled second factor cannot be started or confirmed again', async () => {
    const { person, token, secret } = await personWithSecondFactor();
    const enabled = { status: 409, body: { code: 'second_factor_enabled' } };
    expect(await start(token, person.password)).toMatchObject(enabled);
    expect(await confirm(token, codeOf(secret, 1))).toMatchObject(enabled);
  });

  test('of 10 concurrent confirmations one gets recovery codes, and only those are valid', async () => {
    const person = await createPerson(app);
    const { accessToken: token } = await signInPerson(app, person);
    const code = codeOf((await start(token, person.password)).body.secret);
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(token, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await app.db.queryText('select 1 from recovery_codes where user_id = $1', [person.id]);
    expect(rows).toHaveLength(10);
  });
});

describe('signing in with a second factor', () => {
  test('sign-in requests a code only after the right password', async () => {
    const { person } = await personWithSecondFactor();
    expect(await enter(person)).toMatchObject({ status: 403, body: { code: 'totp_required' } });
    expect(await enter(person, '')).toMatchObject({ status: 403, body: { code: 'totp_required' } });
    const stranger = { ...person, password: 'не тот пароль' };
    expect(await enter(stranger)).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
  });

  test('a code of the second factor is valid once, and not after a later one', async () => {
    const { person, secret, spentCode } = await personWithSecondFactor();
    const [current, next] = [codeOf(secret), codeOf(secret, 1)];
    expect(await enter(person, spentCode)).toMatchObject({ status: 400, body: { code: 'wrong_code' } });
    expect((await enter(person, `${next.slice(0, 3)} ${next.slice(3)}`)).status).toBe(200);
    expect((await enter(person, next)).status).toBe(400);
    expect((await enter(person, current)).status).toBe(400);
  });

  test('one code of the second factor in 20 concurrent sign-ins opens one session', async () => {
    const { person, secret } = await personWithSecondFactor();
    const code = codeOf(secret, 1);
    const answers = await Promise.all(Array.from({ length: 20 }, () => enter(person, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
    const { rows } = await app.db.queryText('select 1 from sessions where user_id = $1', [person.id]);
    expect(rows).toHaveLength(2);
  });

  test('a recovery code replaces a code once, however it is typed', async () => {
    const { person, recoveryCodes } = await personWithSecondFactor();
    const [first = '', second = ''] = recoveryCodes;
    expect((await enter(person, first)).status).toBe(200);
    expect(await enter(person, first)).toMatchObject({ status: 400, body: { code: 'wrong_code' } });
    expect((await enter(person, ` ${second.toLowerCase().replace('-', ' ')} `)).status).toBe(200);
  });

  test('one recovery code in 20 concurrent sign-ins opens one session', async () => {
    const { person, recoveryCodes } = await personWithSecondFactor();
    const answers = await Promise.all(Array.from({ length: 20 }, () => enter(person, recoveryCodes[0])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('of 20 concurrent uses of a TOTP or recovery code exactly one consumes it', async () => {
    const { person, secret, recoveryCodes } = await personWithSecondFactor();
    const user = { id: person.id, totpSecret: secret };
    for (const code of [codeOf(secret, 1), recoveryCodes[0] ?? '']) {
      const uses = Array.from({ length: 20 }, () => app.db.transaction((tx) => spendCode(tx, user, code)));
      expect((await Promise.all(uses)).filter(Boolean)).toHaveLength(1);
    }
  });

  test("another person's recovery code is not valid", async () => {
    const [one, other] = [await personWithSecondFactor(), await personWithSecondFactor()];
    expect((await enter(one.person, other.recoveryCodes[0])).status).toBe(400);
  });

  test('wrong codes of the second factor are rate limited by person from all networks, and a valid one waits', async () => {
    const { person, secret } = await personWithSecondFactor();
    const guesses = await Promise.all(Array.from({ length: 20 }, () => enter(person, 'ABCD-ABCD')));
    expect(guesses.map(({ status }) => status)).toEqual(Array(20).fill(400));
    expect(await enter(person, codeOf(secret, 1))).toMatchObject({ status: 429 });
  });
});

describe('guessing codes by somebody who knows the password', () => {
  const fromDevice = ({ email, password }: Person, code: string, device: string) =>
    app.call(
      signIn,
      { body: { email, password, code } },
      { address: newAddress(), headers: { 'x-device-tokens': device } },
    );
  const guess = async (times: number, attempt: () => Promise<{ status: number }>) => {
    const statuses: number[] = [];
    for (let turn = 0; turn < times; turn += 1) statuses.push((await attempt()).status);
    return statuses;
  };

  test('other people’s wrong codes of a second factor lock its owner out of neither a known device nor an open session', async () => {
    const { person, token, recoveryCodes } = await personWithSecondFactor();
    const [first, second, third, fourth] = recoveryCodes as [string, string, string, string];
    const { deviceToken } = (await enter(person, first)).body;
    expect(await guess(21, () => enter(person, 'ABCD-ABCD'))).toEqual([...Array(20).fill(400), 429]);
    expect((await enter(person, second)).status).toBe(429);
    expect((await fromDevice(person, third, deviceToken)).status).toBe(200);
    expect((await disable(token, person.password, fourth)).status).toBe(204);
  });

  test('wrong codes of the second factor on a known device are rate limited as well', async () => {
    const { person, recoveryCodes } = await personWithSecondFactor();
    const { deviceToken } = (await enter(person, recoveryCodes[0])).body;
    await guess(20, () => fromDevice(person, 'ABCD-ABCD', deviceToken));
    expect((await fromDevice(person, recoveryCodes[1] as string, deviceToken)).status).toBe(429);
    expect((await enter(person, recoveryCodes[1])).status).toBe(200);
  });

  test('many known devices have no more than 40 wrong codes of the second factor together', async () => {
    const person = await createPerson(app);
    const devices: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) devices.push((await enter(person)).body.deviceToken);
    const { accessToken: token } = await signInPerson(app, person);
    const { secret } = (await start(token, person.password)).body;
    await confirm(token, codeOf(secret));
    const statuses: number[] = [];
    for (const device of devices) {
      statuses.push(...(await guess(15, () => fromDevice(person, 'ABCD-ABCD', device))));
    }
    expect(statuses).toEqual([...Array(40).fill(400), ...Array(5).fill(429)]);
  });
});

describe('disabling the second factor', () => {
  test('disabling the second factor requires password and code, and sends a letter', async () => {
    const { person, token, secret: oldSecret, spentCode, recoveryCodes } = await personWithSecondFactor();
    const code = codeOf(oldSecret, 1);
    expect(await disable(token, 'не тот', code)).toMatchObject({ status: 400, body: { code: 'wrong_password' } });
    for (const wrong of [spentCode, 'ABCD-ABCD']) {
      expect(await disable(token, person.password, wrong)).toMatchObject({ status: 400, body: { code: 'wrong_code' } });
    }
    expect((await enter(person)).status).toBe(403);
    expect((await disable(token, person.password, code)).status).toBe(204);
    expect((await enter(person)).status).toBe(200);
    await app.letter(person.email, 'Двухфакторная защита выключена');

    const { secret } = (await start(token, person.password)).body;
    await confirm(token, codeOf(secret, 1));
    expect((await enter(person, recoveryCodes[0])).status).toBe(400);
  });

  test('a recovery code disables the second factor', async () => {
    const { person, token, recoveryCodes } = await personWithSecondFactor();
    expect((await disable(token, person.password, recoveryCodes[0] as string)).status).toBe(204);
    expect((await enter(person)).status).toBe(200);
  });

  test('wrong codes at disabling the second factor are rate limited, and do not block a sign-in', async () => {
    const { person, token, recoveryCodes } = await personWithSecondFactor();
    for (let turn = 0; turn < 20; turn += 1) await disable(token, person.password, 'ABCD-ABCD');
    expect((await disable(token, person.password, recoveryCodes[0] as string)).status).toBe(429);
    expect((await enter(person, recoveryCodes[0])).status).toBe(200);
  });

  test('disabling a second factor that is off sends no letter', async () => {
    const person = await createPerson(app);
    const { accessToken: token } = await signInPerson(app, person);
    expect((await disable(token, person.password, '123456')).status).toBe(204);
    const { rows } = await app.db.queryText('select 1 from pgboss.job where data @> $1', [
      JSON.stringify({ userId: person.id }),
    ]);
    expect(rows).toEqual([]);
  });
});

test('after the clock was two days ahead and is right again, a current code is valid once', async () => {
  const { person, secret } = await personWithSecondFactor();
  const ahead = Math.floor(Date.now() / 1000 / 30) + 2 * 24 * 60 * 2;
  await app.db.queryText('update users set totp_last_step = $1 where id = $2', [ahead, person.id]);
  const code = codeOf(secret);
  expect((await enter(person, code)).status).toBe(200);
  expect(await enter(person, code)).toMatchObject({ status: 400, body: { code: 'wrong_code' } });
});

describe('stored TOTP secrets', () => {
  const storedOf = async ({ id }: { id: string }) =>
    (await app.db.queryText('select totp_secret from users where id = $1', [id])).rows[0]?.totp_secret as string;
  const store = ({ id }: { id: string }, secret: string) =>
    app.db.queryText('update users set totp_secret = $2 where id = $1', [id, secret]);

  test('the stored TOTP secret is encrypted even before it is confirmed', async () => {
    const person = await createPerson(app);
    const { accessToken: token } = await signInPerson(app, person);
    const { secret } = (await start(token, person.password)).body;
    expect(await storedOf(person)).toMatch(/^v1\./);
    expect(await storedOf(person)).not.toContain(secret);
  });

  test('a plain TOTP secret of an older release is encrypted at the start and stays valid', async () => {
    const { person, secret } = await personWithSecondFactor();
    await store(person, secret);
    await encryptPlainSecrets(app.db, app.keys.secondFactor);
    expect(await storedOf(person)).toMatch(/^v1\./);
    expect((await enter(person, codeOf(secret, 1))).status).toBe(200);
  });

  test('with a lost key codes are refused and recovery codes are valid', async () => {
    const { person, secret, recoveryCodes } = await personWithSecondFactor();
    await store(person, encryptSecret(randomBytes(32), person.id, secret));
    expect(await enter(person)).toMatchObject({ status: 403, body: { code: 'totp_required' } });
    expect((await enter(person, codeOf(secret, 1))).status).toBe(400);
    expect((await enter(person, recoveryCodes[0])).status).toBe(200);
  });

  test('a TOTP secret copied to another person is not valid', async () => {
    const [one, other] = [await personWithSecondFactor(), await personWithSecondFactor()];
    await store(one.person, await storedOf(other.person));
    expect((await enter(one.person, codeOf(other.secret, 1))).status).toBe(400);
  });
});
