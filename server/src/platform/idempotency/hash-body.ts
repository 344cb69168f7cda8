import { createHash } from 'node:crypto';

/** SHA-256 of the body as JSON with sorted names: a client that retries may write them in another order. */
export function hashBody(body: object): Buffer {
  return createHash('sha256').update(JSON.stringify(body, sortNames)).digest();
}

function sortNames(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
