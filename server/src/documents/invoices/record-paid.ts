import type { Transaction } from '../../platform/db/database.ts';
import { addPaid } from './store.ts';

/** Counts money that came for invoices; a negative amount takes it back. */
export async function recordPaid(
  tx: Transaction,
  sums: { invoiceId: string | null; amountMinor: number }[],
): Promise<void> {
  const byInvoice = new Map<string, number>();
  for (const { invoiceId, amountMinor } of sums)
    if (invoiceId) byInvoice.set(invoiceId, (byInvoice.get(invoiceId) ?? 0) + amountMinor);
  await addPaid(
    tx,
    [...byInvoice].map(([invoiceId, amountMinor]) => ({ invoiceId, amountMinor })),
  );
}
