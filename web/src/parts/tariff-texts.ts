import { type Currency, formatMoney } from '@kazna/contract/shared/money';
import type { DayRange, PeriodUnit, TariffTerms } from '@kazna/contract/shared/tariffs';
import { currentTime } from '../format/current-time.ts';
import { formatDay } from '../format/date.ts';
import { formatCount, type PluralForms } from '../format/numbers.ts';
import { shiftDay } from '../format/period.ts';

const units: Record<PeriodUnit, { single: string; forms: PluralForms }> = {
  day: { single: 'в\u00a0день', forms: ['день', 'дня', 'дней'] },
  week: { single: 'в\u00a0неделю', forms: ['неделю', 'недели', 'недель'] },
  month: { single: 'в\u00a0месяц', forms: ['месяц', 'месяца', 'месяцев'] },
  quarter: { single: 'в\u00a0квартал', forms: ['квартал', 'квартала', 'кварталов'] },
  year: { single: 'в\u00a0год', forms: ['год', 'года', 'лет'] },
};

type Period = TariffTerms['period'];

/** Returns the forms of a number of periods: «3 месяца». */
export const periodForms = Object.fromEntries(
  Object.entries(units).map(([unit, { forms }]) => [unit, forms]),
) as Record<PeriodUnit, PluralForms>;

/** Returns «в месяц» or «за 3 месяца». */
export function perPeriod({ unit, count }: Period): string {
  const { single, forms } = units[unit];
  return count === 1 ? single : `за\u00a0${formatCount(count, forms)}`;
}

/** Returns «1 500,00 ₽ в месяц» or «Бесплатно». */
export function priceText(priceMinor: number, { period, currency }: Pick<TariffTerms, 'period' | 'currency'>): string {
  if (priceMinor === 0) return 'Бесплатно';
  return `${formatMoney({ amountMinor: priceMinor, currency })} ${perPeriod(period)}`;
}

/** Returns «490,00 ₽ в месяц за единицу (место)» of a tariff with seats, else the price alone. */
export function unitPriceText(
  priceMinor: number,
  terms: Pick<TariffTerms, 'period' | 'currency' | 'maxQuantity'>,
  unit: string,
): string {
  const price = priceText(priceMinor, terms);
  return terms.maxQuantity > 1 && priceMinor > 0 ? `${price} ${perUnit(unit)}` : price;
}

/** Returns «за единицу (камера)»: the unit is in the nominative, as the business wrote it. */
export function perUnit(unit: string): string {
  return `за\u00a0единицу (${unit})`;
}

/** Returns «14 дней бесплатно». */
export function trialText(days: number): string {
  return `${daysText(days)} бесплатно`;
}

export function daysText(days: number): string {
  return formatCount(days, ['день', 'дня', 'дней']);
}

/** Days of services belong to the business's calendar, not to a time zone: «14 ноября», with the year of another one. */
export function dayText(day: string, now = currentTime()): string {
  return formatDay(day, 'UTC', now).replace(' ', '\u00a0');
}

/** Returns «1–30 ноября», «15 ноября – 14 декабря» or «14 ноября» of a half-open range. */
export function rangeText({ from, to }: DayRange, now = currentTime()): string {
  const last = shiftDay(to, -1);
  if (last <= from) return dayText(from, now);
  const end = dayText(last, now);
  if (from.slice(0, 7) === last.slice(0, 7)) return `${Number(from.slice(8))}–${end}`;
  return `${dayText(from, now)} – ${end}`;
}

/** The days of a period that the subscription was there: a period by the calendar begins before the connection. */
export function sinceStart({ from, to }: DayRange, startedOn: string): DayRange {
  return { from: from < startedOn ? startedOn : from, to };
}

/** For a sentence that goes on. */
export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Zero where the balance has enough; a balance of another currency has nothing. */
export function missingOf(
  neededMinor: number | null,
  currency: Currency,
  balances: readonly { currency: Currency; amountMinor: number }[] | undefined,
): number {
  if (neededMinor === null || !balances) return 0;
  const balance = balances.find((one) => one.currency === currency)?.amountMinor ?? 0;
  return Math.max(0, neededMinor - balance);
}
