import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, mkdtemp } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { platform, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client, escapeIdentifier } from 'pg';
import { binaries, hasRoomInMemory, keepUntilWeEnd, memoryFolder, unprivilegedUser } from './postgres-files.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
  }
}

export interface Postgres {
  url: string;
  pid: () => number | undefined;
  start: () => Promise<void>;
  /** `immediate` is a crash: connections drop and the next start recovers. */
  stop: (mode?: 'fast' | 'immediate') => Promise<void>;
  remove: () => Promise<void>;
}

const run = promisify(execFile);
const startTimeoutMs = 60_000;
const settings = { listen_addresses: '127.0.0.1', max_connections: '200' };
/** Fast; data do not survive a crash. */
const hasty = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
/** Takes less of the memory than the usual gigabyte, and leaves nothing beside its data there. */
const inMemory = { max_wal_size: '256MB', dynamic_shared_memory_type: 'mmap' };

/** Uses TEST_DATABASE_URL when set, otherwise starts a server, which alone has the settings. */
export async function openPostgres(settings: Record<string, string> = {}): Promise<Pick<Postgres, 'url' | 'remove'>> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { url, remove: async () => {} };
  return startPostgres({ isOverSocketFile: platform() !== 'win32', isInMemory: await hasRoomInMemory(), settings });
}

export interface PostgresOptions {
  /** Committed data survive a crash, as in production. */
  isDurable?: boolean;
  /** A round trip costs a quarter less of the processor than over TCP, which the server offers all the same. */
  isOverSocketFile?: boolean;
  /** A database is a thousand files, and to create and drop one costs a disk eight times as much of the processor. */
  isInMemory?: boolean;
  settings?: Record<string, string>;
}

export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kazna-postgres-'));
  const data = await mkdtemp(path.join(options.isInMemory ? memoryFolder : folder, 'kazna-data-'));
  const endKeeper = keepUntilWeEnd(folder, data);
  const user = await unprivilegedUser();
  if (user) {
    await chmod(folder, 0o755);
    await chown(data, user.uid, user.gid);
  }
  const bin = await binaries(folder, user !== undefined);
  const encoding = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  await run(
    path.join(bin, 'initdb'),
    [`--pgdata=${data}`, '--username=postgres', '--auth=trust', '--no-sync', ...encoding],
    { cwd: folder, ...user },
  );

  const port = await freePort();
  // The name of a socket file has about 100 characters at most, and a comma would begin another folder.
  const isOverSocketFile = options.isOverSocketFile === true && /^[\w./+-]{1,80}$/.test(data);
  const folders = { unix_socket_directories: isOverSocketFile ? data : '' };
  const speed = { ...(options.isDurable ? {} : hasty), ...(options.isInMemory ? inMemory : {}) };
  const chosen = { ...settings, ...folders, ...speed, ...options.settings };
  const flags = Object.entries(chosen).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    // Detached, so that Ctrl+C reaches the tests first, whose cleanup stops it.
    server = spawn(path.join(bin, 'postgres'), ['-D', data, '-p', String(port), ...flags], {
      cwd: folder,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      ...user,
    });
    await untilReady(server);
  }

  async function stop(mode: 'fast' | 'immediate' = 'fast'): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.ref();
    server.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await ended;
  }

  await start();
  return {
    url: `postgres://postgres@${isOverSocketFile ? encodeURIComponent(data) : '127.0.0.1'}:${port}/postgres`,
    pid: () => server?.pid,
    start,
    stop,
    remove: async () => {
      await stop('immediate');
      await endKeeper();
    },
  };
}

/** What `net.connect` takes to reach the server. */
export function endpointOf(databaseUrl: string): { path: string } | { host: string; port: number } {
  const { hostname, port } = new URL(databaseUrl);
  const host = decodeURIComponent(hostname);
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port: Number(port) };
}

export async function createTestDatabase(adminUrl: string, template?: string) {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const url = await createDatabase(adminUrl, name, template);
  return { name, url, drop: () => dropDatabase(adminUrl, name) };
}

export async function createDatabase(adminUrl: string, name: string, template = 'template0'): Promise<string> {
  // To copy files takes two checkpoints, which are cheap in memory only.
  const strategy = decodeURIComponent(new URL(adminUrl).hostname).startsWith(memoryFolder) ? 'file_copy' : 'wal_log';
  await command(
    adminUrl,
    `create database ${escapeIdentifier(name)} template ${escapeIdentifier(template)} strategy ${strategy}`,
  );
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await command(adminUrl, `drop database if exists ${escapeIdentifier(name)} with (force)`);
}

async function command(adminUrl: string, text: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** Systems take the local ports of outgoing connections from 32 768 on, so that none of them takes it meanwhile. */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000);
  const probe = createServer().listen(port, '127.0.0.1');
  const isFree = await once(probe, 'listening').then(
    () => true,
    () => false,
  );
  if (!isFree) return freePort();
  probe.close();
  await once(probe, 'close');
  return port;
}

async function untilReady(server: ChildProcess): Promise<void> {
  const stderr = server.stderr as Socket;
  let log = '';
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`PostgreSQL did not start in time:\n${log}`)), startTimeoutMs);
    server.once('exit', () => {
      clearTimeout(timer);
      reject(new Error(`PostgreSQL ended while starting:\n${log}`));
    });
    stderr.on('data', (chunk: Buffer) => {
      log = (log + chunk).slice(-20_000);
      if (!/ready to accept (read-only )?connections/.test(log)) return;
      clearTimeout(timer);
      resolve();
    });
  });
  // The server must not keep the finished tests running.
  server.unref();
  stderr.unref();
}
