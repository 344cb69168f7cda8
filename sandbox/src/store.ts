import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** One row of one table set to a value, or removed by null. */
export interface Row {
  table: string;
  id: string;
  value: unknown;
}

export interface Store {
  load(): Promise<Row[]>;
  /** All or nothing, and at once: nobody may see a state that a crash would undo. */
  append(rows: Row[]): void;
  close(): void;
}

export function memoryStore(): Store {
  const kept: Row[] = [];
  return {
    load: async () => latest(kept),
    append: (rows) => {
      kept.push(...rows);
    },
    close: () => {},
  };
}

/** A line is one change. The log is rewritten without its history each time it is loaded. */
export function fileStore(path: string): Store {
  let file: number | null = null;
  return {
    load: async () => {
      await mkdir(dirname(path), { recursive: true });
      await lock(path);
      const rows = latest(parseLines(await readIfExists(path)));
      const next = `${path}.next`;
      await writeFile(next, rows.map((row) => `${JSON.stringify([row])}\n`).join(''));
      await rename(next, path);
      file = openSync(path, 'a');
      return rows;
    },
    append: (rows) => {
      if (file === null) throw new Error('The store is not loaded or already closed');
      writeSync(file, `${JSON.stringify(rows)}\n`);
    },
    close: () => {
      if (file === null) return;
      closeSync(file);
      rmSync(`${path}.lock`, { force: true });
      file = null;
    },
  };
}

function latest(rows: Row[]): Row[] {
  const byKey = new Map(rows.map((row) => [`${row.table}/${row.id}`, row]));
  return [...byKey.values()].filter(({ value }) => value !== null);
}

function parseLines(text: string): Row[] {
  const lines = text.split('\n');
  // What follows the last line break is a change that a crash cut short: it was never answered.
  lines.pop();
  return lines.flatMap((line) => JSON.parse(line) as Row[]);
}

async function readIfExists(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

class FileInUse extends Error {
  override name = 'FileInUse';
  constructor(path: string, owner: number) {
    super(`${path} is in use by process ${owner}: one process a sandbox. Several share one that runs apart.`);
  }
}

/** Two processes on one file would each lose what the other writes, silently. A lock of a dead one is taken over. */
async function lock(path: string): Promise<void> {
  const place = `${path}.lock`;
  const owner = Number(await readIfExists(place));
  if (owner !== process.pid && isRunning(owner)) throw new FileInUse(path, owner);
  await rm(place, { force: true });
  // Of two that start together, one finds the other's lock here and fails.
  await writeFile(place, String(process.pid), { flag: 'wx' });
}

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
