import type { Sending } from './ask.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** An id that nothing has, right beside one that something has: lists that are ordered by id see no difference. */
export function missingNeighbour(id: string): string {
  return id.slice(0, -1) + (Number.parseInt(id.slice(-1), 16) ^ 1).toString(16);
}

/** The same request about things that are not there. */
export function missingNeighbours({ params, query, body, ...rest }: Sending): Sending {
  const replace = (fields: object) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, uuid.test(value) ? missingNeighbour(value) : value]),
    );
  return {
    ...rest,
    ...(params && { params: replace(params) }),
    ...(query && { query: replace(query) }),
    ...(body && { body: replace(body) }),
  };
}
