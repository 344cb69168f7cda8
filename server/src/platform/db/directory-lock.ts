import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isOwnerAlive, type OwnerSocket, openOwnerSocket } from './owner-socket.ts';

export class DirectoryInUse extends Error {
  constructor(directory: string, pid: number) {
    super(
      `DATA_DIR ${resolve(directory)} is in use by process ${pid}. Stop it, choose another DATA_DIR, or set DATABASE_URL: only PostgreSQL serves several processes.`,
    );
  }
}

interface Owner {
  pid: number;
  /** Null in a lock file of the first release, which had a process id only. */
  socket: string | null;
}

/**
 * Takes the lock file `<directory>/lock`; the returned function releases it. A stale lock of a dead owner is taken
 * over. The owner's socket answers while it lives, since its process id may belong to another process by now.
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const path = resolve(directory, 'lock');
  const socket = await openOwnerSocket(resolve(directory));
  try {
    await placeLock(directory, path, socket);
  } catch (error) {
    await socket.close();
    throw error;
  }
  return async () => {
    await rm(path, { force: true });
    await socket.close();
  };
}

async function placeLock(directory: string, path: string, socket: OwnerSocket): Promise<void> {
  // Writing aside and linking makes the lock appear with its content: no reader finds a lock without an owner.
  const own = join(directory, `lock-${randomUUID()}`);
  await writeFile(own, JSON.stringify({ pid: process.pid, socket: socket.name } satisfies Owner));
  try {
    while (!(await placeLink(own, path))) await removeStale(directory, path);
  } finally {
    await rm(own, { force: true });
  }
}

async function placeLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/** A process that died while it took a stale lock over leaves this behind. */
const abandonedAfterMs = 10_000;

/**
 * Throws when the lock's owner is alive. One process at a time removes a lock, and only after it has read it again:
 * another one may have replaced the stale lock by its own meanwhile.
 */
async function removeStale(directory: string, path: string): Promise<void> {
  await requireDead(directory, path);
  const turn = `${path}-takeover`;
  try {
    await mkdir(turn);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const since = await stat(turn).catch(() => null);
    if (since && Date.now() - since.mtimeMs > abandonedAfterMs) await rm(turn, { recursive: true, force: true });
    await setTimeout(20);
    return;
  }
  try {
    const stale = await requireDead(directory, path);
    await rm(path, { force: true });
    if (stale?.socket) await rm(resolve(directory, stale.socket), { force: true });
  } finally {
    await rm(turn, { recursive: true, force: true });
  }
}

async function requireDead(directory: string, path: string): Promise<Owner | null> {
  const owner = await readOwner(path);
  if (await isAlive(directory, owner)) throw new DirectoryInUse(directory, owner?.pid ?? 0);
  return owner;
}

async function readOwner(path: string): Promise<Owner | null> {
  const text = await readFile(path, 'utf8').catch(() => '');
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'number') return { pid: parsed, socket: null };
    return parsed as Owner;
  } catch {
    return null;
  }
}

async function isAlive(directory: string, owner: Owner | null): Promise<boolean> {
  if (!owner) return false;
  if (owner.socket) return isOwnerAlive(resolve(directory), owner.socket);
  return owner.pid > 0 && owner.pid !== process.pid && isRunning(owner.pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
