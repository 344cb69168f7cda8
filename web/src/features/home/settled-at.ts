import type { Payment } from '@kazna/contract/cabinet/payments';

/** When a payment reached its end; null while it has none. A cancellation has no time of its own: it came after this. */
export function settledAt({ status, paidAt, expiresAt, createdAt }: Payment): string | null {
  if (status === 'succeeded') return paidAt;
  if (status === 'expired') return expiresAt;
  return status === 'canceled' ? createdAt : null;
}
