import { optionalTextOf } from '../../navigation/plain-search.ts';

export interface StatementsSearch {
  /** Id of the open statement. */
  statement?: string | undefined;
  group?: string | undefined;
}

export function readStatementsSearch(search: Record<string, unknown>): StatementsSearch {
  return { statement: optionalTextOf(search.statement), group: optionalTextOf(search.group) };
}
