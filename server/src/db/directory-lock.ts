import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

export class DirectoryInUse extends Error {
  constructor(directory: string, pid: number) {
    super(
      `DATA_DIR ${resolve(directory)} is in use by process ${pid}. Stop it, choose another DATA_DIR, or set DATABASE_URL: only PostgreSQL serves several processes.`,
    );
  }
}

/** What this process holds: its number alone may be that of an earlier process, as in a restarted container. */
const held = new Set<string>();

/** Takes `<directory>/lock`; the answer releases it. A lock whose process is gone (a crash, a reboot) is taken over. */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const path = resolve(directory, 'lock');
  // Written aside and linked into place, so that a lock is never seen without its owner's number.
  const own = join(directory, `lock-${randomUUID()}`);
  await writeFile(own, String(process.pid));
  try {
    while (!(await placeLink(own, path))) await clearStale(directory, path);
  } finally {
    await rm(own, { force: true });
  }
  held.add(path);
  return async () => {
    held.delete(path);
    await rm(path, { force: true });
  };
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

/** Throws when the lock's owner lives. Of processes that find a stale lock together, none removes a new one. */
async function clearStale(directory: string, path: string): Promise<void> {
  refuseIfOwned(directory, path, await ownerOf(path));
  const aside = `${path}-${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return;
  }
  const owner = await ownerOf(aside);
  if (isOwned(path, owner)) await placeLink(aside, path);
  await rm(aside, { force: true });
}

async function ownerOf(path: string): Promise<number> {
  return Number(await readFile(path, 'utf8').catch(() => ''));
}

function refuseIfOwned(directory: string, path: string, owner: number): void {
  if (isOwned(path, owner)) throw new DirectoryInUse(directory, owner);
}

function isOwned(path: string, owner: number): boolean {
  if (owner === process.pid) return held.has(path);
  return owner > 0 && isRunning(owner);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
