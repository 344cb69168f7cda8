import type { Transaction } from '../../../platform/db/database.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { findParties } from '../../parties-store.ts';
import { advancesUsed, lotsUsed } from '../advances/advance-rule.ts';
import type { Lot } from '../advances/movement.ts';
import { selectAdvanceInvoices, selectPayments } from '../advances/store.ts';
import { readTrace } from '../advances/trace-lots.ts';
import { type ClosingData, closingForm, type Drafted, makeClosingData, type Reference } from '../closing-data.ts';
import { firstDayOf, lastDayOf, nextMonth } from '../periods.ts';
import { selectServiceSums } from './store.ts';

export type MonthDraft = Drafted<ClosingData> & { kind: 'act' | 'upd' };

/** What the document of a month would say by the ledger and the requisites of now. */
export async function draftMonth(tx: Transaction, organizationId: string, period: string): Promise<MonthDraft> {
  const { business, buyer } = await findParties(tx, organizationId);
  const form = closingForm(business, period);
  if (!form) throw new Problem('documents_not_ready');
  const sums = await selectServiceSums(tx, organizationId, period);
  // Only an invoice has to name what it was paid with.
  const funding = form.vat === null ? { payments: [], advances: [] } : await findFunding(tx, organizationId, period);
  return { kind: form.kind, ...makeClosingData(business, buyer, form, { period, sums, ...funding }) };
}

async function findFunding(
  tx: Transaction,
  organizationId: string,
  period: string,
): Promise<{ payments: Reference[]; advances: Reference[] }> {
  const trace = await readTrace(tx, organizationId, {
    before: firstDayOf(nextMonth(period)),
    since: firstDayOf(period),
  });
  const days = [firstDayOf(period), lastDayOf(period)] as const;
  const used = lotsUsed(trace, ...days);
  const payments = await selectPayments(
    tx,
    used.flatMap(({ sourceId }) => sourceId ?? []),
  );
  const advances = advancesUsed(trace, ...days);
  const invoices = await selectAdvanceInvoices(
    tx,
    advances.map(({ id }) => id),
  );
  const found = (lots: Lot[], referenceOf: (lot: Lot) => Reference | undefined) =>
    lots.flatMap((lot) => referenceOf(lot) ?? []);
  return {
    payments: found(used, ({ sourceId }) => (sourceId ? payments.get(sourceId) : undefined)),
    advances: found(advances, ({ id }) => invoices.get(id)),
  };
}
