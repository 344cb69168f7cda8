import { uuidPattern } from '../../src/platform/db/uuid.ts';
import type { RequestParts } from './ask.ts';

/** An id that nothing has, adjacent to an existing one: a cursor of a list treats both alike. */
export function nearMissId(id: string): string {
  return id.slice(0, -1) + (Number.parseInt(id.slice(-1), 16) ^ 1).toString(16);
}

/** The same request about things that do not exist. */
export function withNearMissIds({ params, query, body, ...rest }: RequestParts): RequestParts {
  const replace = (fields: object) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, uuidPattern.test(value) ? nearMissId(value) : value]),
    );
  return {
    ...rest,
    ...(params && { params: replace(params) }),
    ...(query && { query: replace(query) }),
    ...(body && { body: replace(body) }),
  };
}
