import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = path.join(import.meta.dirname, '../..');

// Ends with us, in whatever way we end, and tells the processor time it has used when asked.
const preload = `data:text/javascript,${encodeURIComponent(`
  process.on('disconnect', () => process.exit(1));
  process.on('message', () => process.send(process.cpuUsage()));
  process.channel.unref();
`)}`;

export interface NodeProcess {
  isRunning: () => boolean;
  /** The end of what it printed, for when something went wrong. */
  output: () => string;
  /** Processor time used so far, user and system, in microseconds. */
  cpuMicros: () => Promise<number>;
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>;
}

/** A program of the repository, on the pinned Node, with nothing of the caller's environment but the path. */
export function startNode(script: string, env: Record<string, string>, args: string[] = []): NodeProcess {
  const { PATH = '', HOME = '', TMPDIR = '' } = process.env;
  const node = path.join(root, 'node_modules/.bin/node');
  const child = spawn(node, ['--import', preload, path.join(root, script), ...args], {
    cwd: root,
    env: { PATH, HOME, TMPDIR, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output = (output + chunk).slice(-20_000);
    });
  }
  const ended = once(child, 'exit');
  return {
    isRunning: () => child.exitCode === null && child.signalCode === null,
    output: () => output,
    cpuMicros: async () => {
      const answer = once(child, 'message');
      child.send('cpu');
      const [usage] = (await answer) as [NodeJS.CpuUsage];
      return usage.user + usage.system;
    },
    end: async (signal) => {
      child.kill(signal);
      await ended;
    },
  };
}

/** Waits for an address to answer 2xx. */
export async function untilAnswers(url: string, program: NodeProcess, request: RequestInit = {}): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (!program.isRunning()) throw new Error(`${url}: its process has ended:\n${program.output()}`);
    const isUp = await fetch(url, request).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await sleep(50);
  }
  throw new Error(`${url} did not answer in time:\n${program.output()}`);
}
