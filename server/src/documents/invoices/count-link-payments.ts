import { lockUncountedPayments, markCounted } from '../../payments/links/links-store.ts';
import { announce } from '../../platform/db/announce.ts';
import type { Database } from '../../platform/db/database.ts';
import { everyMinute, type JobHandler, scheduledKind } from '../../platform/jobs/queue.ts';
import { recordPaid } from './invoices-store.ts';

export const linkPaymentCounting = scheduledKind('link-payment-counting', { retryLimit: 0 });

const batchSize = 100;

/**
 * Counts at their invoices what came by links and was not returned: both are written in one transaction, so each payment
 * counts once.
 */
export async function countLinkPayments(db: Database): Promise<void> {
  for (;;) {
    const counted = await db.transaction(async (tx) => {
      const payments = await lockUncountedPayments(tx, batchSize);
      if (payments.length === 0) return 0;
      await recordPaid(
        tx,
        payments.map(({ invoiceId, changeMinor }) => ({ invoiceId, amountMinor: changeMinor })),
      );
      await markCounted(tx, payments);
      for (const organizationId of new Set(payments.map((payment) => payment.organizationId)))
        announce(tx, { organizationId }, 'payments');
      return payments.length;
    });
    if (counted < batchSize) return;
  }
}

export function invoiceJobs(db: Database): JobHandler[] {
  return [everyMinute(linkPaymentCounting, () => countLinkPayments(db))];
}
