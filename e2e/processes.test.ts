import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { migratedTemplate } from '../server/tests/support/database.ts';
import { createTestDatabase, freePort } from '../server/tests/support/postgres.ts';
import { createPerson, newPerson, openSession, registerPerson } from './harness/people.ts';
import { type Product, startProduct } from './harness/product.ts';
import { startProgram } from './harness/program.ts';

async function newDatabase(template?: string): Promise<string> {
  const { url, drop } = await createTestDatabase(inject('databaseUrl'), template);
  onTestFinished(drop);
  return url;
}

async function start(options: Parameters<typeof startProduct>[0]): Promise<Product> {
  const product = await startProduct(options);
  onTestFinished(product.stop);
  return product;
}

/** Runs a process that is expected to exit. */
async function runToEnd(env: Record<string, string>, roles?: string[]) {
  const program = startProgram({ PORT: String(await freePort()), DATA_DIR: '/nonexistent/kazna', ...env }, roles);
  onTestFinished(() => program.end('SIGKILL'));
  return { code: await program.ended, lines: program.logs().trim().split('\n') };
}

function call(
  { url }: Product,
  method: string,
  target: string,
  { body, token }: { body?: object; token?: string } = {},
) {
  return fetch(url + target, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

describe('two processes on one PostgreSQL', () => {
  let first: Product;
  let second: Product;
  beforeAll(async () => {
    const { url: databaseUrl, drop } = await createTestDatabase(inject('databaseUrl'), migratedTemplate);
    [first, second] = await Promise.all([startProduct({ databaseUrl }), startProduct({ databaseUrl })]);
    return async () => {
      await Promise.all([first.stop(), second.stop()]);
      await drop();
    };
  });

  test('two processes share sessions', async () => {
    const person = await createPerson(first);
    const { accessToken: token, refreshToken } = await openSession(first, person);
    expect((await call(second, 'GET', '/api/profile', { token })).status).toBe(200);
    const renewed = await call(second, 'GET', '/api/auth/refresh', { token: refreshToken });
    expect(renewed.status).toBe(200);

    expect((await call(first, 'POST', '/api/auth/logout', { token })).status).toBe(204);
    const inSecond = async () => (await call(second, 'GET', '/api/profile', { token })).status;
    await expect.poll(inSecond, { timeout: 1000, interval: 50 }).toBe(401);
    const next = ((await renewed.json()) as { refreshToken: string }).refreshToken;
    expect((await call(second, 'GET', '/api/auth/refresh', { token: next })).status).toBe(401);
  });

  test('two processes share the rate limit of wrong passwords', async () => {
    const { email } = await createPerson(first);
    const guess = (turn: number) =>
      call(turn % 2 ? second : first, 'POST', '/api/auth/signin', { body: { email, password: `мимо ${turn}` } });
    for (let turn = 0; turn < 10; turn += 1) expect((await guess(turn)).status).toBe(401);
    for (const turn of [10, 11]) {
      const answer = await guess(turn);
      expect(answer.status).toBe(429);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });
});

test('four processes started concurrently on an empty database become ready with one first admin', async () => {
  const databaseUrl = await newDatabase();
  const products = await Promise.all(Array.from({ length: 4 }, () => start({ databaseUrl })));
  for (const product of products) expect((await call(product, 'GET', '/api/health/ready')).status).toBe(200);
  expect(products.filter((product) => product.logs().includes('Первый администратор'))).toHaveLength(1);
});

test.each([
  [{ PORT: 'abc' }, 'PORT takes a port number from 1 to 65535'],
  [{ DATABASE_URL: 'mysql://localhost/kazna' }, /^DATABASE_URL takes a PostgreSQL address/],
  [{ NODE_ENV: 'production' }, /^DATABASE_URL is required with NODE_ENV=production/],
])('a wrong environment %o stops the start with one line that names the variable', async (env, line) => {
  const { code, lines } = await runToEnd(env as Record<string, string>);
  expect(code).toBe(1);
  expect(lines).toEqual([expect.stringMatching(line)]);
});

test('SIGTERM finishes requests in flight, and the process exits with code 0', async () => {
  const product = await start({ databaseUrl: await newDatabase(migratedTemplate) });
  const consents = { acceptOffer: true, acceptPersonalData: true };
  const signUps = Array.from({ length: 24 }, () =>
    call(product, 'POST', '/api/auth/signup', { body: { ...newPerson(), ...consents } }),
  );
  // Hashing is limited, so when the first request is answered the others are still queued.
  await Promise.race(signUps);
  product.signal();
  const statuses = (await Promise.all(signUps)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([201]));
  expect(await product.ended).toBe(0);
});

describe('roles', () => {
  test('serve and work refuse a database without migrations and say what to run', async () => {
    const databaseUrl = await newDatabase();
    for (const role of ['serve', 'work']) {
      const { code, lines } = await runToEnd({ DATABASE_URL: databaseUrl }, [role]);
      expect(code).toBe(1);
      expect(lines).toEqual([
        expect.stringMatching(/^The database lacks \d+ migrations .*main\.mjs migrate` first\.$/),
      ]);
    }
  });

  test('separate migrate, serve and work processes register people and send e-mails', async () => {
    const databaseUrl = await newDatabase();
    const migrated = await runToEnd({ DATABASE_URL: databaseUrl }, ['migrate']);
    expect(migrated).toEqual({ code: 0, lines: [''] });
    const product = await start({ databaseUrl, roles: ['serve'] });
    const worker = startProgram({ DATABASE_URL: databaseUrl, PUBLIC_URL: product.url }, ['work']);
    onTestFinished(() => worker.end('SIGKILL'));
    const person = await registerPerson(product);
    await openSession(product, person);
    worker.child.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
  });
});
