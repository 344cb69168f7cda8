import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pinnedNode, root } from './setup.mjs';

const isWindows = process.platform === 'win32';

/** Its own process group, so that Ctrl+C of the terminal reaches it only through us. */
export function startNode(args, options = {}) {
  return spawn(pinnedNode, args, { cwd: root, stdio: 'inherit', detached: !isWindows, ...options });
}

/** The server stops when its IPC channel closes: Windows has no signals, and a killed parent sends none. */
export function startServer(args) {
  // glibc would keep the 19 MiB that a password's hash takes, and V8 grows its young generation to twice as much.
  const memory = { MALLOC_MMAP_THRESHOLD_: '131072', NODE_OPTIONS: '--max-semi-space-size=8' };
  const env = { ...memory, ...process.env };
  return startNode(['server/src/main.mjs', ...args], { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
}

/** Stops everything when a child exits or when the parent is gone, `kill -9` of npm included. */
export function runTogether(children) {
  let stoppedAt = 0;
  const stop = (signal) => {
    // Ctrl+C arrives from the terminal and from npm: the second signal must not force a kill.
    if (Date.now() - stoppedAt < 1000) return;
    const isFirst = stoppedAt === 0;
    stoppedAt = Date.now();
    for (const child of children) {
      if (isFirst && child.connected) child.disconnect();
      else child.kill(signal);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
  for (const child of children) {
    child.on('exit', (code) => {
      process.exitCode ??= code ?? (stoppedAt > 0 ? 0 : 1);
      for (const other of children) if (other !== child) other.kill('SIGTERM');
    });
  }
  watchAncestors(() => stop('SIGTERM'));
}

/** Only under npm. A shell may sit between us and npm and would outlive it, so all ancestors are watched. */
function watchAncestors(onDeath) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const { name, parent: grandparent } = describeProcess(parent);
  const ancestors = /^(ba|da|a|z)?sh$/.test(name) ? [parent, grandparent] : [parent];
  const timer = setInterval(() => {
    if (process.ppid === parent && ancestors.every(isRunning)) return;
    clearInterval(timer);
    onDeath();
  }, 1000);
  timer.unref();
}

function describeProcess(pid) {
  if (process.platform === 'linux') {
    // The process name is in parentheses and may contain spaces and parentheses.
    const [, name, parent] = /\((.*)\) \S (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { name, parent: Number(parent) };
  }
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' });
  const [, parent, name = ''] = /^\s*(\d+)\s+(?:.*\/)?(\S+)/.exec(stdout ?? '') ?? [];
  return { name, parent: Number(parent) };
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
