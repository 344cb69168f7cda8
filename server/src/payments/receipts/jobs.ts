import { everyMinute, type JobHandler, scheduledKind } from '../../platform/jobs/queue.ts';
import { type RegisteringContext, registerReceipts } from './register-receipts.ts';
import { settleMonth } from './settle-month.ts';

export const receiptKeeping = scheduledKind('receipt-keeping', { retryLimit: 0 });

export interface ReceiptContext extends RegisteringContext {
  onError: (error: unknown) => void;
}

/** What is stored goes on when receipts are switched off: it is owed. */
export function receiptJobs(context: ReceiptContext): JobHandler[] {
  return [
    everyMinute(receiptKeeping, async () => {
      await settleMonth(context);
      await registerReceipts(context);
    }),
  ];
}
