import { getEntryTotals, listEntries, type OperationFilter } from '@kazna/contract/cabinet/balance';
import { getChargeDetails } from '@kazna/contract/cabinet/charges';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { itemsOf, paged } from '../../api/pages.ts';

const pageSize = 25;

/** Undefined while the organization or the time zone is loading: the queries are disabled. */
export interface OperationsRequest {
  organizationId: string;
  filter: OperationFilter;
}

const disabledRequest: OperationsRequest = { organizationId: '', filter: {} };

/** The previous rows of the same organization stay on the screen while new ones load. */
export function operationsQuery(request: OperationsRequest | undefined) {
  const { organizationId, filter } = request ?? disabledRequest;
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['operations', organizationId, 'list', filter],
    queryFn: ({ pageParam: cursor }) =>
      call(listEntries, { params: { organizationId }, query: { ...filter, limit: pageSize, cursor } }),
    select: itemsOf,
    placeholderData: (previous, query) => (query?.queryKey[1] === organizationId ? previous : undefined),
    enabled: request !== undefined,
  });
}

export function operationTotalsQuery(request: OperationsRequest | undefined) {
  const { organizationId, filter } = request ?? disabledRequest;
  return queryOptions({
    queryKey: ['operations', organizationId, 'totals', filter],
    queryFn: () => call(getEntryTotals, { params: { organizationId }, query: filter }),
    placeholderData: (previous, query) => (query?.queryKey[1] === organizationId ? previous : undefined),
    enabled: request !== undefined,
  });
}

export function chargeQuery(organizationId: string | undefined, chargeId: string) {
  return queryOptions({
    queryKey: ['operations', organizationId, 'charge', chargeId],
    queryFn: () => call(getChargeDetails, { params: { organizationId: organizationId ?? '', chargeId } }),
    enabled: organizationId !== undefined,
  });
}
