import type { Dashboard } from '@kazna/contract/cabinet/dashboard';

interface Chosen {
  from: string;
  to: string;
  direction?: 'in' | 'out';
  kind?: 'charge';
  service?: string;
}

/** Search of the operations behind a figure. Figures count Moscow days, so the list does too. */
export function operationsSearch(
  { balances, currency }: Pick<Dashboard, 'balances' | 'currency'>,
  chosen: Chosen,
  timezone: string | undefined,
) {
  return {
    ...chosen,
    ...(balances.length > 1 && { currency }),
    ...(timezone !== 'Europe/Moscow' && { zone: 'msk' }),
  };
}
