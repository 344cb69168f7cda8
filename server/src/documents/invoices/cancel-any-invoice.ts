import { type Actor, recordAction } from '../../audit/record-action.ts';
import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { findOwner, markCanceled } from './store.ts';

/** By staff, for an organization in any state: its owner finds it in the organization's log. */
export async function cancelAnyInvoice(
  tx: Transaction,
  actor: Actor,
  invoiceId: string,
  reason: string,
): Promise<void> {
  const found = await findOwner(tx, invoiceId);
  if (!found) throw new Problem('not_found');
  const { organizationId, number } = found;
  if (!(await markCanceled(tx, invoiceId))) throw new Problem('invoice_not_open');
  await recordAction(tx, actor, { organizationId, action: 'invoice.canceled', details: { number, reason } });
  announce(tx, { organizationId }, 'payments');
}
