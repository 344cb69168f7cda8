import { getDashboard, getSpending, type Period, type Step } from '@kazna/contract/cabinet/dashboard';
import type { Currency } from '@kazna/contract/shared/money';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/client.ts';

export interface DashboardChoice {
  period: Period;
  /** Undefined leaves the choice to the server, like the currency. */
  step: Step | undefined;
  currency: Currency | undefined;
}

export const lastMonth: DashboardChoice = { period: '30d', step: undefined, currency: undefined };

/** The previous period stays on the screen while another one loads. */
export function dashboardQuery(organizationId: string | undefined, choice: DashboardChoice) {
  return queryOptions({
    queryKey: ['dashboard', organizationId, choice],
    queryFn: () => call(getDashboard, { params: { organizationId: organizationId ?? '' }, query: choice }),
    enabled: organizationId !== undefined,
    placeholderData: (previous, query) => (query?.queryKey[1] === organizationId ? previous : undefined),
  });
}

interface SpendingChoice {
  period: Period;
  currency: Currency;
}

/** Disabled until the dashboard has said which currency it shows. */
export function spendingQuery(organizationId: string, choice: SpendingChoice | undefined) {
  return queryOptions({
    queryKey: ['dashboard', organizationId, 'spending', choice],
    queryFn: () => call(getSpending, { params: { organizationId }, query: choice as SpendingChoice }),
    enabled: choice !== undefined,
    placeholderData: (previous, query) => (query?.queryKey[1] === organizationId ? previous : undefined),
  });
}
