import { businessDay } from '@kazna/contract/shared/business-time';
import { getLastClosedDay } from '../../money/ledger/checking-store.ts';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { type DocumentedBusiness, readBusiness } from '../business/business-store.ts';
import { firstDayOf, lastDayOf, nextMonth } from '../calendar.ts';
import { takeDatedNumber } from '../numbers-store.ts';
import { type Buyer, findBuyer, findParties } from '../parties-store.ts';
import { advancesUsed, lotsUsed } from './advances/advance-rule.ts';
import { issueOverdueAdvances } from './advances/issue-advance.ts';
import type { Lot } from './advances/movement.ts';
import { selectAdvanceInvoices, selectPayments } from './advances/store.ts';
import { readTrace } from './advances/trace-lots.ts';
import {
  type Drafted,
  type MonthData,
  type MonthForm,
  makeMonthData,
  monthForm,
  type Reference,
  seriesOf,
} from './document-data.ts';
import { issueDocument } from './issue-document.ts';
import { findDocument, findMonthDocument, lockDocumentsOf } from './store.ts';
import { subscriptionSums } from './subscription-sums.ts';
import { selectChargedDays, selectServiceSums } from './turnover-store.ts';

export interface MonthOfOrganization {
  organizationId: string;
  period: string;
  /** Null for the job. */
  createdBy: string | null;
}

/** Refuses a month in which an open transaction may still charge something. */
export async function assertMonthIsOver(db: Queries, period: string, now: Date): Promise<void> {
  if ((await getLastClosedDay(db, now)) < firstDayOf(nextMonth(period))) throw new Problem('period_not_over');
}

/** Returns the id of the month's document, made now unless there is one. A month without charges has none. */
export async function makeMonthDocument(
  tx: Transaction,
  { organizationId, period, createdBy }: MonthOfOrganization,
  now: Date,
): Promise<string> {
  await lockDocumentsOf(tx, organizationId);
  const made = await findMonthDocument(tx, organizationId, period);
  if (made) return made;
  await issueOverdueAdvances(tx, organizationId, lastDayOf(period), now);
  const { kind, data, amountMinor, vatMinor } = await draftMonth(tx, organizationId, period);
  if (amountMinor === 0) throw new Problem('nothing_to_close');
  const days = { wanted: lastDayOf(period), today: businessDay(now) };
  const dated = await takeDatedNumber(tx, seriesOf[kind], days);
  const sums = { amountMinor, vatMinor };
  return issueDocument(tx, { organizationId, kind, period, ...dated, data, ...sums, sourceId: null, createdBy });
}

export type MonthDraft = Drafted<MonthData> & { kind: 'act' | 'upd' };

/** What the document of a month would say by the ledger and the requisites of now. */
export async function draftMonth(tx: Transaction, organizationId: string, period: string): Promise<MonthDraft> {
  const { business, buyer } = await findParties(tx, organizationId);
  const form = monthForm(business, period);
  if (!form) throw new Problem('documents_not_ready');
  return draftInForm(tx, { organizationId, period, business, buyer, form });
}

interface MonthTerms {
  organizationId: string;
  period: string;
  business: DocumentedBusiness;
  buyer: Buyer;
  form: MonthForm;
}

async function draftInForm(tx: Transaction, { organizationId, period, ...terms }: MonthTerms): Promise<MonthDraft> {
  const { business, buyer, form } = terms;
  const sums = [
    ...(await selectServiceSums(tx, organizationId, period)),
    ...subscriptionSums(await selectChargedDays(tx, organizationId, period)),
  ];
  // Only an invoice has to name what it was paid with.
  const funding = form.vat === null ? { payments: [], advances: [] } : await findFunding(tx, organizationId, period);
  return { kind: form.kind, ...makeMonthData(business, buyer, form, { period, sums, ...funding }) };
}

/**
 * Makes the next revision of a month's document where more of its charges was given back than it says: with the requisites
 * of now and the tax that it has. Does nothing where there is no document, or it says so already.
 */
export async function reviseMonth(tx: Transaction, organizationId: string, period: string): Promise<void> {
  await lockDocumentsOf(tx, organizationId);
  const id = await findMonthDocument(tx, organizationId, period);
  const document = id && (await findDocument(tx, id, organizationId));
  const business = await readBusiness(tx);
  if (!business || !document || (document.kind !== 'act' && document.kind !== 'upd')) return;
  const { kind, number, day, data: last, sourceId } = document;
  const form = { kind, vat: last.vat, ...(last.vatGround && { vatGround: last.vatGround }) };
  const buyer = await findBuyer(tx, organizationId);
  const known = buyer?.inn ? buyer : last.buyer;
  const drafted = await draftInForm(tx, { organizationId, period, business, buyer: known, form });
  const { data, amountMinor, vatMinor } = drafted;
  if (amountMinor === document.amountMinor) return;
  const revision = document.revision + 1;
  const same = { organizationId, kind, number, day, period, sourceId };
  await issueDocument(tx, { ...same, revision, data, amountMinor, vatMinor, createdBy: null, isGivenBack: true });
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
