import { clearIdempotencyKey } from '../../ui/forms/idempotency-key.ts';

/** By then the way out was stopped or goes nowhere, and the form is wanted again. */
const redirectTimeoutMs = 10_000;

/**
 * Settles only if the person is still or again on this very page: they stopped the browser, or came back by its «back».
 * The form's key goes when the page is really left: until then the same form leads to the same payment.
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
