import {
  countWaitingRequests,
  getRequestAsStaff,
  getRequestSettings,
  listAllRequests,
  listPreparedAnswers,
  listRequestAssignees,
  listRequestMessagesAsStaff,
} from '@kazna/contract/admin/requests';
import type { Sent } from '@kazna/contract/shared/endpoint';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { itemsOf, paged, queryClient } from '../../api/query-client.ts';

/** Live changes of requests invalidate by the first part, as customers' lists. */
const root = ['requests', 'staff'] as const;

export type QueueFilter = Omit<NonNullable<Sent<typeof listAllRequests>['query']>, 'cursor'>;

export function queueQuery(filter: QueueFilter) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: [...root, 'queue', filter],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(listAllRequests, { query: { limit: 25, ...filter, cursor } }, signal),
    select: itemsOf,
    placeholderData: keepPreviousData,
  });
}

export function waitingQuery() {
  return queryOptions({ queryKey: [...root, 'waiting'], queryFn: () => call(countWaitingRequests) });
}

export function staffRequestQuery(requestId: string) {
  return queryOptions({
    queryKey: [...root, 'one', requestId],
    queryFn: ({ signal }) => call(getRequestAsStaff, { params: { requestId } }, signal),
  });
}

export function staffMessagesQuery(requestId: string) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: [...root, 'messages', requestId],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(listRequestMessagesAsStaff, { params: { requestId }, query: { limit: 50, cursor } }, signal),
    select: itemsOf,
  });
}

export function assigneesQuery() {
  return queryOptions({ queryKey: [...root, 'assignees'], queryFn: () => call(listRequestAssignees) });
}

export function answersQuery() {
  return queryOptions({ queryKey: ['admin', 'prepared-answers'], queryFn: () => call(listPreparedAnswers) });
}

export function requestSettingsQuery() {
  return queryOptions({ queryKey: ['admin', 'request-settings'], queryFn: () => call(getRequestSettings) });
}

export function refreshRequests(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: root });
}
