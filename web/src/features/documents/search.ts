import { type DocumentKind, documentKinds } from '@kazna/contract/cabinet/documents';
import { oneOf } from '../../format/one-of.ts';
import type { DocumentFilter } from './queries.ts';

/** Search parameters of the list; invalid values are ignored. */
export interface DocumentsSearch {
  kind?: string | undefined;
  period?: string | undefined;
}

export function toFilter({ kind, period }: DocumentsSearch): DocumentFilter {
  return {
    kind: oneOf(Object.keys(documentKinds) as DocumentKind[], kind),
    period: period && /^20\d{2}-(0[1-9]|1[0-2])$/.test(period) ? period : undefined,
  };
}
