import type { FileAnswer } from '@kazna/contract/shared/endpoint';
import type { Queries } from '../db/database.ts';
import { createSlots, releaseAtEnd } from '../http/concurrency-slots.ts';
import { type Limit, throttle } from './throttle.ts';

const exportsOfPerson: Limit = { name: 'exports', hits: 60, windowSeconds: 60 * 60 };
const exportsAtOnce = 2;

/** Rate limit: a file reads everything the person has. */
export function countExport(db: Queries, userId: string): Promise<void> {
  return throttle(db, exportsOfPerson, userId);
}

export type ExportLimit = (userId: string, makeFile: () => FileAnswer) => Promise<FileAnswer>;

/** Rate and concurrency limit: a file counts until it is sent or its reader leaves. One for the files of all kinds. */
export function createExportLimit(db: Queries): ExportLimit {
  const slots = createSlots(30);
  return async (userId, makeFile) => {
    const release = slots.acquire({ key: userId, max: exportsAtOnce });
    try {
      await countExport(db, userId);
      const file = makeFile();
      return { ...file, chunks: releaseAtEnd(file.chunks, release) };
    } catch (error) {
      release();
      throw error;
    }
  };
}
