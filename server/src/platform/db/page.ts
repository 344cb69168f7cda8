export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

export interface PageRequest {
  limit: number;
  cursor?: string | undefined;
}

/** Expects `limit + 1` rows: the extra one only shows that there is a next page. */
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

/** A cursor of the operator API: the id of the last row, which programs cannot mistake for something to make. */
export function cursorOf(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
}

/** Any 22 characters of base64url are 16 bytes, so every cursor that the contract lets through is an id. */
export function fromOpaque({ limit, cursor }: PageRequest): PageRequest {
  if (cursor === undefined) return { limit };
  const hex = Buffer.from(cursor, 'base64url').toString('hex');
  return { limit, cursor: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') };
}

/** Expects `limit + 1` rows, as `toPage` does. */
export function toOpaquePage<Row extends { id: string }, Item = Row>(
  rows: Row[],
  limit: number,
  present?: (row: Row) => Item,
): Page<Item> {
  return toPage(rows, limit, ({ id }) => cursorOf(id), present);
}

const maxBigint = 2n ** 63n - 1n;

/** A cursor of the operator API that is a row's number, as long as those that are ids. */
export function cursorOfNumber(number: string): string {
  return Buffer.from(BigInt(number).toString(16).padStart(32, '0'), 'hex').toString('base64url');
}

/** Any 16 bytes are a number; one beyond PostgreSQL's range is behind the last row. */
export function numberOfCursor(cursor: string): string {
  const number = BigInt(`0x${Buffer.from(cursor, 'base64url').toString('hex')}`);
  return String(number > maxBigint ? maxBigint : number);
}
