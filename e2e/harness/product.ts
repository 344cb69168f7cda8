import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import { createTestDatabase, freePort } from '../../server/src/testing/postgres.ts';

interface Letter {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
  sentAt: string;
}

export interface Product {
  url: string;
  /** Ends gracefully; what was made for this product is deleted. */
  stop: () => Promise<void>;
  /** Ends at once, as a power cut would. */
  kill: () => Promise<void>;
  logs: () => string;
  /** The newest letter to the address; waits until one, or one with this subject, arrives. */
  mail: (to: string, subject?: RegExp) => Promise<Letter>;
}

interface Options {
  /** Two products on one URL are two processes of one system. */
  databaseUrl?: string;
  /** PGlite in a fresh DATA_DIR instead of PostgreSQL. */
  embedded?: boolean;
  env?: Record<string, string>;
}

const root = path.join(import.meta.dirname, '../..');
const readyTimeoutMs = 60_000;
const mailTimeoutMs = 20_000;
// The channel closes when the tests end in whatever way, and the product must not outlive them.
const endWithParent = 'data:text/javascript,process.on("disconnect",()=>process.exit(1));process.channel.unref()';

export async function startProduct(options: Options = {}): Promise<Product> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'kazna-e2e-'));
  const own = options.embedded || options.databaseUrl ? undefined : await createTestDatabase(inject('databaseUrl'));
  const databaseUrl = options.databaseUrl ?? own?.url;
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = spawn(
    path.join(root, 'node_modules/.bin/node'),
    ['--import', endWithParent, path.join(root, 'server/src/main.ts')],
    {
      cwd: root,
      env: {
        ...cleanEnv(),
        NODE_ENV: 'development',
        PORT: String(port),
        PUBLIC_URL: url,
        DATA_DIR: dataDir,
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
        ...options.env,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  const logs = collectOutput(child);

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    await endProcess(child, signal);
    await own?.drop();
    await rm(dataDir, { recursive: true, force: true });
  }

  try {
    await untilReady(url, child);
  } catch (error) {
    await end('SIGKILL');
    throw new Error(`The product did not start:\n${logs()}`, { cause: error });
  }
  return {
    url,
    stop: () => end('SIGTERM'),
    kill: () => endProcess(child, 'SIGKILL'),
    logs,
    mail: (to, subject) => findLetter(url, to, subject),
  };
}

/** The product is set up by its test alone, not by what the developer's shell or Vitest happen to hold. */
function cleanEnv(): Record<string, string | undefined> {
  const { PATH, HOME, TMPDIR, LOG_LEVEL } = process.env;
  return { PATH, HOME, TMPDIR, LOG_LEVEL };
}

function collectOutput(child: ChildProcess): () => string {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  return () => output;
}

async function endProcess(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
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
