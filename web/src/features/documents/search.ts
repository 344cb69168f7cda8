import { type Document, type DocumentKind, documentKinds } from '@kazna/contract/cabinet/documents';
import { periodName } from '../../format/months.ts';
import { daysOf, type PeriodSearch, periodText, todayInMoscow } from '../../format/period.ts';
import { oneOf } from '../../navigation/plain-search.ts';

export interface DocumentFilter {
  kind: DocumentKind | undefined;
  /** `2026-11`, of an address that names a month. */
  period: string | undefined;
  from: string | undefined;
  to: string | undefined;
}

/** Search parameters of the list; invalid values are ignored. */
export interface DocumentsSearch extends PeriodSearch {
  kind?: string | undefined;
}

/** Documents are dated by Moscow. */
export function toFilter({ kind, ...search }: DocumentsSearch, today = todayInMoscow()): DocumentFilter {
  const month = monthOf(search);
  const days = month ? { from: undefined, to: undefined } : daysOf(search, today);
  return { kind: oneOf(Object.keys(documentKinds) as DocumentKind[], kind), period: month, ...days };
}

/** Whether a list with these filters has the document. */
export function hasDocument(filter: DocumentFilter, { kind, day }: Pick<Document, 'kind' | 'day'>): boolean {
  const { from = day, to = day, period = '' } = filter;
  return (filter.kind ?? kind) === kind && day.startsWith(period) && from <= day && day <= to;
}

/** «Прошлый квартал», «Октябрь 2026» or «с 01.07.2026 по 30.09.2026». */
export function chosenPeriod(search: DocumentsSearch): string {
  const month = monthOf(search);
  return month ? periodName(month) : periodText(search) || 'За всё время';
}

function monthOf({ period }: DocumentsSearch): string | undefined {
  return period && /^20\d{2}-(0[1-9]|1[0-2])$/.test(period) ? period : undefined;
}
