import { type Page, type PageRequest, toPage } from './page.ts';

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
