import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Shop } from './shop.ts';

export interface KillableWorker {
  /** The name by which it calls the provider. */
  host: string;
  /** As a power cut: no handler runs. Another process of the same name is started and not waited for. Two at once are one. */
  kill: () => Promise<void>;
  untilReady: () => Promise<void>;
  end: () => Promise<void>;
}

const root = join(import.meta.dirname, '../../..');

/** Starts a process of its own that works for the shop. Ends with the tests, however they end. */
export function startKillableWorker(
  { env, databaseUrl }: Shop,
  hostname: string,
  program: 'top-up-worker.ts' | 'receipt-worker.ts' = 'top-up-worker.ts',
): KillableWorker {
  const variable = env.TBANK_API_URL ? 'TBANK_API_URL' : 'YOOKASSA_API_URL';
  const api = new URL(env[variable] as string);
  api.hostname = hostname;
  const start = () => {
    const { PATH, HOME, TMPDIR } = process.env;
    const settings = { ...env, [variable]: api.href, DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' };
    const child = spawn(join(root, 'node_modules/.bin/node'), [join(import.meta.dirname, program)], {
      env: { PATH, HOME, TMPDIR, NODE_ENV: 'test', ...settings },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    return { child, ready: once(child, 'message') };
  };
  let running = start();
  let killing: Promise<void> | undefined;
  const restart = async () => {
    await end(running.child);
    running = start();
    killing = undefined;
  };
  return {
    host: api.host,
    kill: () => {
      killing ??= restart();
      return killing;
    },
    untilReady: async () => {
      await running.ready;
    },
    end: async () => {
      await killing;
      await end(running.child);
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
