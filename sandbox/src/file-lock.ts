import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

class FileInUse extends Error {
  override name = 'FileInUse';
  constructor(path: string, owner: string) {
    super(`${path} is in use by process ${owner}: one process a sandbox. Several share one that runs apart.`);
  }
}

/** sockaddr_un is limited to 104 bytes on macOS and 108 on Linux. */
const longestPath = 100;

/**
 * Locks a file by a socket that answers while its process lives: a process id in a lock file may have been reused. Two
 * processes on one file would lose each other's writes. Returns a function that releases the lock.
 */
export async function lockFile(path: string): Promise<() => void> {
  const place = socketOf(resolve(path));
  const owner = await ask(place);
  if (owner) throw new FileInUse(path, owner);
  if (process.platform !== 'win32') await rm(place, { force: true });
  const server = await listen(place).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? new FileInUse(path, 'that has just started') : error;
  });
  // Race: two processes may both take over a dead owner's socket; the loser notices here.
  await sleep(50);
  const now = await ask(place);
  // Our server is not closed: that would unlink the winner's socket.
  if (now !== String(process.pid)) throw new FileInUse(path, now ?? 'that has just started');
  return () => void server.close();
}

function socketOf(path: string): string {
  const name = `kazna-${createHash('sha256').update(path).digest('hex').slice(0, 16)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  return path.length + 5 > longestPath ? join(tmpdir(), `${name}.sock`) : `${path}.lock`;
}

/** Returns null without an answer. */
async function ask(place: string): Promise<string | null> {
  const socket = connect(place);
  try {
    await once(socket, 'connect');
    return await text(socket);
  } catch {
    return null;
  } finally {
    socket.destroy();
  }
}

async function listen(place: string): Promise<Server> {
  const server = createServer((socket) => socket.end(String(process.pid)));
  server.listen(place);
  await once(server, 'listening');
  return server.unref();
}
