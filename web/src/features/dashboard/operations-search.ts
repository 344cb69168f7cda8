import type { Dashboard } from '@kazna/contract/cabinet/dashboard';

interface Chosen {
  from: string;
  to: string;
  direction?: 'in' | 'out';
}

/** The search of the page that lists what a figure adds up. The figures are by days of Moscow, and so is the list. */
export function operationsSearch({ balances, currency }: Dashboard, chosen: Chosen, timezone: string | undefined) {
  return {
    ...chosen,
    ...(balances.length > 1 && { currency }),
    ...(timezone !== 'Europe/Moscow' && { zone: 'msk' }),
  };
}
