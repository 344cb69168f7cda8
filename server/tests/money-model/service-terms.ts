/** What is sold in histories, and what its days cost by the words of docs/design/services.md. Days are numbers of days. */

export interface Terms {
  service: 'cloud' | 'phone' | 'meter';
  price: number;
  /** Days. Periods begin with the connection. */
  period: number;
  setup: number;
  trial: number;
  grace: number;
  maxQuantity: number;
  mayPause: boolean;
  refundOnStop: boolean;
}

const terms = {
  steady: {
    ...{ service: 'cloud', price: 901, period: 10, setup: 0, trial: 0, grace: 3 },
    ...{ maxQuantity: 4, mayPause: true, refundOnStop: true },
  },
  large: {
    ...{ service: 'cloud', price: 2503, period: 10, setup: 333, trial: 0, grace: 0 },
    ...{ maxQuantity: 2, mayPause: true, refundOnStop: false },
  },
  tried: {
    ...{ service: 'phone', price: 700, period: 7, setup: 150, trial: 3, grace: 2 },
    ...{ maxQuantity: 3, mayPause: true, refundOnStop: true },
  },
  /** The same service without a trial. */
  untried: {
    ...{ service: 'phone', price: 1100, period: 7, setup: 90, trial: 0, grace: 2 },
    ...{ maxQuantity: 2, mayPause: true, refundOnStop: true },
  },
  /** Without a fee, by usage alone. */
  metered: {
    ...{ service: 'meter', price: 0, period: 1, setup: 0, trial: 0, grace: 1 },
    ...{ maxQuantity: 1, mayPause: false, refundOnStop: true },
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

/** The end of the period that a day is in, of periods that are counted from the first paid day. */
export function endOfPeriod(anchor: number, period: number, day: number): number {
  return anchor + (Math.floor((day - anchor) / period) + 1) * period;
}
