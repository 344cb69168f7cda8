import * as z from 'zod/mini';

export const currencies = ['RUB', 'USD', 'EUR', 'KZT', 'BYN'] as const;
export type Currency = (typeof currencies)[number];

/** Amounts are integers of minor units (kopecks, cents), never floats. */
export interface Money {
  amountMinor: number;
  currency: Currency;
}

const exponents: Record<Currency, number> = { RUB: 2, USD: 2, EUR: 2, KZT: 2, BYN: 2 };
/** Our own signs: browsers and servers differ on KZT and BYN. */
const signs: Record<Currency, string> = { RUB: '₽', USD: '$', EUR: '€', KZT: '₸', BYN: 'BYN' };

export function currencySign(currency: Currency): string {
  return signs[currency];
}

export const currency = z.enum(currencies);
export const money = z.object({ currency, amountMinor: z.int() });
export const amountMinor = z
  .int()
  .check(
    z.gte(1, { error: 'Сумма должна быть больше нуля' }),
    z.lte(100_000_000_000, { error: 'Сумма слишком велика' }),
  );

/**
 * Parses a typed amount: «1 500,50», with any spaces, a comma or a point, and the currency sign. Works on text, because
 * `1.005 * 100` is not 100.5. Returns null for an invalid amount.
 */
export function parseAmount(text: string, currency: Currency): number | null {
  const compact = text.replace(/[\s\u00a0\u202f]/g, '');
  const sign = signs[currency];
  const match = /^(\d{1,12})(?:[.,](\d+))?$/.exec(compact.endsWith(sign) ? compact.slice(0, -sign.length) : compact);
  if (!match) return null;
  const [, whole = '', fraction = ''] = match;
  const digits = exponents[currency];
  if (fraction.length > digits) return null;
  return Number(whole + fraction.padEnd(digits, '0'));
}

/** Returns decimal text such as `1500.50`, for providers and files. */
export function toDecimal({ amountMinor, currency }: Money): string {
  const digits = exponents[currency];
  const sign = amountMinor < 0 ? '-' : '';
  const padded = String(Math.abs(amountMinor)).padStart(digits + 1, '0');
  return `${sign}${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}

/** Parses a provider's decimal text. Returns null if invalid or more precise than the currency. */
export function fromDecimal(text: string, currency: Currency): number | null {
  return /^\d+(\.\d+)?$/.test(text) ? parseAmount(text, currency) : null;
}

/**
 * Returns «1 500,50 ₽» with no-break spaces and a true minus sign. By hand, because a browser takes longer to create its
 * first number format than to render a page of amounts.
 */
export function formatMoney(money: Money): string {
  const [whole = '', fraction = ''] = toDecimal(money).replace('-', '\u2212').split('.');
  return `${groupThousands(whole)},${fraction}\u00a0${signs[money.currency]}`;
}

/** Returns «12 345» with no-break spaces. */
export function groupThousands(whole: number | string): string {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, '\u00a0');
}
