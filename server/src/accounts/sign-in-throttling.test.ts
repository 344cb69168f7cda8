import { signIn } from '@kazna/contract/accounts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { createPerson, newAddress, type Person } from '../testing/people.ts';

let app: TestApp;
let twin: TestApp;
beforeAll(async () => {
  app = await startTestApp(inject('databaseUrl'));
  twin = await app.startTwin();
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

test('an address without an account is throttled just the same', async () => {
  const nobody = { email: 'nobody@example.ru', password: '', name: '' };
  expect((await guessWrong(nobody, 11, newAddress())).at(-1)).toBe(429);
});

test('of 30 wrong passwords at once at most 10 are looked at', async () => {
  const person = await createPerson(app);
  const address = newAddress();
  const guesses = Array.from({ length: 30 }, (_, turn) => statusOf(person, `неверный ${turn}`, address));
  const statuses = await Promise.all(guesses);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
});

test('a success forgets the wrong passwords before it', async () => {
  const person = await createPerson(app);
  const address = newAddress();
  await guessWrong(person, 9, address);
  expect(await statusOf(person, person.password, address)).toBe(200);
  expect(await guessWrong(person, 10, address)).toEqual(Array(10).fill(401));
  expect(await statusOf(person, person.password, address)).toBe(429);
});

test('two processes on one database count together', async () => {
  const person = await createPerson(app);
  const address = newAddress();
  await guessWrong(person, 5, address, app);
  await guessWrong(person, 5, address, twin);
  expect(await statusOf(person, person.password, address, app)).toBe(429);
  expect(await statusOf(person, person.password, address, twin)).toBe(429);
});

test('when the window is over the right password works again', async () => {
  const person = await createPerson(app);
  const address = newAddress();
  await guessWrong(person, 11, address);
  await app.db.queryText("update throttle_counters set resets_at = now() - interval '1 second'");
  expect(await statusOf(person, person.password, address)).toBe(200);
});

test('the counter belongs to an account: another account from the same address is free', async () => {
  const [person, neighbour] = [await createPerson(app), await createPerson(app)];
  const address = newAddress();
  await guessWrong(person, 11, address);
  expect(await statusOf(neighbour, neighbour.password, address)).toBe(200);
});

test('addresses of one IPv6 /64 count as one, and the next /64 does not', async () => {
  const person = await createPerson(app);
  for (let turn = 0; turn < 10; turn += 1) await statusOf(person, 'неверный', `2001:db8:1:2::${turn + 1}`);
  expect(await statusOf(person, person.password, '2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(429);
  expect(await statusOf(person, person.password, '2001:db8:1:3::1')).toBe(200);
});

test('a list of stolen passwords stops after 300 wrong ones from one address, whatever the accounts', async () => {
  const address = newAddress();
  const person = await createPerson(app);
  await statusOf(person, 'неверный', address);
  await app.db.queryText("update throttle_counters set hits = 299 where bucket like 'sign-in-address:%' and hits = 1");
  expect(await statusOf(await createPerson(app), 'неверный', address)).toBe(401);
  expect(await attempt(person, person.password, address)).toMatchObject({ status: 429 });
  expect(await statusOf(person, person.password, newAddress())).toBe(200);
});

test('neither e-mails nor addresses are kept in the counters', async () => {
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
