import { createPayment } from '@kazna/contract/cabinet/payments';
import type { Sent } from '@kazna/contract/shared/endpoint';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/client.ts';
import { externalUrl } from '../../format/external-url.ts';
import { refreshMoney } from '../../queries/payments.ts';
import { clearIdempotencyKey, idempotencyKeyFor } from '../../ui/forms/idempotency-key.ts';

/** Starts a payment and leads on: to the provider's page, or to the result where a saved card pays without one. */
export function usePay() {
  const navigate = useNavigate();
  return async (body: Sent<typeof createPayment>['body']): Promise<void> => {
    const payment = await call(createPayment, {
      headers: { 'idempotency-key': idempotencyKeyFor('payment', body) },
      body,
    });
    refreshMoney();
    const address = externalUrl(payment.confirmationUrl);
    if (address) return redirectToCheckout(address);
    clearIdempotencyKey('payment');
    if (body.paymentMethodId) {
      const search = { paymentId: payment.id, amount: undefined, currency: undefined };
      return navigate({ to: '/payments/success', search });
    }
    await navigate({ to: '/payments/$id', params: { id: payment.id } });
  };
}

/** After this the redirect has failed and the form is enabled again. */
const redirectTimeoutMs = 10_000;

/**
 * Resolves only if the person is still on this page: the navigation was stopped, or «back» restored it. The idempotency
 * key is cleared when the page is really left: until then the same form leads to the same payment.
 */
async function redirectToCheckout(address: string): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  addEventListener('pagehide', () => clearIdempotencyKey('payment'), { signal });
  location.assign(address);
  await new Promise<void>((resolve) => {
    addEventListener('pageshow', () => resolve(), { signal });
    setTimeout(resolve, redirectTimeoutMs);
  });
  waiting.abort();
}
