import { randomFillSync } from 'node:crypto';

export const nilUuid = '00000000-0000-0000-0000-000000000000';
export const uuidPattern = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** The 12 bits after the time. The counter starts below half of its range, so that it has room to grow. */
const counterEnd = 0x1000;
const counterStart = 0x800;

const randomPool = Buffer.alloc(4096);
let randomUsed = randomPool.length;

/** Valid until the next call. To fetch random bytes by 16 costs more than the rest of an id. */
export function randomBytes16(): Buffer {
  if (randomUsed === randomPool.length) {
    randomFillSync(randomPool);
    randomUsed = 0;
  }
  randomUsed += 16;
  return randomPool.subarray(randomUsed - 16, randomUsed);
}

/**
 * UUIDv7 by RFC 9562: time, counter, random bits. Ids are monotonic, even within a millisecond and when the clock is
 * set back, because lists use them as cursors.
 */
export function createUuidGenerator(now: () => number = Date.now): () => string {
  let time = 0;
  let counter = 0;
  return () => {
    const bytes = randomBytes16();
    const current = now();
    counter += 1;
    if (current > time || counter === counterEnd) {
      time = Math.max(current, time + 1);
      counter = bytes.readUInt16BE(6) % counterStart;
    }
    return format(bytes, time, counter);
  };
}

function format(bytes: Buffer, time: number, counter: number): string {
  bytes.writeUIntBE(time, 0, 6);
  bytes.writeUInt16BE(0x7000 | counter, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const next = createUuidGenerator();

/** A given time is for rows that are written as if they were old. */
export function uuidv7(time?: number): string {
  if (time === undefined) return next();
  const bytes = randomBytes16();
  return format(bytes, time, bytes.readUInt16BE(6) % counterEnd);
}
