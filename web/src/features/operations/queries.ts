import { getEntryTotals, listEntries, type OperationFilter } from '@kazna/contract/cabinet/balance';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { itemsOf, paged } from '../../api/query-client.ts';
import { keys } from '../../queries/keys.ts';

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
    queryKey: keys.operationList(organizationId, filter),
    queryFn: ({ pageParam: cursor, signal }) =>
      call(listEntries, { params: { organizationId }, query: { ...filter, limit: pageSize, cursor } }, signal),
    select: itemsOf,
    placeholderData: (previous, query) => (query?.queryKey[1] === organizationId ? previous : undefined),
    enabled: request !== undefined,
  });
}

export function operationTotalsQuery(request: OperationsRequest | undefined) {
  const { organizationId, filter } = request ?? disabledRequest;
  return queryOptions({
    queryKey: keys.operationTotals(organizationId, filter),
    queryFn: ({ signal }) => call(getEntryTotals, { params: { organizationId }, query: filter }, signal),
    placeholderData: (previous, query) => (query?.queryKey[1] === organizationId ? previous : undefined),
    enabled: request !== undefined,
  });
}
