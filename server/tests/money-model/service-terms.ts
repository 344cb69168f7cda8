/** What is sold in histories, and what its days cost by the words of docs/design/services.md. Days are numbers of days. */

import type { Currency } from './pots.ts';

export interface Terms {
  service: 'cloud' | 'phone' | 'meter' | 'hosting' | 'abroad';
  currency: Currency;
  price: number;
  /** So many days, counted from the connection, or the calendar's months. */
  period: number | 'month';
  setup: number;
  trial: number;
  grace: number;
  maxQuantity: number;
  mayPause: boolean;
  refundOnStop: boolean;
}

const terms = {
  steady: {
    ...{ service: 'cloud', currency: 'RUB', price: 901, period: 10, setup: 0, trial: 0, grace: 3 },
    ...{ maxQuantity: 4, mayPause: true, refundOnStop: true },
  },
  large: {
    ...{ service: 'cloud', currency: 'RUB', price: 2503, period: 10, setup: 333, trial: 0, grace: 0 },
    ...{ maxQuantity: 2, mayPause: true, refundOnStop: false },
  },
  tried: {
    ...{ service: 'phone', currency: 'RUB', price: 700, period: 7, setup: 150, trial: 3, grace: 2 },
    ...{ maxQuantity: 3, mayPause: true, refundOnStop: true },
  },
  /** The same service without a trial. */
  untried: {
    ...{ service: 'phone', currency: 'RUB', price: 1100, period: 7, setup: 90, trial: 0, grace: 2 },
    ...{ maxQuantity: 2, mayPause: true, refundOnStop: true },
  },
  /** Without a fee, by usage alone. */
  metered: {
    ...{ service: 'meter', currency: 'RUB', price: 0, period: 1, setup: 0, trial: 0, grace: 1 },
    ...{ maxQuantity: 1, mayPause: false, refundOnStop: true },
  },
  month: {
    ...{ service: 'hosting', currency: 'RUB', price: 3100, period: 'month', setup: 0, trial: 0, grace: 3 },
    ...{ maxQuantity: 3, mayPause: true, refundOnStop: true },
  },
  largeMonth: {
    ...{ service: 'hosting', currency: 'RUB', price: 4999, period: 'month', setup: 250, trial: 0, grace: 0 },
    ...{ maxQuantity: 2, mayPause: true, refundOnStop: true },
  },
  dollarMonth: {
    ...{ service: 'abroad', currency: 'USD', price: 1201, period: 'month', setup: 77, trial: 2, grace: 2 },
    ...{ maxQuantity: 2, mayPause: true, refundOnStop: true },
  },
  dollarWeek: {
    ...{ service: 'abroad', currency: 'USD', price: 505, period: 7, setup: 0, trial: 0, grace: 1 },
    ...{ maxQuantity: 3, mayPause: true, refundOnStop: false },
  },
} as const satisfies Record<string, Terms>;

/** Of usage. */
export const unitMinor = 7;

export type TariffName = keyof typeof terms;
export const tariffNames = Object.keys(terms) as TariffName[];
export const termsOf = (tariff: TariffName): Terms => terms[tariff];

/** Days that were charged together. */
export interface Part {
  from: number;
  to: number;
  /** Of a whole period, with quantity and discount. */
  price: number;
  period: number;
}

export type Days = Pick<Part, 'from' | 'to'>;

/** Rounded half up, once. */
export function costOf({ from, to, price, period }: Part): number {
  return Math.floor((price * (to - from) * 2 + period) / (2 * period));
}

/** Rounded half up. */
export function discounted(price: number, percent: number): number {
  return Math.floor((price * (100 - percent) * 2 + 100) / 200);
}

/** Late enough in a month that histories come to the next one, and that what is paid by months begins with a part. */
const firstDay = Date.UTC(2030, 0, 24);
const dayMs = 24 * 60 * 60 * 1000;

/** Noon of the business, about. */
export const timeOf = (day: number): string => new Date(firstDay + day * dayMs + 9 * 60 * 60 * 1000).toISOString();

/** The number of a day that the product names. */
export const dayOf = (day: string): number => Math.round((Date.parse(day) - firstDay) / dayMs);

/** The first day of the calendar's month that a day is in, or of one some months later. */
function monthOf(day: number, later = 0): number {
  const date = new Date(firstDay + day * dayMs);
  return Math.round((Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1) - firstDay) / dayMs);
}

/** The end of the period that a day is in: a month of the calendar, or of periods that are counted from the first paid day. */
export function endOfPeriod({ period }: Terms, anchor: number, day: number): number {
  return period === 'month' ? monthOf(day, 1) : anchor + (Math.floor((day - anchor) / period) + 1) * period;
}

/** Days of the whole period that a day is in. */
export function lengthOfPeriod({ period }: Terms, day: number): number {
  return period === 'month' ? monthOf(day, 1) - monthOf(day) : period;
}
