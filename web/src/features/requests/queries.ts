import { getRequest, listRequestMessages, listRequests } from '@kazna/contract/cabinet/requests';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { itemsOf, paged } from '../../api/query-client.ts';
import { keys } from '../../queries/keys.ts';

export interface RequestFilter {
  state?: 'open' | 'closed' | undefined;
  q?: string | undefined;
}

export function requestsQuery(organizationId: string | undefined, filter: RequestFilter) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: keys.requestList(organizationId, filter),
    queryFn: ({ pageParam: cursor, signal }) => call(listRequests, { query: { ...filter, limit: 25, cursor } }, signal),
    select: itemsOf,
    placeholderData: keepPreviousData,
    enabled: organizationId !== undefined,
  });
}

/** Disabled while the organization is not known: another one's request returns 404. */
export function requestQuery(organizationId: string | undefined, requestId: string) {
  return queryOptions({
    queryKey: keys.request(organizationId, requestId),
    queryFn: ({ signal }) => call(getRequest, { params: { requestId } }, signal),
    enabled: organizationId !== undefined,
  });
}

export function messagesQuery(organizationId: string | undefined, requestId: string) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: keys.requestMessages(organizationId, requestId),
    queryFn: ({ pageParam: cursor, signal }) =>
      call(listRequestMessages, { params: { requestId }, query: { limit: 50, cursor } }, signal),
    select: itemsOf,
    enabled: organizationId !== undefined,
  });
}
