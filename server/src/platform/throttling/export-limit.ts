import type { FileAnswer } from '@kazna/contract/shared/endpoint';
import type { Queries } from '../db/database.ts';
import { createSlots, releasedAtEnd } from '../http/slots.ts';
import { type Limit, throttle } from './throttle.ts';

const exportsOfPerson: Limit = { name: 'exports', hits: 60, windowSeconds: 60 * 60 };
/** Of one person at a time, in one process. */
const exportsAtOnce = 2;

/** A file reads all that somebody has, so each person makes so many an hour. */
export function countExport(db: Queries, userId: string): Promise<void> {
  return throttle(db, exportsOfPerson, userId);
}

/** And so many at once: a file is under way until it has been sent or its reader has left. */
export function createExportLimit(db: Queries) {
  const slots = createSlots(30);
  return async (userId: string, makeFile: () => FileAnswer): Promise<FileAnswer> => {
    const release = slots.take({ key: userId, most: exportsAtOnce });
    try {
      await countExport(db, userId);
      const file = makeFile();
      return { ...file, chunks: releasedAtEnd(file.chunks, release) };
    } catch (error) {
      release();
      throw error;
    }
  };
}
