import { type Actor, recordAction } from '../../audit/record-action.ts';
import { postTransfers } from '../../money/ledger/post-transfer.ts';
import { InsufficientFunds } from '../../money/ledger/posting.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { recordPaid } from '../invoices/record-paid.ts';
import { receiptReversed } from '../notifications.ts';
import { daysOf, summaryOf } from './audit-details.ts';
import { notifyOfReceipts } from './receipts/notify-of-receipts.ts';
import { receiptReversal } from './receipts/receipt-posting.ts';
import { lockReversibleReceipts, markUndone } from './receipts/store.ts';
import { findStatement, lockOpenOrganizations, lockPosting, updateStatementStatus } from './store.ts';

/**
 * All of the statement or nothing: where money was spent, staff correct balances one by one instead. What was returned
 * to its payer is settled and stays. A later file brings undone documents as new ones.
 */
export async function undoStatement(tx: Transaction, actor: Actor, statementId: string, reason: string): Promise<void> {
  await lockPosting(tx);
  const statement = await findStatement(tx, statementId);
  if (!statement) throw new Problem('not_found');
  if (!(await updateStatementStatus(tx, statementId, 'posted', 'undone'))) throw new Problem('statement_not_open');
  const receipts = await lockReversibleReceipts(tx, statementId);
  await lockOpenOrganizations(
    tx,
    receipts.flatMap(({ organizationId }) => organizationId ?? []),
  );
  await markUndone(
    tx,
    receipts.map(({ id }) => id),
  );
  await recordPaid(
    tx,
    receipts.map(({ invoiceId, amountMinor }) => ({ invoiceId, amountMinor: -amountMinor })),
  );
  await notifyOfReceipts(tx, receiptReversed, receipts);
  try {
    await postTransfers(tx, receipts.map(receiptReversal));
  } catch (error) {
    if (error instanceof InsufficientFunds) throw new Problem('receipt_spent');
    throw error;
  }
  const details = { ...daysOf(statement), ...summaryOf(receipts), reason };
  await recordAction(tx, actor, { action: 'statement.undone', details });
}
