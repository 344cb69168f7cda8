import type { QueryArrayResult } from 'pg';

/** An outer join without a match still returns the head, beside columns that are all null: no row. */
export function splitHead<Row>({ fields, rows }: QueryArrayResult<unknown[]>): { head: string | null; rows: Row[] } {
  const [first] = rows;
  if (!first) return { head: null, rows: [] };
  const head = first[0] as string;
  const isWithoutMatch = rows.length === 1 && first.every((value, column) => column === 0 || value === null);
  if (isWithoutMatch) return { head, rows: [] };
  const toObject = (values: unknown[]): Row => {
    const row: Record<string, unknown> = {};
    for (let column = 1; column < fields.length; column += 1)
      row[(fields[column] as { name: string }).name] = values[column];
    return row as Row;
  };
  return { head, rows: rows.map(toObject) };
}
