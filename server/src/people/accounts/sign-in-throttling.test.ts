import { forgotPassword, refresh, resetPassword, signIn } from '@kazna/contract/cabinet/accounts';
import { getProfile } from '@kazna/contract/cabinet/profile';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { createPerson, newAddress, type Person, tokenIn } from '../../../tests/support/people.ts';

let app: TestApp;
let twin: TestApp;
beforeAll(async () => {
  app = await startTestApp(inject('databaseUrl'));
  twin = await app.startSecondProcess();
});
afterAll(async () => {
  await twin.close();
  await app.close();
});

const attempt = ({ email }: Person, password: string, address: string, on = app) =>
  on.call(signIn, { body: { email, password } }, { address });
const statusOf = async (...args: Parameters<typeof attempt>) => (await attempt(...args)).status;

async function guessWrong(person: Person, times: number, address: string, on = app): Promise<number[]> {
  const statuses: number[] = [];
  for (let turn = 0; turn < times; turn += 1) statuses.push(await statusOf(person, `неверный ${turn}`, address, on));
  return statuses;
}

test('after 10 wrong passwords from one address the right one waits there, and works from another', async () => {
  const person = await createPerson(app);
  const [here, elsewhere] = [newAddress(), newAddress()];
  expect(await guessWrong(person, 10, here)).toEqual(Array(10).fill(401));
  const refused = await attempt(person, person.password, here);
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  const seconds = Number(refused.headers['retry-after']);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(15 * 60);
  expect(await statusOf(person, person.password, elsewhere)).toBe(200);
  expect(await statusOf(person, person.password, here)).toBe(429);
});

test('sign-ins to an address without an account are rate limited just the same', async () => {
  const nobody = { email: 'nobody@example.ru', password: '', name: '' };
  expect((await guessWrong(nobody, 11, newAddress())).at(-1)).toBe(429);
});

test('of 30 concurrent wrong passwords at most 10 are checked', async () => {
  const person = await createPerson(app);
  const address = newAddress();
  const guesses = Array.from({ length: 30 }, (_, turn) => statusOf(person, `неверный ${turn}`, address));
  const statuses = await Promise.all(guesses);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
});

test('a successful sign-in resets the count of wrong passwords', async () => {
  const person = await createPerson(app);
  const address = newAddress();
  await guessWrong(person, 9, address);
  expect(await statusOf(person, person.password, address)).toBe(200);
  expect(await guessWrong(person, 10, address)).toEqual(Array(10).fill(401));
  expect(await statusOf(person, person.password, address)).toBe(429);
});

test('two processes share the rate limit of sign-ins', async () => {
  const person = await createPerson(app);
  const address = newAddress();
  await guessWrong(person, 5, address, app);
  await guessWrong(person, 5, address, twin);
  expect(await statusOf(person, person.password, address, app)).toBe(429);
  expect(await statusOf(person, person.password, address, twin)).toBe(429);
});

test("the right password works again after the rate limit's window", async () => {
  const person = await createPerson(app);
  const address = newAddress();
  await guessWrong(person, 11, address);
  await app.db.queryText("update throttle_counters set resets_at = now() - interval '1 second'");
  expect(await statusOf(person, person.password, address)).toBe(200);
});

test('wrong passwords of one account do not limit another account in the same network', async () => {
  const [person, neighbour] = [await createPerson(app), await createPerson(app)];
  const address = newAddress();
  await guessWrong(person, 11, address);
  expect(await statusOf(neighbour, neighbour.password, address)).toBe(200);
});

test('addresses of one IPv6 /64 share the rate limit, and the next /64 does not', async () => {
  const person = await createPerson(app);
  for (let turn = 0; turn < 10; turn += 1) await statusOf(person, 'неверный', `2001:db8:1:2::${turn + 1}`);
  expect(await statusOf(person, person.password, '2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(429);
  expect(await statusOf(person, person.password, '2001:db8:1:3::1')).toBe(200);
});

async function makeSuspicious(address: string, hits: number): Promise<void> {
  await app.db.queryText("delete from throttle_counters where bucket like 'sign-in-address:%'");
  await statusOf(await createPerson(app), 'неверный', address);
  await app.db.queryText("update throttle_counters set hits = $1 where bucket like 'sign-in-address:%'", [hits]);
}

test('300 wrong passwords of one person behind an address lock nobody else out there', async () => {
  const office = newAddress();
  await makeSuspicious(office, 300);
  const colleague = await createPerson(app);
  expect(await guessWrong(colleague, 2, office)).toEqual([401, 401]);
  expect(await statusOf(colleague, colleague.password, office)).toBe(200);
});

test('behind an address with 300 wrong passwords each account has 3 attempts instead of 10', async () => {
  const office = newAddress();
  await makeSuspicious(office, 300);
  expect(await guessWrong(await createPerson(app), 4, office)).toEqual([401, 401, 401, 429]);
});

test('a list of stolen passwords stops after 3000 wrong ones from one address, but not for a known device', async () => {
  const office = newAddress();
  const colleague = await createPerson(app);
  const device = await deviceOf(colleague, office);
  await makeSuspicious(office, 3000);
  expect(await statusOf(await createPerson(app), 'неверный', office)).toBe(429);
  expect(await statusOf(colleague, colleague.password, office)).toBe(429);
  expect((await fromDevice(colleague, colleague.password, office, device)).status).toBe(200);
});

test('attempts on a locked account do not make the network suspicious', async () => {
  const office = newAddress();
  await makeSuspicious(office, 280);
  expect((await guessWrong(await createPerson(app), 40, office)).at(-1)).toBe(429);
  expect(await guessWrong(await createPerson(app), 4, office)).toEqual([401, 401, 401, 401]);
});

async function deviceOf(person: Person, address = newAddress()): Promise<string> {
  return (await attempt(person, person.password, address)).body.deviceToken;
}

const fromDevice = ({ email }: Person, password: string, address: string, ...tokens: string[]) =>
  app.call(signIn, { body: { email, password } }, { address, headers: { 'x-device-tokens': tokens.join(',') } });

async function attackFromEverywhere(person: Person): Promise<void> {
  await app.db.queryText("delete from throttle_counters where bucket like 'sign-in-account-day:%'");
  await guessWrong(person, 1, newAddress());
  await app.db.queryText("update throttle_counters set hits = 95 where bucket like 'sign-in-account-day:%'");
  for (let turn = 0; turn < 5; turn += 1) expect(await guessWrong(person, 1, newAddress())).toEqual([401]);
}

test('one account takes 100 wrong passwords a day from all networks together', async () => {
  const person = await createPerson(app);
  await attackFromEverywhere(person);
  expect(await guessWrong(person, 1, newAddress())).toEqual([429]);
  expect(await statusOf(person, person.password, newAddress())).toBe(429);
});

test('an attack from many networks does not lock out a known device', async () => {
  const person = await createPerson(app);
  const device = await deviceOf(person);
  await attackFromEverywhere(person);
  const answer = await fromDevice(person, person.password, newAddress(), device);
  expect(answer).toMatchObject({ status: 200, body: { deviceToken: device } });
});

test('a device token is valid for its own account only', async () => {
  const [person, attacker] = [await createPerson(app), await createPerson(app)];
  const [own, foreign] = [await deviceOf(person), await deviceOf(attacker)];
  await attackFromEverywhere(person);
  expect((await fromDevice(person, person.password, newAddress(), foreign)).status).toBe(429);
  const spoilt = `${own.slice(0, -1)}${own.endsWith('A') ? 'B' : 'A'}`.replace(/^./, (first) =>
    first === 'A' ? 'B' : 'A',
  );
  expect((await fromDevice(person, person.password, newAddress(), spoilt)).status).toBe(429);
  expect((await fromDevice(person, person.password, newAddress(), foreign, own)).status).toBe(200);
});

test('a known device has 10 wrong passwords in all networks together', async () => {
  const person = await createPerson(app);
  const device = await deviceOf(person);
  const statuses: number[] = [];
  for (let turn = 0; turn < 11; turn += 1) {
    statuses.push((await fromDevice(person, `неверный ${turn}`, newAddress(), device)).status);
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
});

test('a password reset lifts the daily limit after an attack', async () => {
  const person = await createPerson(app);
  await attackFromEverywhere(person);
  await app.call(forgotPassword, { body: { email: person.email } });
  const token = tokenIn((await app.letter(person.email, 'пароля')).text);
  const password = 'совсем другие слова';
  expect((await app.call(resetPassword, { body: { token, password } })).status).toBeLessThan(300);
  expect(await statusOf(person, password, newAddress())).toBe(200);
});

test('successful sign-ins are rate limited by device with Retry-After', async () => {
  const person = await createPerson(app);
  const device = await deviceOf(person);
  await app.db.queryText("update throttle_counters set hits = 200 where bucket like 'sessions-started:%'");
  const refused = await attempt(person, person.password, newAddress());
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await fromDevice(person, person.password, newAddress(), device)).status).toBe(200);
});

test('a person has 50 sessions at most: one more ends the one that was used least recently', async () => {
  const person = await createPerson(app);
  const { body: first } = await attempt(person, person.password, newAddress());
  const { body: second } = await attempt(person, person.password, newAddress());
  await app.db.queryText(
    `insert into sessions (id, user_id, refresh_hash, refresh_nonce, device, address)
     select gen_random_uuid(), $1, uuid_send(gen_random_uuid()), 'x', 'Chrome', '10.0.0.1' from generate_series(1, 48)`,
    [person.id],
  );
  await app.call(refresh, {}, { token: first.refreshToken });
  await app.db.queryText("update sessions set last_used_at = now() - interval '1 day' where user_id = $1 and id = $2", [
    person.id,
    JSON.parse(Buffer.from(second.accessToken.split('.')[1] as string, 'base64url').toString()).sid,
  ]);
  const { body: newest } = await attempt(person, person.password, newAddress());
  expect((await app.call(getProfile, {}, { token: second.accessToken })).status).toBe(401);
  for (const { accessToken: token } of [first, newest])
    expect((await app.call(getProfile, {}, { token })).status).toBe(200);
});

test('rate limit counters contain neither e-mails nor addresses', async () => {
  const person = await createPerson(app);
  const address = newAddress();
  await guessWrong(person, 1, address);
  const { rows } = await app.db.queryText('select bucket from throttle_counters');
  const text = JSON.stringify(rows);
  expect(text).not.toContain(person.email);
  expect(text).not.toContain(address);
});

test('a counter that was started while the clock was days ahead locks for one window at most', async () => {
  const person = await createPerson(app);
  const address = newAddress();
  await guessWrong(person, 10, address);
  await app.db.queryText("update throttle_counters set resets_at = now() + interval '2 days'");
  const refused = await attempt(person, person.password, address);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(15 * 60);
});
