import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { migratedTemplate } from '../server/tests/support/database.ts';
import { copyEmbeddedCluster } from '../server/tests/support/embedded-cluster.ts';
import { createTestDatabase, freePort } from '../server/tests/support/postgres.ts';
import { newPerson, openSession, registerPerson } from './harness/people.ts';
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

async function startTwo(): Promise<[Product, Product]> {
  const databaseUrl = await newDatabase(migratedTemplate);
  return Promise.all([start({ databaseUrl }), start({ databaseUrl })]);
}

async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'kazna-e2e-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
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
  test('two processes share sessions', async () => {
    const [first, second] = await startTwo();
    const person = await registerPerson(first);
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
    const products = await startTwo();
    const { email } = await registerPerson(products[0]);
    const guess = (turn: number) =>
      call(products[turn % 2] as Product, 'POST', '/api/auth/signin', { body: { email, password: `мимо ${turn}` } });
    for (let turn = 0; turn < 10; turn += 1) expect((await guess(turn)).status).toBe(401);
    for (const turn of [10, 11]) {
      const answer = await guess(turn);
      expect(answer.status).toBe(429);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });
});

test('eight processes started concurrently on an empty database become ready with one first admin', async () => {
  const databaseUrl = await newDatabase();
  const products = await Promise.all(Array.from({ length: 8 }, () => start({ databaseUrl })));
  for (const product of products) expect((await call(product, 'GET', '/api/health/ready')).status).toBe(200);
  expect(products.filter((product) => product.logs().includes('Первый администратор'))).toHaveLength(1);
});

test('a second process on the same DATA_DIR refuses to start, and the first keeps working', async () => {
  const dataDir = await temporaryDirectory();
  await copyEmbeddedCluster(dataDir, 'migrated');
  const product = await start({ embedded: true, env: { DATA_DIR: dataDir } });
  const { code, lines } = await runToEnd({ DATA_DIR: dataDir });
  expect(code).toBe(1);
  expect(lines).toEqual([expect.stringMatching(/^DATA_DIR .* is in use by process \d+\. /)]);
  await registerPerson(product);
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
      expect(lines).toEqual([expect.stringMatching(/^The database lacks \d+ migrations .*main\.ts migrate` first\.$/)]);
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
