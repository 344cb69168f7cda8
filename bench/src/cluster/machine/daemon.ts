import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';

export interface Daemon {
  name: string;
  pid: number;
  isRunning: () => boolean;
  /** Resolves when the process has ended. */
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>;
  /** The end of its log. */
  output: () => string;
}

export interface DaemonOptions {
  log: string;
  env?: Record<string, string>;
}

/** In a process group of its own, so that Ctrl+C reaches this program first, which ends everything in order. */
export async function startDaemon(
  name: string,
  [command, ...args]: [string, ...string[]],
  { log, env = {} }: DaemonOptions,
): Promise<Daemon> {
  const file = openSync(log, 'a');
  const child: ChildProcess = spawn(command, args, {
    detached: true,
    stdio: ['ignore', file, file],
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8', ...env },
  });
  closeSync(file);
  await once(child, 'spawn');
  const ended = once(child, 'exit');
  child.unref();
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  return {
    name,
    pid: child.pid as number,
    isRunning,
    end: async (signal) => {
      if (!isRunning()) return;
      // A frozen process takes no signal but SIGKILL.
      child.kill('SIGCONT');
      child.kill(signal);
      child.ref();
      await ended;
    },
    output: () => readFileSync(log, 'utf8').slice(-3000),
  };
}
