import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { copyFile, mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { lockFile } from './file-lock.ts';

/** Sets a row; null deletes it. */
export interface Row {
  table: string;
  id: string;
  value: unknown;
}

export interface Store {
  load(): Promise<Row[]>;
  /** Atomic and durable: no visible state may be undone by a crash. */
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
  /** Called with a description of damaged lines that were skipped. */
  onWarning?: (text: string) => void;
  /** Like `fs.writeSync`, which may write partially on a full disk. */
  write?: (file: number, bytes: Buffer, offset: number) => number;
}

/** An append-only log with one change per line, compacted on load. */
export function fileStore(path: string, options: FileStoreOptions = {}): Store {
  const { onWarning = (text) => process.emitWarning(text), write = writeSync } = options;
  let file: number | null = null;
  let release = () => {};
  /** Length of the intact part of the file. */
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
        // A partial line would corrupt the next one.
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

/** Skips damaged lines: a line cut short by a crash or a full disk was never acknowledged. */
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
