import type { HeadedRow } from './pipeline.ts';

/** An outer join without a match still returns the head, beside columns that are all null: no row. */
export function splitHead<Row>(found: HeadedRow[]): { head: string | null; rows: Row[] } {
  const [first] = found;
  if (!first) return { head: null, rows: [] };
  const isWithoutMatch = found.length === 1 && Object.values(first.row).every((value) => value === null);
  return { head: first.head, rows: isWithoutMatch ? [] : found.map(({ row }) => row as Row) };
}
