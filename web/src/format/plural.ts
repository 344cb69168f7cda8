import { groupThousands } from '@kazna/contract/shared/money';

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
