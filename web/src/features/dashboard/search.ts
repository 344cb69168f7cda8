import { type Period, periods, type Step } from '@kazna/contract/cabinet/dashboard';
import { currencies } from '@kazna/contract/shared/money';
import type { DashboardChoice } from '../../queries/money.ts';

/** Search parameters of the page; invalid values are ignored. */
export interface DashboardSearch {
  period?: string | undefined;
  step?: string | undefined;
  currency?: string | undefined;
}

/** Steps with a readable number of bars; the first is the server's default. */
export const stepsOf: Record<Period, readonly Step[]> = {
  '7d': ['day'],
  '30d': ['day', 'week'],
  '90d': ['week', 'day', 'month'],
  '365d': ['month', 'week'],
};

export function choiceOf({ period = '30d', step, currency }: DashboardSearch): DashboardChoice {
  const known = Object.hasOwn(periods, period) ? (period as Period) : '30d';
  return {
    period: known,
    step: stepsOf[known].find((one) => one === step),
    currency: currencies.find((one) => one === currency),
  };
}
