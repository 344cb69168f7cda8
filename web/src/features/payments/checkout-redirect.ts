import { clearIdempotencyKey } from '../../ui/forms/idempotency-key.ts';

/** After this the redirect has failed and the form is enabled again. */
const redirectTimeoutMs = 10_000;

/**
 * Resolves only if the person is still on this page: the navigation was stopped, or «back» restored it. The idempotency
 * key is cleared when the page is really left: until then the same form leads to the same payment.
 */
export async function redirectToCheckout(address: string): Promise<void> {
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
