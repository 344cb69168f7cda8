import type { Decision } from '@kazna/contract/admin/statement-decisions';
import { toDecimal } from '@kazna/contract/shared/money';
import { type Actor, recordAction } from '../../audit/actions-store.ts';
import { postTransfers } from '../../money/ledger/post-transfer.ts';
import type { LedgerAccount, Posting } from '../../money/ledger/posting.ts';
import { InsufficientFunds } from '../../money/ledger/rules.ts';
import { notifyMembersIn } from '../../notifications/notifications-store.ts';
import { directory } from '../../organizations/reads.ts';
import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { Problem } from '../../platform/http/problem.ts';
import { lockPayableInvoices, readInvoiceOrigins, recordPaid } from '../invoices/invoices-store.ts';
import { annulAdvances } from '../monthly/correct-document.ts';
import { receiptCredited, receiptReversed } from '../notifications.ts';
import { type DocumentMatch, type Matched, matchDocuments, presentMatch } from './match-documents.ts';
import { lockReversibleReceipts, markUndone } from './receipts-store.ts';
import {
  findStatement,
  insertReceipts,
  lockOpenOrganizations,
  lockPosting,
  type NewReceipt,
  type ReceiptRow,
  type StoredDocument,
  selectDocuments,
  updateMatches,
  updateStatementStatus,
} from './store.ts';

/** Matches are computed again under the lock: what the preview showed may have been credited since. */
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
  await creditReceipts(tx, receipts, 'bank');
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

/**
 * All of the statement or nothing: where money was spent, staff correct balances one by one instead. What was returned
 * to its payer is settled and stays. Advance invoices of what is undone are annulled. A later file brings undone documents
 * as new ones.
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
  const ids = receipts.map(({ id }) => id);
  await markUndone(tx, ids);
  await recordPaid(
    tx,
    receipts.map(({ invoiceId, amountMinor }) => ({ invoiceId, amountMinor: -amountMinor })),
  );
  await notifyOfReceipts(tx, receiptReversed, receipts);
  await annulAdvances(tx, actor, ids, reason);
  try {
    await postTransfers(tx, receipts.map(receiptReversal));
  } catch (error) {
    if (error instanceof InsufficientFunds) throw new Problem('receipt_spent');
    throw error;
  }
  const details = { ...daysOf(statement), ...summaryOf(receipts), reason };
  await recordAction(tx, actor, { action: 'statement.undone', details });
}

/** What posting makes of a document; null where it changes nothing. */
type Outcome =
  | { status: 'credited'; organizationId: string; invoiceId: string | null }
  | { status: 'unidentified'; organizationId: null; invoiceId: null }
  | null;

const unidentified = { status: 'unidentified', organizationId: null, invoiceId: null } as const;

/** A decision of staff goes before the match, but nothing credits what is stored already. */
function decide(match: DocumentMatch, decision: Decision | undefined): Outcome {
  if (match.isStored) {
    if (decision && decision.action !== 'skip') throw new Problem('receipt_duplicate');
    return null;
  }
  if (decision?.action === 'skip') return null;
  if (decision?.action === 'unidentified') return unidentified;
  if (decision) return { status: 'credited', organizationId: decision.organizationId, invoiceId: decision.invoiceId };
  if (match.kind === 'duplicate' || match.kind === 'ignored') return null;
  if (match.kind !== 'invoice' || !match.organization) return unidentified;
  return { status: 'credited', organizationId: match.organization.id, invoiceId: match.invoice?.id ?? null };
}

type Receipt = Pick<ReceiptRow, 'id' | 'amountMinor' | 'organizationId' | 'invoiceId'>;

const accountOf = ({ organizationId }: Receipt): LedgerAccount =>
  organizationId ? { organizationId } : 'unidentified';

/** From the bank when a statement is posted, from unidentified money when its owner is found. */
export async function creditReceipts(
  tx: Transaction,
  receipts: Receipt[],
  from: 'bank' | 'unidentified',
): Promise<void> {
  await recordPaid(tx, receipts);
  // Before balances are locked, since charges of these organizations wait from then on.
  await notifyOfReceipts(tx, receiptCredited, receipts);
  await postTransfers(
    tx,
    receipts.map((receipt) => receiptPosting(receipt, from)),
  );
}

function receiptPosting(receipt: Receipt, from: 'bank' | 'unidentified'): Posting {
  const { id, amountMinor } = receipt;
  const key = from === 'bank' ? `bank_receipt:${id}` : `bank_receipt_assigned:${id}`;
  return { key, kind: 'bank_receipt', from, to: accountOf(receipt), amountMinor, currency: 'RUB', sourceId: id };
}

/** Back to the bank, from where the money is now. */
export function receiptReversal(receipt: Receipt): Posting {
  const { id, amountMinor } = receipt;
  const move = { from: accountOf(receipt), to: 'bank' as const, amountMinor, currency: 'RUB' as const };
  return { key: `bank_receipt_reversal:${id}`, kind: 'bank_receipt_reversal', ...move, sourceId: id };
}

/** Owners, accountants and who asked for the invoice get an e-mail about each; open pages load again. */
async function notifyOfReceipts(
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
  await notifyMembersIn(directory, tx, kind, notices);
  for (const organizationId of new Set(notices.map((notice) => notice.organizationId)))
    announce(tx, { organizationId }, 'payments');
}

/** Returns «2: 1500.00»: how many, and of how much in all. */
export function sumText(rows: readonly { amountMinor: number }[]): string {
  const amountMinor = rows.reduce((total, row) => total + row.amountMinor, 0);
  return `${rows.length}: ${toDecimal({ amountMinor, currency: 'RUB' })}`;
}

function summaryOf(receipts: { status: string; amountMinor: number }[]): Record<string, string> {
  const sum = (status: string) => sumText(receipts.filter((receipt) => receipt.status === status));
  return { credited: sum('credited'), unidentified: sum('unidentified') };
}

/** Returns nothing for a statement without documents. */
export function daysOf({ firstDay, lastDay }: Record<'firstDay' | 'lastDay', string | null>): Record<string, string> {
  return firstDay && lastDay ? { firstDay, lastDay } : {};
}
