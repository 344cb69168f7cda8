import { execFile } from 'node:child_process';
import { chown, mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const chunk = Buffer.alloc(1 << 20);

export interface SmallDisk {
  path: string;
  /** Leaves no byte free. */
  fill: () => Promise<void>;
  free: () => Promise<void>;
  remove: () => Promise<void>;
}

/** A file system of its own in memory, so that it can be filled without harm to others. */
export async function mountSmallDisk(at: string, mebibytes: number, owner: Owner): Promise<SmallDisk> {
  await mkdir(at, { recursive: true });
  await run('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'kazna-cluster', at]);
  await chown(at, owner.uid, owner.gid);
  const ballast = path.join(at, 'ballast');
  return {
    path: at,
    fill: async () => {
      const file = await open(ballast, 'a');
      try {
        for (let bytes = 1; bytes > 0; ) bytes = (await file.write(chunk)).bytesWritten;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
    },
    free: () => rm(ballast, { force: true }),
    remove: async () => {
      await run('umount', ['--lazy', at]);
    },
  };
}

export interface Owner {
  uid: number;
  gid: number;
}

export async function userOf(name: string): Promise<Owner> {
  const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}
