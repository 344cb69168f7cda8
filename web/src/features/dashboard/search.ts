import { type Period, periods, type Step } from '@kazna/contract/cabinet/dashboard';
import { type Currency, currencies } from '@kazna/contract/shared/money';

/** What the page's address may say. Anything that makes no sense there is passed over. */
export interface DashboardSearch {
  period?: string | undefined;
  step?: string | undefined;
  currency?: string | undefined;
}

export interface DashboardChoice {
  period: Period;
  /** Absent where the server's own choice is meant, and so is the currency. */
  step: Step | undefined;
  currency: Currency | undefined;
}

/** Steps that leave neither two bars nor hundreds of them; the first is what the server would choose. */
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
