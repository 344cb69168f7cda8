import { getDashboard } from '@kazna/contract/cabinet/dashboard';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { DashboardChoice } from './search.ts';

/** The previous period stays on the screen while another one loads. */
export function dashboardQuery(organizationId: string, choice: DashboardChoice) {
  return queryOptions({
    queryKey: ['dashboard', organizationId, choice],
    queryFn: () => call(getDashboard, { params: { organizationId }, query: choice }),
    placeholderData: (previous, query) => (query?.queryKey[1] === organizationId ? previous : undefined),
  });
}
