export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

export interface PageRequest {
  limit: number;
  cursor?: string | undefined;
}

/** Expects `limit + 1` rows: the extra one only tells that there is a next page. */
export function toPage<Row, Item = Row>(
  rows: Row[],
  limit: number,
  cursorOf: (row: Row) => string,
  present: (row: Row) => Item = (row) => row as unknown as Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown.map(present), nextCursor: rows.length > limit && last ? cursorOf(last) : null };
}
