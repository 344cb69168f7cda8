import type { Transaction } from '../../platform/db/database.ts';
import { type ClaimedPayment, lockOrganizationOf, lockPaymentRow } from './store.ts';

export interface LockedPayment extends ClaimedPayment {
  isOrganizationOpen: boolean;
  /** Neither suspended nor closed. */
  isOrganizationActive: boolean;
}

/**
 * Locks a payment until the transaction ends: what changes it happens one after another. Its organization is locked
 * first, as everywhere, so that closing and deletion, which begin with organizations, never deadlock with us.
 */
export async function lockPayment(tx: Transaction, id: string): Promise<LockedPayment | null> {
  const organization = await lockOrganizationOf(tx, id);
  const payment = organization && (await lockPaymentRow(tx, id));
  return (
    payment && { ...payment, isOrganizationOpen: organization.isOpen, isOrganizationActive: organization.isActive }
  );
}
