import { type DocumentKind, documentKinds } from '@kazna/contract/cabinet/documents';
import { oneOf } from '../../navigation/plain-search.ts';

export interface DocumentFilter {
  kind: DocumentKind | undefined;
  /** `2026-11`. */
  period: string | undefined;
}

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
