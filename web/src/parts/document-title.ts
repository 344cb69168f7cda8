import { type Document, documentKinds } from '@kazna/contract/cabinet/documents';
import { formatDate } from '../format/date.ts';
import { dayOfMonth, periodName } from '../format/months.ts';

type Titled = Pick<Document, 'kind' | 'number' | 'period' | 'from' | 'to' | 'revision'>;

/** Returns «Счёт № КЗ-000123», «Акт № 7 за октябрь 2026, исправление 1» or «Акт сверки № 2 с 1 января по 31 марта 2026». */
export function documentTitle({ kind, number, period, from, to, revision }: Titled): string {
  const about = period ? ` за ${periodName(period).toLowerCase()}` : '';
  const days = from && to ? ` ${daysText(from, to)}` : '';
  const corrected = revision > 0 ? `, исправление ${revision}` : '';
  return `${documentKinds[kind]} №\u00a0${number}${about}${days}${corrected}`;
}

/** The year stands once where it is the same. */
function daysText(from: string, to: string): string {
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  return `с ${isOneYear ? dayOfMonth(new Date(from)) : formatDate(from, 'UTC')} по ${formatDate(to, 'UTC')}`;
}
