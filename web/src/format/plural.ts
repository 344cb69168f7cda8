export type PluralForms = readonly [one: string, few: string, many: string];

const rules = new Intl.PluralRules('ru');

/** Returns the Russian plural form: 1 платёж, 2 платежа, 5 платежей. */
export function pluralForm(count: number, [one, few, many]: PluralForms): string {
  const rule = rules.select(count);
  return rule === 'one' ? one : rule === 'many' ? many : few;
}

export function formatCount(count: number, forms: PluralForms): string {
  return `${count.toLocaleString('ru')}\u00a0${pluralForm(count, forms)}`;
}
