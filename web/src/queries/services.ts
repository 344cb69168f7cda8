import { getPromisedPayment } from '@kazna/contract/cabinet/promised-payments';
import { listServices, listSubscriptions, type Subscription } from '@kazna/contract/cabinet/services';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { keys } from './keys.ts';
import { refreshMoney } from './payments.ts';

/** Of the session's organization, like all queries here; disabled while it is not known. */
export function catalogueQuery(organizationId: string | undefined) {
  return queryOptions({
    queryKey: keys.catalogue(organizationId),
    queryFn: ({ signal }) => call(listServices, {}, signal),
    select: ({ items }) => items,
    enabled: organizationId !== undefined,
  });
}

export function subscriptionsQuery(organizationId: string | undefined) {
  return queryOptions({
    queryKey: keys.subscriptionList(organizationId),
    queryFn: ({ signal }) => call(listSubscriptions, {}, signal),
    select: ({ items }) => items,
    enabled: organizationId !== undefined,
  });
}

/** Asked for where it may matter: something waits for money, or the page shows it anyway. */
export function promisedPaymentQuery(organizationId: string | undefined, isWanted: boolean) {
  return queryOptions({
    queryKey: keys.promisedPayment(organizationId),
    queryFn: ({ signal }) => call(getPromisedPayment, {}, signal),
    enabled: isWanted && organizationId !== undefined,
  });
}

/** Those that wait for money: in grace, or suspended. */
export function waitingOf(subscriptions: readonly Subscription[] | undefined): Subscription[] {
  return subscriptions?.filter(({ status }) => status === 'past_due' || status === 'suspended') ?? [];
}

/** Whatever changes a subscription may have charged or given back. */
export function refreshSubscriptions(): Promise<void> {
  refreshMoney();
  return queryClient.invalidateQueries({ queryKey: keys.subscriptions });
}
