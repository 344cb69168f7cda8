import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { uuidPattern } from '../db/uuid.ts';

/** Files on a disk that all processes share, each named after the id of its row. */
export interface FileFolder {
  write(id: string, bytes: Uint8Array): Promise<void>;
  /** Null for a missing one. */
  read(id: string): Promise<Buffer | null>;
  remove(ids: string[]): Promise<void>;
  /** Ids by hundreds. */
  olderThan(hours: number): AsyncIterable<string[]>;
}

const batchSize = 100;

/** Null without a directory. */
export function openFileFolder(directory: string | undefined): FileFolder | null {
  if (directory === undefined) return null;
  // The last characters of a time-ordered id are random, so that no folder grows beyond the others.
  const folderOf = (id: string) => join(directory, id.slice(-2));
  const pathOf = (id: string) => join(folderOf(id), id);
  return {
    write: async (id, bytes) => {
      await mkdir(folderOf(id), { recursive: true });
      // Under another name until it is on the disk: a crash leaves no half of a file.
      const partial = `${pathOf(id)}.part`;
      const file = await open(partial, 'wx');
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(partial, pathOf(id));
    },
    read: (id) => readFile(pathOf(id)).catch(nullIfMissing),
    remove: async (ids) => {
      for (const id of ids) for (const path of [pathOf(id), `${pathOf(id)}.part`]) await rm(path, { force: true });
    },
    olderThan: (hours) => listOlder(directory, Date.now() - hours * 3_600_000),
  };
}

async function* listOlder(directory: string, beforeMs: number): AsyncGenerator<string[]> {
  const ids = new Set<string>();
  for (const folder of await readdir(directory).catch(() => [])) {
    for (const name of await readdir(join(directory, folder)).catch(() => [])) {
      const id = name.replace(/\.part$/, '');
      const found = uuidPattern.test(id) ? await stat(join(directory, folder, name)).catch(nullIfMissing) : null;
      if (found && found.mtimeMs < beforeMs) ids.add(id);
      if (ids.size < batchSize) continue;
      yield [...ids];
      ids.clear();
    }
  }
  if (ids.size > 0) yield [...ids];
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
