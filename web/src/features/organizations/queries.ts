import { type AuditAction, listAudit } from '@kazna/contract/cabinet/audit';
import { getAutoTopUp } from '@kazna/contract/cabinet/auto-top-up';
import { listInvitations } from '@kazna/contract/cabinet/invitations';
import { listMembers } from '@kazna/contract/cabinet/members';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { itemsOf, paged } from '../../api/query-client.ts';
import { keys } from '../../queries/keys.ts';

export function membersQuery(organizationId: string) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: keys.members(organizationId),
    queryFn: ({ pageParam: cursor, signal }) =>
      call(listMembers, { params: { organizationId }, query: { cursor } }, signal),
    select: itemsOf,
  });
}

export function invitationsQuery(organizationId: string) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: keys.invitations(organizationId),
    queryFn: ({ pageParam: cursor, signal }) =>
      call(listInvitations, { params: { organizationId }, query: { cursor } }, signal),
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
    queryKey: keys.log(organizationId, { action, period }),
    queryFn: ({ pageParam: cursor, signal }) =>
      call(
        listAudit,
        {
          params: { organizationId },
          query: { cursor, action, from: period && startOf(period, new Date()) },
        },
        signal,
      ),
    select: itemsOf,
  });
}

const days = { day: 1, week: 7, month: 30, quarter: 90 };
export type LogPeriod = keyof typeof days;

export const periodNames: Record<LogPeriod, string> = {
  day: 'За сутки',
  week: 'За 7 дней',
  month: 'За 30 дней',
  quarter: 'За 90 дней',
};

export function isLogPeriod(text: string | undefined): text is LogPeriod {
  return text !== undefined && Object.hasOwn(days, text);
}

function startOf(period: LogPeriod, now: Date): string {
  return new Date(now.getTime() - days[period] * 24 * 60 * 60_000).toISOString();
}

export function autoTopUpQuery(organizationId: string) {
  return queryOptions({
    queryKey: keys.autoTopUp(organizationId),
    queryFn: () => call(getAutoTopUp, { params: { organizationId } }),
  });
}
