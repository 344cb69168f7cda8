import { listMeters } from '@kazna/contract/admin/meters';
import { type AdminService, type AdminTariff, listCatalogue, previewVersion } from '@kazna/contract/admin/services';
import { getSubscriptionAsStaff, listAllSubscriptions, listDiscounts } from '@kazna/contract/admin/subscriptions';
import { getSubscriptionUsageAsStaff, type UsageStep } from '@kazna/contract/cabinet/usage';
import type { Answer, Sent } from '@kazna/contract/shared/endpoint';
import type { TariffTerms } from '@kazna/contract/shared/tariffs';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { itemsOf, paged } from '../../api/query-client.ts';

export function catalogueQuery() {
  return queryOptions({
    queryKey: ['admin', 'services'],
    queryFn: () => call(listCatalogue),
    select: ({ items }) => items,
  });
}

export function metersQuery() {
  return queryOptions({ queryKey: ['admin', 'meters'], queryFn: () => call(listMeters) });
}

export function usageQuery(subscriptionId: string, by: UsageStep) {
  return queryOptions({
    queryKey: ['admin', 'usage', subscriptionId, by],
    queryFn: () => call(getSubscriptionUsageAsStaff, { params: { subscriptionId }, query: { by } }),
  });
}

export interface FoundTariff {
  service: AdminService;
  tariff: AdminTariff;
}

/** Every tariff beside its service. */
export function tariffsIn(catalogue: readonly AdminService[]): FoundTariff[] {
  return catalogue.flatMap((service) => service.tariffs.map((tariff) => ({ service, tariff })));
}

/** Of a dialog or a list about one organization. */
export interface CustomerProps {
  organization: { id: string; name: string; status: 'active' | 'suspended' | 'closed' };
}

export type SubscriptionDetailsData = Answer<typeof getSubscriptionAsStaff>;
export type SubscriptionFilter = Omit<NonNullable<Sent<typeof listAllSubscriptions>['query']>, 'limit' | 'cursor'>;

export function subscriptionsQuery(filter: SubscriptionFilter, limit = 25) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'subscriptions', filter, limit],
    queryFn: ({ pageParam: cursor }) => call(listAllSubscriptions, { query: { ...filter, limit, cursor } }),
    select: itemsOf,
    placeholderData: keepPreviousData,
  });
}

export function subscriptionQuery(subscriptionId: string) {
  return queryOptions({
    queryKey: ['admin', 'subscription', subscriptionId],
    queryFn: () => call(getSubscriptionAsStaff, { params: { subscriptionId } }),
  });
}

export function discountsQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['admin', 'discounts', organizationId],
    queryFn: () => call(listDiscounts, { params: { organizationId } }),
    select: ({ items }) => items,
  });
}

/** Undefined terms are asked for nothing, and what was shown before stays. */
export function exampleQuery(terms: TariffTerms | undefined) {
  return queryOptions({
    queryKey: ['admin', 'tariff-example', terms],
    queryFn: async () => {
      const body = terms as TariffTerms;
      return { ...(await call(previewVersion, { body })), currency: body.currency };
    },
    enabled: terms !== undefined,
    placeholderData: keepPreviousData,
  });
}
