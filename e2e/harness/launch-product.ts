import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../server/src/platform/db/database.ts';
import { sql } from '../../server/src/platform/db/sql.ts';
import { cheapHash } from '../../server/tests/support/cheap-hash.ts';
import { migratedTemplate } from '../../server/tests/support/database.ts';
import { copyEmbeddedCluster } from '../../server/tests/support/embedded-cluster.ts';
import { createTestDatabase, freePort } from '../../server/tests/support/postgres.ts';
import { operator } from './operator.ts';
import { type Program, startProgram } from './program.ts';

interface Letter {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
  sentAt: string;
  attachments: { name: string; bytes: number; path: string }[];
}

/** What a test needs of a product that it may neither stop nor configure. */
export interface RunningProduct {
  url: string;
  /** The PostgreSQL database behind it; an embedded one is its own alone. */
  databaseUrl: string | undefined;
  /** Waits for the newest e-mail to the address, optionally with a subject. */
  mail: (to: string, subject?: RegExp) => Promise<Letter>;
}

export interface Product extends RunningProduct {
  stop: () => Promise<void>;
  /** Kills the process, like a power cut. */
  kill: () => Promise<void>;
  logs: () => string;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
  /** Sends SIGTERM without waiting. */
  signal: () => void;
}

export interface ProductOptions {
  /** Products with the same URL share a database. */
  databaseUrl?: string;
  /** PGlite instead of PostgreSQL: migrated and empty, or what the DATA_DIR of `env` has. */
  embedded?: boolean;
  env?: Record<string, string>;
  /** Roles of the process; all by default. */
  roles?: string[];
}

const readyTimeoutMs = 60_000;
const mailTimeoutMs = 20_000;

/** Without a database of its own the product gets a migrated one in the PostgreSQL at `adminUrl`. */
export async function launchProduct(adminUrl: string, options: ProductOptions = {}): Promise<Product> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'kazna-e2e-'));
  if (options.embedded && !options.env?.DATA_DIR) await copyEmbeddedCluster(dataDir, 'migrated');
  const isOwn = !options.embedded && !options.databaseUrl;
  const own = isOwn ? await createTestDatabase(adminUrl, migratedTemplate) : undefined;
  const databaseUrl = options.databaseUrl ?? own?.url;
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const program = startProgram(
    {
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...options.env,
    },
    options.roles,
  );

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    await program.end(signal);
    await own?.drop();
    await rm(dataDir, { recursive: true, force: true });
  }

  try {
    await untilReady(url, program);
    if (databaseUrl && options.env?.ADMIN_PASSWORD) await lowerHashingCost(databaseUrl, options.env.ADMIN_PASSWORD);
  } catch (error) {
    await end('SIGKILL');
    throw new Error(`The product did not start:\n${program.logs()}`, { cause: error });
  }
  return {
    ...runningProduct(url, databaseUrl),
    stop: () => end('SIGTERM'),
    kill: () => program.end('SIGKILL'),
    logs: program.logs,
    ended: program.ended,
    signal: () => program.child.kill('SIGTERM'),
  };
}

/** The first administrator signs in for every other test, which at full cost takes a tenth of a second each time. */
async function lowerHashingCost(databaseUrl: string, password: string): Promise<void> {
  const db = await openDatabase({ databaseUrl, dataDir: '', poolSize: 1, onConnectionLost: () => {} });
  await db.query(sql`update users set password_hash = ${cheapHash(password)} where email = ${operator.email}`);
  await db.close();
}

export function runningProduct(url: string, databaseUrl: string | undefined): RunningProduct {
  return { url, databaseUrl, mail: (to, subject) => findLetter(url, to, subject) };
}

async function untilReady(url: string, { child }: Program): Promise<void> {
  const deadline = Date.now() + readyTimeoutMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`It ended with code ${child.exitCode}`);
    const ready = await fetch(`${url}/api/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    await sleep(100);
  }
  throw new Error('It was not ready in time');
}

async function findLetter(url: string, to: string, subject = /(?:)/): Promise<Letter> {
  const deadline = Date.now() + mailTimeoutMs;
  while (Date.now() < deadline) {
    const answer = await fetch(`${url}/dev/mail.json?to=${encodeURIComponent(to)}`);
    const letters = (await answer.json()) as Letter[];
    const letter = letters.find((one) => subject.test(one.subject));
    if (letter) return letter;
    await sleep(100);
  }
  throw new Error(`No letter to ${to} with subject ${subject} came in time`);
}
