import {
  getSubscription,
  previewChange,
  previewSubscribing,
  type Subscription,
} from '@kazna/contract/cabinet/services';
import { getSubscriptionUsage, type UsageStep } from '@kazna/contract/cabinet/usage';
import type { SubscribeForm } from '@kazna/contract/shared/subscribe-form';
import type { ChangeForm } from '@kazna/contract/shared/tariffs';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { keys } from '../../queries/keys.ts';

/** Disabled while the organization is not known: another one's subscription returns 404. */
export function subscriptionQuery(organizationId: string | undefined, subscriptionId: string) {
  return queryOptions({
    queryKey: keys.subscription(organizationId, subscriptionId),
    queryFn: ({ signal }) => call(getSubscription, { params: { subscriptionId } }, signal),
    enabled: organizationId !== undefined,
  });
}

export function usageQuery(organizationId: string | undefined, subscriptionId: string, by: UsageStep) {
  return queryOptions({
    queryKey: keys.subscriptionUsage(organizationId, subscriptionId, by),
    queryFn: ({ signal }) => call(getSubscriptionUsage, { params: { subscriptionId }, query: { by } }, signal),
    enabled: organizationId !== undefined,
  });
}

/** The lines before stay on the screen while another quantity is counted. Never fresh: it depends on the day and the balance. */
const counted = { placeholderData: keepPreviousData, staleTime: 0 } as const;

export function subscribingQuery(organizationId: string | undefined, form: SubscribeForm, isAllowed: boolean) {
  return queryOptions({
    ...counted,
    queryKey: keys.subscribing(organizationId, form),
    queryFn: ({ signal }) => call(previewSubscribing, { body: form }, signal),
    enabled: isAllowed && organizationId !== undefined,
  });
}

/** Disabled until something else than the present terms is chosen. */
export function changeQuery(
  organizationId: string | undefined,
  { id }: Pick<Subscription, 'id'>,
  form: ChangeForm | undefined,
) {
  return queryOptions({
    ...counted,
    queryKey: keys.subscriptionChange(organizationId, id, form ?? {}),
    queryFn: ({ signal }) => call(previewChange, { params: { subscriptionId: id }, body: form as ChangeForm }, signal),
    enabled: form !== undefined && organizationId !== undefined,
  });
}
