import { listPaymentMethods } from '@kazna/contract/cabinet/payment-methods';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/client.ts';

/** Saved cards of the session's organization; disabled for whoever may not see them. */
export function paymentMethodsQuery(organizationId: string | undefined, isAllowed: boolean) {
  return queryOptions({
    queryKey: ['payments', 'cards', organizationId],
    queryFn: () => call(listPaymentMethods),
    enabled: isAllowed && organizationId !== undefined,
  });
}
