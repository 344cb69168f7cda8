import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { appForThisFile } from '../../tests/support/app-for-file.ts';
import { requireRealClock } from './clock-store.ts';

// A busy machine takes seconds for a day.
vi.setConfig({ testTimeout: 120_000 });

const app = appForThisFile();
const move = ({ app }: Pick<TestApp, 'app'>, body: object) =>
  app.inject({ method: 'POST', url: '/dev/clock', payload: body });
const read = async () => (await app.app.inject('/dev/clock')).json();
const daySeconds = 24 * 60 * 60;

test('the clock of development is the real one until it is moved', async () => {
  const { now, offsetSeconds, moving } = await read();
  expect({ offsetSeconds, moving }).toEqual({ offsetSeconds: 0, moving: null });
  expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(60_000);
});

test('the clock of development moves by a duration, to a time and to the noon of a day, and goes on from there', async () => {
  const first = await move(app, { add: 'P1D' });
  expect(first.statusCode).toBe(200);
  expect(first.json().done).toMatchObject({ charges: 0, documents: 0 });
  expect((await read()).offsetSeconds).toBeGreaterThan(daySeconds - 60);
  const to = new Date(Date.now() + 3 * daySeconds * 1000).toISOString();
  expect((await move(app, { now: to })).statusCode).toBe(200);
  expect((await read()).offsetSeconds).toBeGreaterThanOrEqual(3 * daySeconds - 60);
  const day = new Date(Date.now() + 6 * daySeconds * 1000).toISOString().slice(0, 10);
  expect((await move(app, { now: day })).json().now).toMatch(new RegExp(`^${day}T09:00:0`));
  const { rows } = await app.db.queryText('select business_now() > $1::timestamptz as ticks', [`${day}T09:00:00Z`]);
  expect(rows).toEqual([{ ticks: true }]);
});

test.each([
  [{ now: '2020-01-01T00:00:00Z' }, 'только вперёд'],
  [{ add: 'PT0S' }, 'только вперёд'],
  [{ add: '-P1D' }, 'только вперёд'],
  [{ add: 'P4Y' }, 'не больше чем на 3 года'],
  [{ now: '2027-02-31' }, 'действительное время'],
  [{ now: 'завтра' }, 'действительное время'],
  [{ add: 'год' }, 'действительное время'],
  [{}, 'Введите время'],
  [{ now: 5 }, 'Введите время'],
])('the clock of development refuses %j and stays', async (body, message) => {
  const before = await read();
  const answer = await move(app, body);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().errors[0].message).toContain(message);
  expect((await read()).offsetSeconds).toBe(before.offsetSeconds);
});

test('of two calls that move the clock at once one is refused, in one process and in two that know of the same clock', async () => {
  const second = await app.startSecondProcess();
  onTestFinished(() => second.close());
  expect((await second.app.inject('/api/info')).headers).toMatchObject({
    'x-clock-ahead-seconds': String((await read()).offsetSeconds),
  });
  for (const other of [app, second]) {
    const { offsetSeconds } = await read();
    const answers = await Promise.all([move(app, { add: 'P5D' }), move(other, { add: 'P5D' })]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('clock_is_moving');
    // By once, less what the move itself took.
    const moved = (await read()).offsetSeconds - offsetSeconds;
    expect(Math.round(moved / daySeconds)).toBe(5);
  }
});

test('while the clock of development moves, it shows from where to where', async () => {
  const moved = move(app, { add: 'P10D' });
  await expect.poll(async () => (await read()).moving?.to, { interval: 5 }).toBeTruthy();
  const { now, moving } = await read();
  expect(moving === null || (moving.from <= now && now <= moving.to)).toBe(true);
  expect((await moved).statusCode).toBe(200);
  expect((await read()).moving).toBeNull();
});

test('a database whose clock was moved does not serve where money is real', async () => {
  await expect(requireRealClock(app.db)).rejects.toThrow('moved in development');
});

test('a browser gets the page of the clock', async () => {
  const { body, headers } = await app.app.inject({ url: '/dev/clock', headers: { accept: 'text/html,*/*' } });
  expect(headers['content-type']).toContain('text/html');
  expect(body).toContain('+1 год');
});

const shop = { YOOKASSA_SHOP_ID: '100500', YOOKASSA_SECRET_KEY: 'test_secret' };
const production = { NODE_ENV: 'production', EMBEDDED_DB: '1', DEV_MAILBOX: '1', SANDBOX: '1' };

test.each([
  ['in production', production],
  ['with a real provider', shop],
])('there is no clock to move %s', async (_, env) => {
  const other = await startTestApp(inject('databaseUrl'), { env, isIdle: true });
  onTestFinished(() => other.close());
  expect((await other.app.inject('/dev/clock')).statusCode).toBe(404);
  expect((await move(other, { add: 'P1D' })).statusCode).toBe(404);
  await requireRealClock(other.db);
});
