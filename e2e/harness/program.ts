import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export interface Program {
  child: ChildProcess;
  logs: () => string;
  /** Resolves with the exit code; null after a signal. */
  ended: Promise<number | null>;
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>;
}

const root = path.join(import.meta.dirname, '../..');
// Half of a start is compiling; all starts share what the first one compiled.
export const compileCache = path.join(root, 'node_modules/.cache/compile');
// The IPC channel closes however the tests end, so that the product never outlives them.
const endWithParent = 'data:text/javascript,process.on("disconnect",()=>process.exit(1));process.channel.unref()';

export function startProgram(env: Record<string, string>, roles: string[] = []): Program {
  const child = spawn(
    path.join(root, 'node_modules/.bin/node'),
    ['--import', endWithParent, path.join(root, 'server/src/main.mjs'), ...roles],
    {
      cwd: root,
      env: { ...cleanEnv(), NODE_ENV: 'development', ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  // Its last lines may be read after its exit.
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    child,
    logs: collectOutput(child),
    ended,
    end: async (signal) => {
      child.kill(signal);
      await ended;
    },
  };
}

/** Clears the environment of the shell and Vitest. */
function cleanEnv(): Record<string, string | undefined> {
  const { PATH, HOME, TMPDIR, LOG_LEVEL } = process.env;
  return { PATH, HOME, TMPDIR, LOG_LEVEL, NODE_COMPILE_CACHE: compileCache };
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
