import { randomBytes } from 'node:crypto';

const epochMs = Date.UTC(2000, 0, 1);

/** Shaped like the provider's ids: seconds since 2000, fixed middle groups, random rest. */
export function newObjectId(nowMs: number): string {
  const seconds = Math.floor((nowMs - epochMs) / 1000)
    .toString(16)
    .padStart(8, '0');
  const random = randomBytes(8).toString('hex');
  return `${seconds}-000f-5000-8${random.slice(0, 3)}-${random.slice(3, 15)}`;
}
