import type { Decision } from '@kazna/contract/admin/statement-decisions';
import { type Actor, recordAction } from '../../audit/record-action.ts';
import { postTransfers } from '../../money/ledger/post-transfer.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { Problem } from '../../platform/http/problem.ts';
import { lockPayableInvoices } from '../invoices/reads.ts';
import { recordPaid } from '../invoices/record-paid.ts';
import { receiptCredited } from '../notifications.ts';
import { daysOf, summaryOf } from './audit-details.ts';
import { decide, type Outcome } from './decide.ts';
import type { Matched } from './matching/match-document.ts';
import { matchDocuments } from './matching/match-documents.ts';
import { presentMatch } from './present-statement.ts';
import { notifyOfReceipts } from './receipts/notify-of-receipts.ts';
import { receiptPosting } from './receipts/receipt-posting.ts';
import {
  findStatement,
  insertReceipts,
  lockOpenOrganizations,
  lockPosting,
  type NewReceipt,
  type StoredDocument,
  selectDocuments,
  updateMatches,
  updateStatementStatus,
} from './store.ts';

/** Matches are found anew under the lock: what the preview showed may have been credited by somebody else since. */
export async function postStatement(
  tx: Transaction,
  actor: Actor,
  statementId: string,
  decisions: Decision[],
): Promise<void> {
  await lockPosting(tx);
  const statement = await findStatement(tx, statementId);
  if (!statement) throw new Problem('not_found');
  if (!(await updateStatementStatus(tx, statementId, 'preview', 'posted'))) throw new Problem('statement_not_open');
  const documents = (await selectDocuments(tx, statementId)).filter(({ direction }) => direction === 'incoming');
  const byDocument = new Map(decisions.map((decision) => [decision.documentId, decision]));
  const known = new Set(documents.map(({ id }) => id));
  if (decisions.some(({ documentId }) => !known.has(documentId))) throw new Problem('not_found');
  const matches = await matchDocuments(tx, documents);
  const outcomes = documents.map(({ id }, index) =>
    decide(matches[index] as (typeof matches)[number], byDocument.get(id)),
  );
  await assertPayable(tx, outcomes);
  const receipts = receiptsOf(documents, outcomes);
  await insertReceipts(tx, statementId, receipts);
  await updateMatches(
    tx,
    documents.map(({ id }, index) => ({ documentId: id, match: presentMatch(matches[index] as Matched) })),
  );
  await recordPaid(tx, receipts);
  // Before balances are locked, since charges of these organizations wait from then on.
  await notifyOfReceipts(tx, receiptCredited, receipts);
  await postTransfers(
    tx,
    receipts.map((receipt) => receiptPosting(receipt, 'bank')),
  );
  const details = { ...daysOf(statement), ...summaryOf(receipts) };
  await recordAction(tx, actor, { action: 'statement.posted', details });
}

function receiptsOf(documents: StoredDocument[], outcomes: Outcome[]): NewReceipt[] {
  return documents.flatMap(({ id: documentId, amountMinor }, index) => {
    const outcome = outcomes[index];
    return outcome ? [{ id: uuidv7(), documentId, amountMinor, ...outcome }] : [];
  });
}

/** Staff may name any organization and invoice: they have to be open, and the invoice that organization's. */
async function assertPayable(tx: Transaction, outcomes: Outcome[]): Promise<void> {
  const credited = outcomes.flatMap((outcome) => (outcome?.status === 'credited' ? [outcome] : []));
  const wanted = new Set(credited.map(({ organizationId }) => organizationId));
  const open = await lockOpenOrganizations(tx, [...wanted]);
  if (open.size < wanted.size) throw new Problem('organization_closed');
  const named = credited.flatMap(({ invoiceId, organizationId }) => (invoiceId ? [{ invoiceId, organizationId }] : []));
  const owners = await lockPayableInvoices(
    tx,
    named.map(({ invoiceId }) => invoiceId),
  );
  if (named.some(({ invoiceId, organizationId }) => owners.get(invoiceId) !== organizationId))
    throw new Problem('invoice_not_open');
}
