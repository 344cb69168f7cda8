import { toDecimal } from '@kazna/contract/shared/money';
import { type Actor, recordAction } from '../../audit/actions-store.ts';
import { postTransfer } from '../../money/ledger/post-transfer.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { lockPayableInvoices } from '../invoices/invoices-store.ts';
import { creditReceipts, receiptReversal } from './post-statement.ts';
import { lockReceipt, markCredited, markReturned } from './receipts-store.ts';
import { lockOpenOrganizations, lockPosting, type ReceiptRow } from './store.ts';

export interface Assignment {
  organizationId: string;
  invoiceId: string | null;
  reason: string;
}

export async function assignReceipt(
  tx: Transaction,
  actor: Actor,
  receiptId: string,
  { organizationId, invoiceId, reason }: Assignment,
): Promise<void> {
  const receipt = await lockUnidentified(tx, receiptId);
  const name = (await lockOpenOrganizations(tx, [organizationId])).get(organizationId);
  if (!name) throw new Problem('organization_closed');
  if (invoiceId && (await lockPayableInvoices(tx, [invoiceId])).get(invoiceId) !== organizationId)
    throw new Problem('invoice_not_open');
  const assigned = { ...receipt, status: 'credited' as const, organizationId, invoiceId };
  await markCredited(tx, assigned);
  await creditReceipts(tx, [assigned], 'unidentified');
  const details = { amount: toDecimal({ ...receipt, currency: 'RUB' }), organization: name, reason };
  await recordAction(tx, actor, { action: 'statement.receipt_assigned', details });
}

/** The bank sends the money back by an order of its own; here it leaves the books. */
export async function returnReceipt(
  tx: Transaction,
  actor: Actor,
  receiptId: string,
  { orderNumber, reason }: { orderNumber: string; reason: string },
): Promise<void> {
  const receipt = await lockUnidentified(tx, receiptId);
  await markReturned(tx, receiptId, { orderNumber, reason });
  await postTransfer(tx, receiptReversal(receipt));
  const details = { amount: toDecimal({ ...receipt, currency: 'RUB' }), order: orderNumber, reason };
  await recordAction(tx, actor, { action: 'statement.receipt_returned', details });
}

async function lockUnidentified(tx: Transaction, receiptId: string): Promise<ReceiptRow> {
  await lockPosting(tx);
  const receipt = await lockReceipt(tx, receiptId);
  if (!receipt) throw new Problem('not_found');
  if (receipt.status !== 'unidentified') throw new Problem('receipt_not_unidentified');
  return receipt;
}
