import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DirectoryInUse, lockDirectory } from './directory-lock.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kazna-lock-'));
});
afterEach(() => rm(directory, { recursive: true }));

const run = promisify(execFile);
const module = join(import.meta.dirname, 'directory-lock.ts');
/** A process that tries to take the lock, prints the result, and keeps it until its input closes. */
const holder = `
  const { lockDirectory } = await import(${JSON.stringify(module)});
  const said = await lockDirectory(process.argv[1]).then(() => 'taken', (error) => error.message);
  process.stdout.write(said);
  if (said === 'taken') for await (const _ of process.stdin);`;

function startHolder() {
  const child = spawn(process.execPath, ['--input-type=module', '-e', holder, directory], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const said = once(child.stdout, 'data').then(([chunk]) => String(chunk));
  const stop = async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return { child, said, stop };
}

test('a second process on the data directory is refused with DATA_DIR and the first process id', async () => {
  const first = startHolder();
  try {
    expect(await first.said).toBe('taken');
    const refused = await lockDirectory(directory).catch((error: Error) => error);
    expect(refused).toBeInstanceOf(DirectoryInUse);
    expect((refused as Error).message).toContain(`DATA_DIR ${directory} is in use by process ${first.child.pid}`);
    expect((refused as Error).message).toContain('DATABASE_URL');
  } finally {
    await first.stop();
  }
});

test('a second lock of the data directory in the same process is refused', async () => {
  const unlock = await lockDirectory(directory);
  await expect(lockDirectory(directory)).rejects.toThrow(`in use by process ${process.pid}`);
  await unlock();
});

test('the directory lock of a killed process is taken over', async () => {
  const first = startHolder();
  expect(await first.said).toBe('taken');
  await first.stop();
  const unlock = await lockDirectory(directory);
  expect(JSON.parse(await readFile(join(directory, 'lock'), 'utf8'))).toMatchObject({ pid: process.pid });
  expect((await readdir(directory)).filter((name) => name.startsWith('owner-'))).toHaveLength(1);
  await unlock();
});

test('the directory lock of an earlier process with our own process id is taken over', async () => {
  await writeFile(join(directory, 'lock'), String(process.pid));
  const unlock = await lockDirectory(directory);
  await unlock();
});

test('the directory lock of a killed process is taken over although its process id is reused', async () => {
  const first = startHolder();
  expect(await first.said).toBe('taken');
  await first.stop();
  const path = join(directory, 'lock');
  const { socket } = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, JSON.stringify({ pid: process.ppid, socket }));
  await (await lockDirectory(directory))();
});

test.runIf(process.platform !== 'win32')('a process stopped by SIGSTOP keeps its directory lock', async () => {
  const first = startHolder();
  try {
    expect(await first.said).toBe('taken');
    first.child.kill('SIGSTOP');
    await expect(lockDirectory(directory)).rejects.toThrow(DirectoryInUse);
  } finally {
    await first.stop();
  }
});

test('a directory lock of the first release is respected while its process runs', async () => {
  await writeFile(join(directory, 'lock'), String(process.ppid));
  await expect(lockDirectory(directory)).rejects.toThrow(`in use by process ${process.ppid}`);
});

test('a data directory whose path is too long for a socket is locked', async () => {
  const deep = join(directory, 'd'.repeat(60), 'e'.repeat(60));
  await mkdir(deep, { recursive: true });
  const unlock = await lockDirectory(deep);
  await expect(lockDirectory(deep)).rejects.toThrow(DirectoryInUse);
  await unlock();
  await (await lockDirectory(deep))();
});

test.each(['', 'not a number', '0', '-1'])('a directory lock with content %j is taken over', async (content) => {
  await writeFile(join(directory, 'lock'), content);
  const unlock = await lockDirectory(directory);
  await unlock();
});

test('a released directory lock can be taken again', async () => {
  const unlock = await lockDirectory(directory);
  await unlock();
  await expect(access(join(directory, 'lock'))).rejects.toThrow('ENOENT');
  await (await lockDirectory(directory))();
});

test('of 6 processes that start at once over a stale lock exactly one takes it', async () => {
  const dead = await run(process.execPath, ['-p', 'process.pid']);
  await writeFile(join(directory, 'lock'), dead.stdout.trim());
  const holders = Array.from({ length: 6 }, startHolder);
  try {
    const said = await Promise.all(holders.map((it) => it.said));
    expect(said.filter((line) => line === 'taken')).toHaveLength(1);
    expect(said.filter((line) => line.includes('is in use by process'))).toHaveLength(5);
  } finally {
    await Promise.all(holders.map((it) => it.stop()));
  }
});
