import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/** Accepts connections while its process lives, even stopped by SIGSTOP: the kernel accepts for it. */
export interface OwnerSocket {
  /** Relative when it is inside the directory, which another container may mount elsewhere. */
  name: string;
  close: () => Promise<void>;
}

/** sockaddr_un holds 104 bytes on macOS and 108 on Linux. */
const longestPath = 100;
const deadCodes = ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'];

export async function openOwnerSocket(directory: string): Promise<OwnerSocket> {
  const id = randomUUID().slice(0, 8);
  if (process.platform === 'win32') return listen(directory, `\\\\.\\pipe\\kazna-${id}`);
  const elsewhere = join(tmpdir(), `kazna-${id}.sock`);
  const near = `owner-${id}.sock`;
  if (join(directory, near).length > longestPath) return listen(directory, elsewhere);
  // Some network file systems have no sockets.
  return listen(directory, near).catch(() => listen(directory, elsewhere));
}

async function listen(directory: string, name: string): Promise<OwnerSocket> {
  const path = placeOf(directory, name);
  const server = createServer((socket) => socket.destroy());
  server.listen(path);
  await once(server, 'listening');
  server.unref();
  return {
    name,
    close: async () => {
      server.close();
      await rm(path, { force: true });
    },
  };
}

/** Unclear errors count as alive: two owners would lose each other's data. */
export async function isOwnerAlive(directory: string, name: string): Promise<boolean> {
  const socket = connect(placeOf(directory, name));
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    return !deadCodes.includes((error as NodeJS.ErrnoException).code ?? '');
  } finally {
    socket.destroy();
  }
}

function placeOf(directory: string, name: string): string {
  return isAbsolute(name) || name.startsWith('\\\\') ? name : resolve(directory, name);
}
