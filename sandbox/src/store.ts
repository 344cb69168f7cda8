import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { copyFile, mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { lockFile } from './file-lock.ts';

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

export interface FileStoreOptions {
  /** Told what was found damaged, and that what is whole was kept. */
  onWarning?: (text: string) => void;
  /** Writes like `fs.writeSync`, which on a full disk may write only a part. */
  write?: (file: number, bytes: Buffer, offset: number) => number;
}

/** A line is one change. The log is rewritten without its history each time it is loaded. */
export function fileStore(path: string, options: FileStoreOptions = {}): Store {
  const { onWarning = (text) => process.emitWarning(text), write = writeSync } = options;
  let file: number | null = null;
  let release = () => {};
  /** What of the file is whole. */
  let length = 0;
  return {
    load: async () => {
      await mkdir(dirname(path), { recursive: true });
      release = await lockFile(path);
      const { changes, damaged } = parseLines(await readIfExists(path));
      if (damaged > 0) {
        const copy = `${path}.damaged`;
        await copyFile(path, copy);
        onWarning(`${path}: ${damaged} damaged lines were left out, the rest is kept; the file as it was is ${copy}`);
      }
      const rows = latest(changes);
      const bytes = Buffer.from(rows.map((row) => `${JSON.stringify([row])}\n`).join(''));
      await replaceFile(path, bytes);
      length = bytes.length;
      file = openSync(path, 'a');
      return rows;
    },
    append: (rows) => {
      if (file === null) throw new Error('The store is not loaded or already closed');
      const bytes = Buffer.from(`${JSON.stringify(rows)}\n`);
      try {
        for (let written = 0; written < bytes.length; ) written += writeSome(write, file, bytes, written);
      } catch (error) {
        // Half a line would run into the next one and spoil it too.
        ftruncateSync(file, length);
        throw error;
      }
      length += bytes.length;
    },
    close: () => {
      if (file === null) return;
      closeSync(file);
      release();
      file = null;
    },
  };
}

function writeSome(write: NonNullable<FileStoreOptions['write']>, file: number, bytes: Buffer, offset: number): number {
  const count = write(file, bytes, offset);
  if (count === 0) throw new Error('nothing more can be written');
  return count;
}

/** The old content or the new, whole, whatever happens in between. */
async function replaceFile(path: string, bytes: Buffer): Promise<void> {
  const next = `${path}.next`;
  const handle = await open(next, 'w');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(next, path);
}

function latest(rows: Row[]): Row[] {
  const byKey = new Map(rows.map((row) => [`${row.table}/${row.id}`, row]));
  return [...byKey.values()].filter(({ value }) => value !== null);
}

/** What can be read of the log. A line that a full disk or a crash cut short was never answered to anybody. */
function parseLines(text: string): { changes: Row[]; damaged: number } {
  const lines = text.split('\n');
  const rest = lines.pop() ?? '';
  const changes: Row[] = [];
  let damaged = rest === '' ? 0 : 1;
  for (const line of lines) {
    const rows = parseLine(line);
    if (rows) changes.push(...rows);
    else damaged += 1;
  }
  return { changes, damaged };
}

function parseLine(line: string): Row[] | null {
  try {
    const rows: unknown = JSON.parse(line);
    return Array.isArray(rows) ? rows : null;
  } catch {
    return null;
  }
}

async function readIfExists(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
