import { type Document, documentKinds } from '@kazna/contract/cabinet/documents';
import { periodName } from '../../format/months.ts';
import { formatTypedDay } from '../../format/period.ts';

type Titled = Pick<Document, 'kind' | 'number' | 'period' | 'from' | 'to' | 'revision'>;

/** Returns «Счёт № КЗ-000123», «Акт № 7 за октябрь 2026, исправление 1» or «Акт сверки № 2 с 01.01.2026 по 31.03.2026». */
export function documentTitle({ kind, number, period, from, to, revision }: Titled): string {
  const about = period ? ` за ${periodName(period).toLowerCase()}` : '';
  const days = from && to ? ` с ${formatTypedDay(from)} по ${formatTypedDay(to)}` : '';
  const corrected = revision > 0 ? `, исправление ${revision}` : '';
  return `${documentKinds[kind]} №\u00a0${number}${about}${days}${corrected}`;
}
