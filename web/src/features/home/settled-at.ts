import type { Payment } from '@kazna/contract/cabinet/payments';

/**
 * Returns when a payment was settled, null while pending. A cancellation has no timestamp, so its creation time is
 * used.
 */
export function settledAt({ status, paidAt, expiresAt, createdAt }: Payment): string | null {
  if (status === 'succeeded') return paidAt;
  if (status === 'expired') return expiresAt;
  return status === 'canceled' ? createdAt : null;
}
