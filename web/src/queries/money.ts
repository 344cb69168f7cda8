import { getBalance, listEntries } from '@kazna/contract/cabinet/balance';
import { getDashboard, type Period, type Step } from '@kazna/contract/cabinet/dashboard';
import type { Currency } from '@kazna/contract/shared/money';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { keys } from './keys.ts';

/** Disabled without an organization. */
export function balanceQuery(organizationId: string | undefined) {
  return queryOptions({
    queryKey: keys.balance(organizationId),
    queryFn: () => call(getBalance, { params: { organizationId: organizationId ?? '' } }),
    enabled: organizationId !== undefined,
  });
}

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
    queryKey: keys.dashboard(organizationId, choice),
    queryFn: ({ signal }) =>
      call(getDashboard, { params: { organizationId: organizationId ?? '' }, query: choice }, signal),
    enabled: organizationId !== undefined,
    placeholderData: (previous, query) => (query?.queryKey[1] === organizationId ? previous : undefined),
  });
}

/** Disabled without an organization. */
export function lastOperationsQuery(organizationId: string | undefined) {
  return queryOptions({
    queryKey: keys.lastOperations(organizationId),
    queryFn: () => call(listEntries, { params: { organizationId: organizationId ?? '' }, query: { limit: 5 } }),
    enabled: organizationId !== undefined,
  });
}
