import { type TaxPeriod, taxRegimes } from '@kazna/contract/admin/business';
import { formatDate } from '../../format/date.ts';
import { zonedParts } from '../../format/zoned-parts.ts';

export const closingLabels = { act: 'Акт', upd: 'УПД' } as const;

export const vatLabels = {
  none: 'Без НДС',
  '22': 'НДС 22\u00a0%',
  '10': 'НДС 10\u00a0%',
  '7': 'НДС 7\u00a0%',
  '5': 'НДС 5\u00a0%',
  '0': 'НДС 0\u00a0%',
} as const;

const vatLabel = (vat: TaxPeriod['vat']) => vatLabels[vat === null ? 'none' : (String(vat) as '22')];

/** What closes a month: a payer of VAT has no choice. */
function closingOf({ vat, closing = 'act' }: TaxPeriod): string {
  return closingLabels[vat === null ? closing : 'upd'].replace('Акт', 'акты');
}

/** The business's calendar is Moscow's, as on the documents. */
export function businessToday(now = new Date()): string {
  const { year, month, day } = zonedParts(now, 'Europe/Moscow');
  return `${year}-${month}-${day}`;
}

/** Newest first, with the one in force today marked. */
export function describePeriods(periods: readonly TaxPeriod[], today = businessToday()) {
  const sorted = periods.toSorted((one, other) => (one.from < other.from ? 1 : -1));
  const current = sorted.find(({ from }) => from <= today);
  return sorted.map((period) => ({
    from: period.from,
    text: `${taxRegimes[period.regime]}, ${vatLabel(period.vat).replace(/^Без/, 'без')}, ${closingOf(period)}`,
    when: `${period === current ? 'действует' : period.from > today ? 'будет' : 'действовал'} с ${formatDate(period.from, 'UTC')}`,
    isCurrent: period === current,
  }));
}
