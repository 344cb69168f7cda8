import { type Sql, sql } from './sql.ts';
import { uuidPattern } from './uuid.ts';

/** Equal to the index's expression. Quotes are dropped, since some locales take them for letters. */
const wordsOfName = sql`to_tsvector('simple', translate(name, '«»„“”', '     '))`;

/**
 * Returns an SQL array of ids: the id given as text, rows whose columns begin with the text, rows whose name has its
 * words. Each search uses its own index; a condition on the columns would make the planner scan the table by id.
 */
export function matchingIds(q: string, table: Sql, columns: Sql[]): Sql {
  if (uuidPattern.test(q)) return sql`array[${q}::uuid]`;
  const prefix = `${escapeLike(q.toLowerCase())}%`;
  const parts = columns.map((column) => sql`select id from ${table} where ${column} like ${prefix}`);
  const words = toTsQuery(q);
  if (words) parts.push(sql`select id from ${table} where ${wordsOfName} @@ to_tsquery('simple', ${words})`);
  return sql`array(${parts.reduce((all, part) => sql`${all} union ${part}`)})`;
}

/** All words in any order, the last one as a prefix. Empty when there is no word. */
export function toTsQuery(q: string): string {
  const words = q.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length === 0 ? '' : `${words.join(' & ')}:*`;
}

export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
