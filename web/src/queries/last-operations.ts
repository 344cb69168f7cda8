import { listEntries } from '@kazna/contract/cabinet/balance';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/client.ts';

/** Disabled without an organization. */
export function lastOperationsQuery(organizationId: string | undefined) {
  return queryOptions({
    queryKey: ['operations', organizationId, 'last'],
    queryFn: () => call(listEntries, { params: { organizationId: organizationId ?? '' }, query: { limit: 5 } }),
    enabled: organizationId !== undefined,
  });
}
