import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = path.join(import.meta.dirname, '../..');
// Half of a start is compiling; all starts share what the first one compiled.
const compileCache = path.join(root, 'node_modules/.cache/compile');

// Preloaded into the child: exits with the parent and reports CPU time, or memory after a garbage collection.
const preload = `data:text/javascript,${encodeURIComponent(`
  import { setFlagsFromString } from 'node:v8';
  import { runInNewContext } from 'node:vm';
  const answers = {
    cpu: () => process.cpuUsage(),
    resident: () => process.memoryUsage.rss(),
    memory: () => {
      setFlagsFromString('--expose-gc');
      runInNewContext('gc')();
      return process.memoryUsage();
    },
  };
  process.on('disconnect', () => process.exit(1));
  process.on('message', (what) => process.send(answers[what]()));
  process.channel.unref();
`)}`;

export interface NodeProcess {
  isRunning: () => boolean;
  output: () => string;
  cpuMicros: () => Promise<number>;
  residentBytes: () => Promise<number>;
  memoryAfterCollection: () => Promise<NodeJS.MemoryUsage>;
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>;
}

/** Starts a program of the repository on the pinned Node with a clean environment. */
export function startNode(script: string, env: Record<string, string>, args: string[] = []): NodeProcess {
  const { PATH = '', HOME = '', TMPDIR = '' } = process.env;
  const node = path.join(root, 'node_modules/.bin/node');
  const child = spawn(node, ['--import', preload, path.join(root, script), ...args], {
    cwd: root,
    env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE: compileCache, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output = (output + chunk).slice(-20_000);
    });
  }
  const ended = once(child, 'exit');
  const ask = async <Answer>(what: string): Promise<Answer> => {
    const answer = once(child, 'message');
    child.send(what);
    return (await answer)[0];
  };
  return {
    isRunning: () => child.exitCode === null && child.signalCode === null,
    output: () => output,
    cpuMicros: async () => {
      const { user, system } = await ask<NodeJS.CpuUsage>('cpu');
      return user + system;
    },
    residentBytes: () => ask('resident'),
    memoryAfterCollection: () => ask('memory'),
    end: async (signal) => {
      child.kill(signal);
      await ended;
    },
  };
}

/** A start takes seconds, but other work on the machine may have all of its time. */
const startTimeoutMs = 180_000;

export async function untilAnswers(
  url: string,
  program: NodeProcess,
  request: RequestInit = {},
  intervalMs = 50,
): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline) {
    if (!program.isRunning()) throw new Error(`${url}: its process has ended:\n${program.output()}`);
    const isUp = await fetch(url, request).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await sleep(intervalMs);
  }
  throw new Error(`${url} did not answer in time:\n${program.output()}`);
}
