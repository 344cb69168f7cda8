import { type Sql, sql } from './sql.ts';

/** As the index has them; quotes are parts of words for a database in a locale without letters of its own. */
const wordsOfName = sql`to_tsvector('simple', translate(name, '«»„“”', '     '))`;

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/**
 * Ids of a table's rows, as an array: the one named, those whose columns begin with the text, or whose name has its
 * words. Each is looked up by its own index. A condition on the columns themselves tempts the planner to walk the whole
 * table for a page, and is right only where the newest rows match.
 */
export function matching(q: string, table: Sql, columns: Sql[]): Sql {
  if (uuid.test(q)) return sql`array[${q}::uuid]`;
  const prefix = `${escapeLike(q.toLowerCase())}%`;
  const parts = columns.map((column) => sql`select id from ${table} where ${column} like ${prefix}`);
  const words = wordsOf(q);
  if (words) parts.push(sql`select id from ${table} where ${wordsOfName} @@ to_tsquery('simple', ${words})`);
  return sql`array(${parts.reduce((all, part) => sql`${all} union ${part}`)})`;
}

/** For `to_tsquery`: all the words in any order, the last of them perhaps unfinished. Empty when there is none. */
function wordsOf(q: string): string {
  const words = q.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length === 0 ? '' : `${words.join(' & ')}:*`;
}

/** For `like`: the text itself, whatever signs it holds. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
