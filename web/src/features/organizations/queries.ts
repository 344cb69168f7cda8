import { getAutoTopUp } from '@kazna/contract/cabinet/auto-top-up';
import { listInvitations } from '@kazna/contract/cabinet/invitations';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { itemsOf, paged } from '../../api/query-client.ts';
import { keys } from '../../queries/keys.ts';

export function invitationsQuery(organizationId: string) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: keys.invitations(organizationId),
    queryFn: ({ pageParam: cursor, signal }) =>
      call(listInvitations, { params: { organizationId }, query: { cursor } }, signal),
    select: itemsOf,
  });
}

export function autoTopUpQuery(organizationId: string) {
  return queryOptions({
    queryKey: keys.autoTopUp(organizationId),
    queryFn: () => call(getAutoTopUp, { params: { organizationId } }),
  });
}
