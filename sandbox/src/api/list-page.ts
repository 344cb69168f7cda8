import { asOneOf, asText, invalid, optional } from './fields.ts';

interface Listed {
  id: string;
  createdAt: number;
}

type Query = Record<string, string | undefined>;

const bounds = {
  'created_at.gte': (time: number, bound: number) => time >= bound,
  'created_at.gt': (time: number, bound: number) => time > bound,
  'created_at.lte': (time: number, bound: number) => time <= bound,
  'created_at.lt': (time: number, bound: number) => time < bound,
};

/** Newest first; the cursor is the last object of the page before. */
export function listPage<T extends Listed>(
  rows: ReadonlyMap<string, T>,
  query: Query,
  isWanted: (row: T) => boolean,
  present: (row: T) => object,
) {
  const limit = Number(optional(query.limit, parseLimit) ?? 10);
  const isInTime = timeFilter(query);
  const found = [...rows.values()].reverse().filter((row) => isInTime(row.createdAt) && isWanted(row));
  const after = query.cursor === undefined ? 0 : found.findIndex(({ id }) => id === query.cursor) + 1;
  if (query.cursor !== undefined && after === 0) throw invalid('cursor', 'Unknown cursor');
  const items = found.slice(after, after + limit);
  const hasMore = found.length > after + limit;
  return { type: 'list', items: items.map(present), ...(hasMore && { next_cursor: items.at(-1)?.id }) };
}

export function statusFilter<S extends string>(query: Query, statuses: readonly S[]) {
  const status = optional(query.status, (value) => asOneOf(value, 'status', statuses));
  return (row: { status: S }) => status === undefined || row.status === status;
}

function parseLimit(value: unknown): string {
  const text = asText(value, 'limit', 3);
  if (!/^([1-9]\d?|100)$/.test(text)) throw invalid('limit', 'limit must be from 1 to 100');
  return text;
}

function timeFilter(query: Query): (time: number) => boolean {
  const checks = Object.entries(bounds).flatMap(([name, passes]) => {
    const text = query[name];
    if (text === undefined) return [];
    const bound = Date.parse(text);
    if (Number.isNaN(bound)) throw invalid(name, `${name} must be a time such as 2026-01-31T00:00:00.000Z`);
    return [(time: number) => passes(time, bound)];
  });
  return (time) => checks.every((check) => check(time));
}
