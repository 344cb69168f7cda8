import { businessDay } from '@kazna/contract/shared/business-time';
import type { Transaction } from '../../../platform/db/database.ts';
import { takeDatedNumber } from '../../numbers-store.ts';
import { findParties } from '../../parties-store.ts';
import { makeAdvanceData, seriesOf } from '../document-data.ts';
import { issueDocument } from '../issue-document.ts';
import { findLastRun } from '../runs-store.ts';
import { lockDocumentsOf } from '../store.ts';
import { advanceDueDay, firstReceiptDueAfter } from './advance-rule.ts';
import { kindRules } from './movement.ts';
import { lockReceiptUndone, type Receipt, selectAdvanceInvoices, selectPayments } from './store.ts';
import { readTrace } from './trace-lots.ts';

/** Returns the id of the invoice, or null where none is due: no VAT on that day, nothing left of the money, or undone. */
export async function issueAdvance(
  tx: Transaction,
  { transferId, organizationId, receivedOn }: Receipt,
  now: Date,
): Promise<string | null> {
  await lockDocumentsOf(tx, organizationId);
  if ((await selectAdvanceInvoices(tx, [transferId])).size > 0) return null;
  if (await lockReceiptUndone(tx, transferId)) return null;
  const { business, buyer } = await findParties(tx, organizationId);
  const due = advanceDueDay(receivedOn);
  const lot = (await readTrace(tx, organizationId, { before: due })).lots.find(({ id }) => id === transferId);
  if (!lot || lot.leftMinor === 0) return null;
  const payments = await selectPayments(tx, lot.sourceId ? [lot.sourceId] : []);
  const payment = payments.get(lot.sourceId ?? '') ?? null;
  const drafted = makeAdvanceData(business, buyer, { receivedOn, payment, amountMinor: lot.leftMinor });
  if (!drafted) return null;
  const { data, amountMinor, vatMinor } = drafted;
  const kind = 'advance_invoice';
  const dated = await takeDatedNumber(tx, seriesOf[kind], { wanted: due, today: businessDay(now) });
  const period = dated.day.slice(0, 7);
  const sums = { amountMinor, vatMinor };
  const origin = { sourceId: transferId, createdBy: null };
  return issueDocument(tx, { organizationId, kind, period, ...dated, data, ...sums, ...origin });
}

/** The job may be behind, and a month's document has to name the advance invoices that were due by its end. */
export async function issueOverdueAdvances(
  tx: Transaction,
  organizationId: string,
  through: string,
  now: Date,
): Promise<void> {
  const last = await findLastRun(tx, 'advances');
  if (!last || last >= through) return;
  const since = firstReceiptDueAfter(last);
  const { lots } = await readTrace(tx, organizationId, { before: through, since });
  const paid = lots.filter(({ kind }) => kindRules[kind].isReceipt);
  for (const { id: transferId, day: receivedOn } of paid) {
    const due = advanceDueDay(receivedOn);
    if (due > last && due <= through) await issueAdvance(tx, { transferId, organizationId, receivedOn }, now);
  }
}
