import { type Actor, recordAction } from '../../audit/actions-store.ts';
import { lockSharedWithPermission } from '../../organizations/locks.ts';
import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { type Limit, throttleAll } from '../../platform/throttling/throttle.ts';
import { findInvoice, findOwner, markCanceled } from './invoices-store.ts';

const cancelsOfPerson: Limit = { name: 'invoice-cancels-person', hits: 60, windowSeconds: 60 * 60 };
const cancelsOfOrganization: Limit = { name: 'invoice-cancels-organization', hits: 120, windowSeconds: 60 * 60 };

/** A transfer may still be under way: money that comes for a canceled invoice is shown to staff, not credited by itself. */
export async function cancelInvoice(
  tx: Transaction,
  { organizationId, userId, invoiceId }: { organizationId: string; userId: string; invoiceId: string },
): Promise<void> {
  await throttleAll(tx, [
    { limit: cancelsOfPerson, subject: userId },
    { limit: cancelsOfOrganization, subject: organizationId },
  ]);
  await lockSharedWithPermission(tx, organizationId, userId, 'payments.create');
  if (!(await findInvoice(tx, invoiceId, organizationId))) throw new Problem('not_found');
  if (!(await markCanceled(tx, invoiceId))) throw new Problem('invoice_not_open');
  announce(tx, { organizationId }, 'payments');
}

/** By staff, for an organization in any state: its owner finds it in the organization's log. */
export async function cancelInvoiceAsStaff(
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
