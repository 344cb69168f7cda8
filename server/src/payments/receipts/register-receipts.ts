import { businessDay } from '@kazna/contract/shared/business-time';
import { announce } from '../../platform/db/announce.ts';
import type { Database } from '../../platform/db/database.ts';
import {
  type ListedReceipt,
  type ProviderReceipt,
  type ProviderReceipts,
  ProviderRefusal,
  type Providers,
  ProviderUnavailable,
  type ReadVatCode,
  type ReportedReceipt,
} from '../providers/provider.ts';
import {
  leaseReceipts,
  markAsked,
  type ReceiptRow,
  selectKnownReceiptIds,
  setFailed,
  setProviderReceipt,
  setRegistered,
} from './receipts-store.ts';
import { findPaymentOfReceipt, selectUnregistered } from './reported-store.ts';

export interface RegisteringContext {
  db: Database;
  providers: Providers;
  readVatCode: ReadVatCode;
  /** The business's own: receipts go there when the payer has deleted their account. */
  receiptEmail: string;
}

const batchSize = 50;

/** Has providers register what is due, and asks them about what they make along with payments and refunds. */
export async function registerReceipts(context: RegisteringContext): Promise<void> {
  for (;;) {
    const due = await leaseReceipts(context.db, batchSize);
    for (const receipt of due) await registerReceipt(context, receipt);
    if (due.length < batchSize) return;
  }
}

async function registerReceipt(context: RegisteringContext, receipt: ReceiptRow): Promise<void> {
  const { db } = context;
  const receipts = context.providers.byName.get(receipt.provider)?.receipts;
  if (!receipts) return fail(db, receipt, 'provider_unknown');
  try {
    const report = await askProvider(context, receipts, receipt);
    if (report) await applyReport(db, receipt, report);
    const isOpen = !report || report.status === 'pending';
    if (isOpen && receipt.isOverdue) await fail(db, receipt, receipt.isSeparate ? 'outcome_unknown' : 'not_reported');
  } catch (error) {
    if (error instanceof ProviderRefusal) return fail(db, receipt, error.reason);
    if (!(error instanceof ProviderUnavailable)) throw error;
  }
}

/**
 * Returns null where nothing is known. A call without an answer is repeated under the same key while the provider knows
 * keys; after that its list shows what came of the call. A provider without a list has no keys either: it notifies, or
 * staff look there.
 */
async function askProvider(
  { db, readVatCode, receiptEmail }: RegisteringContext,
  receipts: ProviderReceipts,
  receipt: ReceiptRow,
): Promise<ProviderReceipt | null> {
  const { id, isSeparate, isAsked, lines, vatCode, paidAt, createdAt } = receipt;
  // One that staff try again may have been made since it was given up.
  const isLookedFor = !isSeparate || receipt.providerReceiptId !== null || receipt.isKeyExpired || receipt.retries > 0;
  const found = isLookedFor ? await findListed(db, receipts, receipt) : null;
  if (found || !isSeparate) return found;
  if (isAsked && !receipts.list) return null;
  const isFirst = await markAsked(db, id, receipt.isKeyExpired);
  if (!isFirst && !receipts.list) return null;
  return receipts.create({
    receiptId: receipt.retries > 0 ? `${id}-${receipt.retries}` : id,
    direction: directionOf(receipt),
    providerPaymentId: receipt.providerPaymentId ?? '',
    providerRefundId: receipt.providerRefundId,
    lines,
    vatCode: vatCode ?? (await readVatCode(db, businessDay(paidAt ?? createdAt), lines[0]?.mode ?? 'advance')),
    payerEmail: receipt.payerEmail ?? receiptEmail,
  });
}

/** By its id where that is known, else the one of the sum that is no other receipt's of ours. */
async function findListed(
  db: Database,
  { list }: ProviderReceipts,
  receipt: ReceiptRow,
): Promise<ListedReceipt | null> {
  if (!list) return null;
  const { providerReceiptId, providerPaymentId, providerRefundId, amountMinor, provider } = receipt;
  if (!providerPaymentId || (receipt.kind === 'refund' && !providerRefundId)) return null;
  const listed = await list(providerRefundId ? { providerRefundId } : { providerPaymentId });
  if (providerReceiptId) return listed.find(({ providerId }) => providerId === providerReceiptId) ?? null;
  const ids = listed.map(({ providerId }) => providerId);
  const known = await selectKnownReceiptIds(db, provider, ids);
  // What was refused before staff tried again says nothing of the call since.
  const isOurs = (one: ListedReceipt) =>
    !known.has(one.providerId) &&
    one.direction === directionOf(receipt) &&
    one.amountMinor === amountMinor &&
    (receipt.retries === 0 || one.status !== 'failed');
  // Newest first, as providers list them: the oldest is the one that came along with the money.
  return listed.findLast(isOurs) ?? null;
}

function directionOf({ kind }: Pick<ReceiptRow, 'kind'>): 'payment' | 'refund' {
  return kind === 'refund' || kind === 'settlement_return' ? 'refund' : 'payment';
}

async function applyReport(
  db: Database,
  receipt: Pick<ReceiptRow, 'id' | 'organizationId'>,
  { providerId, status, reason, fiscal }: ProviderReceipt,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (providerId) await setProviderReceipt(tx, receipt.id, providerId);
    const isChanged =
      (status === 'registered' && (await setRegistered(tx, receipt.id, fiscal))) ||
      (status === 'failed' && (await setFailed(tx, receipt.id, reason ?? 'not_registered')));
    if (isChanged) announce(tx, { organizationId: receipt.organizationId }, 'payments');
  });
}

async function fail(db: Database, { id, organizationId }: ReceiptRow, reason: string): Promise<void> {
  await db.transaction(async (tx) => {
    if (await setFailed(tx, id, reason)) announce(tx, { organizationId }, 'payments');
  });
}

/** Applies a signed notification. It may come before the payment's own: then its job tries again. */
export async function applyReportedReceipt(
  db: Database,
  provider: string,
  providerPaymentId: string,
  report: ReportedReceipt,
): Promise<void> {
  const payment = await findPaymentOfReceipt(db, provider, providerPaymentId);
  if (!payment) return;
  const open = await selectUnregistered(db, payment.id, report.fiscal);
  const match = open.find(
    (receipt) =>
      directionOf(receipt) === report.direction &&
      receipt.amountMinor === report.amountMinor &&
      (report.mode === null || receipt.lines[0]?.mode === report.mode),
  );
  if (match) return applyReport(db, match, { ...report, providerId: null });
  if (payment.status === 'pending') throw new Error(`a receipt of ${payment.id} came before its payment`);
}
