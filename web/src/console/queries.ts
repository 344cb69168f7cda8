import { listAllAudit } from '@kazna/contract/admin/audit';
import { listAnyCharges, listAnyEntries, listAnyHolds } from '@kazna/contract/admin/balance';
import { listAnyInvoices } from '@kazna/contract/admin/invoices';
import { listFailedJobs } from '@kazna/contract/admin/jobs';
import { getAnyOrganization, listAllOrganizations } from '@kazna/contract/admin/organizations';
import { getOverview } from '@kazna/contract/admin/overview';
import { listAllPayments } from '@kazna/contract/admin/payments';
import { listSilentRefunds } from '@kazna/contract/admin/refunds';
import { getUser, listUsers } from '@kazna/contract/admin/users';
import type { Sent } from '@kazna/contract/shared/endpoint';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { itemsOf, paged, queryClient } from '../api/query-client.ts';

export type UserFilter = Omit<NonNullable<Sent<typeof listUsers>['query']>, 'limit' | 'cursor'>;
export type OrganizationFilter = Omit<NonNullable<Sent<typeof listAllOrganizations>['query']>, 'limit' | 'cursor'>;

export function overviewQuery() {
  return queryOptions({
    queryKey: ['admin', 'overview'],
    queryFn: () => call(getOverview),
    refetchInterval: 30_000,
  });
}

export function usersQuery(filter: UserFilter) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'users', filter],
    queryFn: ({ pageParam: cursor }) => call(listUsers, { query: { ...filter, limit: 25, cursor } }),
    select: itemsOf,
    placeholderData: keepPreviousData,
  });
}

export function userQuery(userId: string) {
  return queryOptions({
    queryKey: ['admin', 'user', userId],
    queryFn: () => call(getUser, { params: { userId } }),
  });
}

export function organizationsQuery(filter: OrganizationFilter) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'organizations', filter],
    queryFn: ({ pageParam: cursor }) => call(listAllOrganizations, { query: { ...filter, limit: 25, cursor } }),
    select: itemsOf,
    placeholderData: keepPreviousData,
  });
}

export function organizationQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['admin', 'organization', organizationId],
    queryFn: () => call(getAnyOrganization, { params: { organizationId } }),
  });
}

export function ledgerQuery(organizationId: string) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'ledger', organizationId],
    queryFn: ({ pageParam: cursor }) =>
      call(listAnyEntries, { params: { organizationId }, query: { limit: 10, cursor } }),
    select: itemsOf,
  });
}

export function chargesQuery(organizationId: string) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'charges', organizationId],
    queryFn: ({ pageParam: cursor }) =>
      call(listAnyCharges, { params: { organizationId }, query: { limit: 5, cursor } }),
    select: itemsOf,
  });
}

export function holdsQuery(organizationId: string) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'holds', organizationId],
    queryFn: ({ pageParam: cursor }) => call(listAnyHolds, { params: { organizationId }, query: { limit: 5, cursor } }),
    select: itemsOf,
  });
}

export function invoicesQuery(organizationId: string) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'invoices', organizationId],
    queryFn: ({ pageParam: cursor }) =>
      call(listAnyInvoices, { params: { organizationId }, query: { limit: 5, cursor } }),
    select: itemsOf,
  });
}

/** Any organization's payment; null if it does not exist. */
export function paymentQuery(paymentId: string | undefined) {
  return queryOptions({
    queryKey: ['admin', 'payment', paymentId],
    queryFn: async () => (await call(listAllPayments, { query: { q: paymentId, limit: 1 } })).items[0] ?? null,
    enabled: paymentId !== undefined,
  });
}

export function reviewPaymentsQuery() {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'review-payments'],
    queryFn: ({ pageParam: cursor }) => call(listAllPayments, { query: { status: 'review', limit: 5, cursor } }),
    select: itemsOf,
  });
}

export function silentRefundsQuery() {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'silent-refunds'],
    queryFn: ({ pageParam: cursor }) => call(listSilentRefunds, { query: { limit: 5, cursor } }),
    select: itemsOf,
  });
}

export function failedJobsQuery() {
  return queryOptions({ queryKey: ['admin', 'failed-jobs'], queryFn: () => call(listFailedJobs) });
}

export function auditQuery() {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'audit'],
    queryFn: ({ pageParam: cursor }) => call(listAllAudit, { query: { limit: 10, cursor } }),
    select: itemsOf,
  });
}

/** Invalidates the whole admin area: a staff action shows in the log and elsewhere. */
export async function refreshAdmin(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['admin'] });
}
