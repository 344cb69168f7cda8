import { type AuditAction, listAudit } from '@kazna/contract/cabinet/audit';
import { listInvitations } from '@kazna/contract/cabinet/invitations';
import { listMembers } from '@kazna/contract/cabinet/members';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { itemsOf, paged } from '../../api/pages.ts';
import { type LogPeriod, startOf } from './log-period.ts';
import { organizationKey } from './organization-query.ts';

export function membersQuery(organizationId: string) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: [...organizationKey(organizationId), 'members'],
    queryFn: ({ pageParam: cursor }) => call(listMembers, { params: { organizationId }, query: { cursor } }),
    select: itemsOf,
  });
}

export function invitationsQuery(organizationId: string) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: [...organizationKey(organizationId), 'invitations'],
    queryFn: ({ pageParam: cursor }) => call(listInvitations, { params: { organizationId }, query: { cursor } }),
    select: itemsOf,
  });
}

export interface LogFilter {
  action?: AuditAction | undefined;
  period?: LogPeriod | undefined;
}

export function logQuery(organizationId: string, { action, period }: LogFilter) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: [...organizationKey(organizationId), 'log', { action, period }],
    queryFn: ({ pageParam: cursor }) =>
      call(listAudit, {
        params: { organizationId },
        query: { cursor, action, from: period && startOf(period, new Date()) },
      }),
    select: itemsOf,
  });
}
