import { formatMoney, groupThousands, type Money } from '@kazna/contract/shared/money';

export function formatSignedMoney(money: Money): string {
  return money.amountMinor > 0 ? `+${formatMoney(money)}` : formatMoney(money);
}

export type PluralForms = readonly [one: string, few: string, many: string];

/** Returns the Russian plural form: 1 платёж, 2 платежа, 5 платежей. */
export function pluralForm(count: number, [one, few, many]: PluralForms): string {
  if (!Number.isInteger(count)) return few;
  const [tens, ones] = [count % 100, count % 10];
  if (ones === 0 || ones >= 5 || (tens >= 11 && tens <= 14)) return many;
  return ones === 1 ? one : few;
}

export function formatCount(count: number, forms: PluralForms): string {
  return `${groupThousands(count)}\u00a0${pluralForm(count, forms)}`;
}

const units = [
  [1e12, '\u00a0трлн'],
  [1e9, '\u00a0млрд'],
  [1e6, '\u00a0млн'],
  [1e3, '\u00a0тыс.'],
] as const;

/** Returns «1,5 млн» for an axis. By hand, since the compact notation of `Intl` is slow to create. */
export function compactNumber(value: number): string {
  const size = Math.abs(value);
  // What rounds up to the unit belongs to it: 999 990 is «1 млн».
  const [unit, name] = units.find(([least]) => roundTenths(size / (least / 1000)) >= 1000) ?? [1, ''];
  const text = String(roundTenths(size / unit)).replace('.', ',');
  return `${value < 0 ? '\u2212' : ''}${text}${name}`;
}

function roundTenths(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Creates a value when it is first asked for. Formats of `Intl` take milliseconds each, which the first screen pays. */
export function lazy<Value extends object>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= create();
    return value;
  };
}
