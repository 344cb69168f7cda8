import { notifyMembersOfAll } from '../../../organizations/notify-members.ts';
import { announce } from '../../../platform/db/announce.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { readInvoiceOrigins } from '../../invoices/reads.ts';
import type { receiptCredited, receiptReversed } from '../../notifications.ts';
import type { ReceiptRow } from '../store.ts';

type Receipt = Pick<ReceiptRow, 'id' | 'amountMinor' | 'organizationId' | 'invoiceId'>;

/** Owners and accountants get a letter about each, and so does whoever asked for the invoice; open pages ask again. */
export async function notifyOfReceipts(
  tx: Transaction,
  kind: typeof receiptCredited | typeof receiptReversed,
  receipts: Receipt[],
): Promise<void> {
  const invoices = await readInvoiceOrigins(
    tx,
    receipts.flatMap(({ invoiceId }) => invoiceId ?? []),
  );
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  const notices = receipts.flatMap(({ id, amountMinor, organizationId, invoiceId }) => {
    if (!organizationId) return [];
    const invoice = invoiceId ? byId.get(invoiceId) : undefined;
    const origin = { invoiceId, number: invoice?.number ?? null, requesterId: invoice?.createdBy ?? null };
    return [{ organizationId, sourceId: id, details: { amountMinor, currency: 'RUB' as const, ...origin } }];
  });
  await notifyMembersOfAll(tx, kind, notices);
  for (const organizationId of new Set(notices.map((notice) => notice.organizationId)))
    announce(tx, { organizationId }, 'payments');
}
