import { chargeKinds, customerMoveKinds, moveFilters } from '@kazna/contract/admin/revenue';
import { type Currency, currencies } from '@kazna/contract/shared/money';
import { todayInMoscow } from '../../format/period.ts';
import { oneOf } from '../../navigation/plain-search.ts';

/** What figures are of, in the address of the page and of its rows. */
export interface ScopeSearch {
  currency?: string | undefined;
  service?: string | undefined;
  tariff?: string | undefined;
}

export interface RevenueSearch extends ScopeSearch {
  /** How many months; 12 without it. */
  months?: string | undefined;
  /** The last month, `2026-11`; this one without it. */
  to?: string | undefined;
  /** `money` for what cohorts brought instead of how many of them stayed. */
  cohorts?: string | undefined;
}

export const offeredMonths = ['3', '6', '12', '24', '36'] as const;

const uuid = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;
const idIn = (text: string | undefined) => (text !== undefined && uuid.test(text) ? text : undefined);
const monthIn = (text: string | undefined) =>
  text !== undefined && /^20\d{2}-(0[1-9]|1[0-2])$/.test(text) ? text : undefined;

/** Malformed values in the URL are ignored. */
export function scopeOf({ currency, service, tariff }: ScopeSearch): {
  currency: Currency;
  serviceId?: string;
  tariffId?: string;
} {
  const [serviceId, tariffId] = [idIn(service), idIn(tariff)];
  return {
    currency: oneOf(currencies, currency) ?? 'RUB',
    ...(tariffId ? { tariffId } : serviceId ? { serviceId } : {}),
  };
}

export function rangeOf({ months, to }: RevenueSearch, today = todayInMoscow()) {
  return { months: Number(oneOf(offeredMonths, months) ?? '12'), to: monthIn(to) ?? today.slice(0, 7) };
}

export interface RowsSearch extends ScopeSearch {
  of?: string | undefined;
  month?: string | undefined;
  kind?: string | undefined;
  cohort?: string | undefined;
}

const rowLists = ['moves', 'subscriptions', 'customers', 'customer-moves', 'debtors', 'upcoming'] as const;
export type RowList = (typeof rowLists)[number];

/** Which rows are shown: malformed values in the URL are ignored. */
export function rowsOf({ of, month, kind, cohort, ...scope }: RowsSearch, today = todayInMoscow()) {
  return {
    list: oneOf(rowLists, of) ?? 'moves',
    month: monthIn(month) ?? today.slice(0, 7),
    moveKind: oneOf(moveFilters, kind),
    chargeKind: oneOf(chargeKinds, kind),
    customerMoveKind: oneOf(customerMoveKinds, kind),
    cohort: monthIn(cohort),
    scope: scopeOf(scope),
  };
}
