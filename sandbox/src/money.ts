/** Integer minor units: the API has two decimals for every currency. */
export interface Money {
  minor: number;
  currency: string;
}

export interface AmountObject {
  value: string;
  currency: string;
}

const currencies = new Set(Intl.supportedValuesOf('currency'));

export function isCurrency(code: string): boolean {
  return currencies.has(code);
}

/** Parses text, because a float would lose kopecks. */
export function parseMinor(value: string): number | null {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(value) ?? [];
  return whole === undefined ? null : Number(whole + fraction.padEnd(2, '0'));
}

export function toAmountObject({ minor, currency }: Money): AmountObject {
  const digits = String(minor).padStart(3, '0');
  return { value: `${digits.slice(0, -2)}.${digits.slice(-2)}`, currency };
}

export function formatForPeople(money: Money): string {
  const format = new Intl.NumberFormat('ru-RU', {
    style: 'currency',
    currency: money.currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  return format.format(toAmountObject(money).value as Intl.StringNumericLiteral);
}
