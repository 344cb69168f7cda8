import { notifyMembersOfAll } from '../../../organizations/letters/notify-members.ts';
import { announce } from '../../../platform/db/announce.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { readInvoiceOrigins } from '../../invoices/reads.ts';
import type { ReceiptRow } from '../store.ts';

type Receipt = Pick<ReceiptRow, 'id' | 'amountMinor' | 'organizationId' | 'invoiceId'>;

/** Owners and accountants get a letter about each, and so does whoever asked for the invoice; open pages ask again. */
export async function notifyOfReceipts(
  tx: Transaction,
  kind: 'receipt_credited' | 'receipt_reversed',
  receipts: Receipt[],
): Promise<void> {
  const invoices = await readInvoiceOrigins(
    tx,
    receipts.flatMap(({ invoiceId }) => invoiceId ?? []),
  );
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  const events = receipts.flatMap(({ id, amountMinor, organizationId, invoiceId }) => {
    if (!organizationId) return [];
    const invoice = invoiceId ? byId.get(invoiceId) : undefined;
    const origin = { invoiceId, number: invoice?.number ?? null, requesterId: invoice?.createdBy ?? null };
    return [{ kind, organizationId, sourceId: id, details: { amountMinor, currency: 'RUB' as const, ...origin } }];
  });
  await notifyMembersOfAll(tx, events);
  for (const organizationId of new Set(events.map((event) => event.organizationId)))
    announce(tx, { organizationId }, 'payments');
}
