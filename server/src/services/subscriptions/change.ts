import type { Bill, ChangeForm } from '@kazna/contract/shared/tariffs';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { Problem } from '../../platform/http/problem.ts';
import { type Connectable, findConnectable, lockTariffShared, markToAnnounce } from '../catalogue/catalogue-store.ts';
import { asBillLine, chargeLines, creditLine, type Draft, draftOf, giveBack, priceOf } from './charge-lines.ts';
import { firstDrafts } from './connect.ts';
import type { NewLine } from './lines-store.ts';
import { nextStepAt, type Version } from './next-step.ts';
import { addDays, type Day, earlierOf, haveSamePeriods, laterOf, periodAt } from './periods.ts';
import { publish } from './present.ts';
import { costsMore, maxChargeMinor, partsOf } from './price.ts';
import { withTerms } from './resume-parts.ts';
import { type SubscriptionRow, saveSubscriptions } from './subscriptions-store.ts';
import { watchWaiting } from './wait-for-money.ts';

interface Terms {
  version: Version;
  quantity: number;
  tariffName: string;
}

interface Change {
  changeId: string;
  terms: Terms;
  when: 'now' | 'period_end';
  credit: NewLine | null;
  drafts: Draft[];
  /** As it is after the change; of a later one, with it pending. */
  after: SubscriptionRow;
}

/** What the change would do today: more money a day now, less when the paid days are over. */
async function plan(
  db: Queries,
  row: SubscriptionRow,
  form: ChangeForm,
  { today, mayUseHidden }: ChangeContext,
): Promise<Change> {
  if (row.status === 'ended' || row.status === 'past_due' || row.status === 'stopping')
    throw new Problem('subscription_not_changeable');
  const terms = await termsFor(db, row, form, { today, mayUseHidden });
  if (terms.version.id === row.version.id && terms.quantity === row.quantity) throw new Problem('nothing_to_change');
  const changeId = uuidv7();
  const names = { tariffName: terms.tariffName };
  if (row.status === 'trial' && row.trialTo) {
    const { anchor } = row;
    const triedFeeMinor = terms.version.terms.setupFeeMinor;
    const after = { ...withTerms(row, terms, today), ...names, anchor, termsFrom: today, triedFeeMinor };
    return { changeId, terms, when: 'now', credit: null, ...changeInTrial(after, row.trialTo, today) };
  }
  const credit = creditLine(row, today, changeId);
  if (row.status !== 'active' || !credit || isLess(row, terms, credit)) {
    const pending = { changeId, version: terms.version, quantity: terms.quantity };
    const after = { ...row, pending, pendingTariffName: terms.tariffName };
    return { changeId, terms, when: 'period_end', credit: null, drafts: [], after };
  }
  return { changeId, terms, when: 'now', credit, ...changeNow(row, terms, credit) };
}

/** The trial becomes no longer than that of the new tariff, counted from the first day: it may end with the change. */
function changeInTrial(row: SubscriptionRow, trialTo: Day, today: Day): Pick<Change, 'drafts' | 'after'> {
  const ownTrialTo = laterOf(today, addDays(row.startedOn, row.version.terms.trialDays));
  const to = earlierOf(trialTo, ownTrialTo);
  const after = { ...row, trialTo: to, anchor: to, chargedTo: to };
  if (to > today) return { drafts: [], after };
  const drafts = firstDrafts({ ...after, status: 'active' }, today);
  const line = drafts.find(({ line }) => line.kind === 'period')?.line;
  const covering = line ? { ...line, leftMinor: line.amountMinor } : null;
  return { drafts, after: { ...after, status: 'active', chargedTo: line?.to ?? today, covering } };
}

/** The row with the terms from the day on, and the end of what is charged with them at once. */
function changedFrom(row: SubscriptionRow, terms: Terms, from: Day): { changed: SubscriptionRow; to: Day } {
  const changed = { ...withTerms(row, terms, from), tariffName: terms.tariffName };
  const goesOn = haveSamePeriods(row.version.terms, terms.version.terms);
  return { changed, to: goesOn ? row.chargedTo : periodAt(terms.version.terms, changed.anchor, from).to };
}

/** Whether a day costs less than before. */
function isLess(row: SubscriptionRow, terms: Terms, { from }: NewLine): boolean {
  const { changed, to } = changedFrom(row, terms, from);
  return costsMore(
    { terms: changed.version.terms, periodMinor: priceOf(changed, to).periodMinor },
    { terms: row.version.terms, periodMinor: priceOf(row, row.chargedTo).periodMinor },
  );
}

/** The day of the change belongs to the new terms. */
function changeNow(row: SubscriptionRow, terms: Terms, { from, changeId }: NewLine) {
  const { changed, to } = changedFrom(row, terms, from);
  const parts = partsOf(changed.version.terms, changed.anchor, { from, to }, priceOf(changed, to).periodMinor);
  const drafts = parts.map((part) => draftOf(changed, 'change', part, changeId));
  const line = drafts.at(-1)?.line;
  return {
    drafts,
    after: { ...changed, chargedTo: to, covering: line ? { ...line, leftMinor: line.amountMinor } : null },
  };
}

async function termsFor(
  db: Queries,
  row: SubscriptionRow,
  form: ChangeForm,
  { today, mayUseHidden }: ChangeContext,
): Promise<Terms> {
  const quantity = form.quantity ?? row.quantity;
  if (form.tariffId === undefined || form.tariffId === row.version.tariffId) {
    if (quantity > row.version.terms.maxQuantity) throw new Problem('quantity_not_allowed');
    return checked({ version: row.version, quantity, tariffName: row.tariffName }, row);
  }
  const found: Connectable | null = await findConnectable(db, form.tariffId, today);
  const isOther =
    found && (found.serviceId !== row.serviceId || found.version.terms.currency !== row.version.terms.currency);
  if (!found || isOther || (!found.isShown && !mayUseHidden)) throw new Problem('not_found');
  if (found.isClosed) throw new Problem('tariff_closed');
  if (quantity > found.version.terms.maxQuantity) throw new Problem('quantity_not_allowed');
  return checked({ version: found.version, quantity, tariffName: found.tariffName }, row);
}

function checked(terms: Terms, row: SubscriptionRow): Terms {
  if (priceOf({ ...row, ...terms }).periodMinor > maxChargeMinor) throw new Problem('quantity_not_allowed');
  return terms;
}

export interface ChangeContext {
  today: Day;
  /** Staff and programs move customers to tariffs that are not shown. */
  mayUseHidden: boolean;
}

function billOf({ terms, credit, drafts, when, after }: Change): Bill {
  const lines = [...(credit ? [credit] : []), ...drafts.map(({ line }) => line)].map(asBillLine);
  const totalMinor = lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return { lines, totalMinor, currency: after.version.terms.currency, when, versionId: terms.version.id };
}

export async function previewChange(
  db: Queries,
  row: SubscriptionRow,
  form: ChangeForm,
  context: ChangeContext,
): Promise<Bill> {
  return billOf(await plan(db, row, form, context));
}

/** Changes a subscription that is locked. */
export async function changeSubscription(
  tx: Transaction,
  zone: string,
  row: SubscriptionRow,
  form: ChangeForm,
  context: ChangeContext,
): Promise<SubscriptionRow> {
  if (row.pending) throw new Problem('change_pending');
  if (form.tariffId) await lockTariffShared(tx, form.tariffId);
  const change = await plan(tx, row, form, context);
  const { totalMinor, versionId } = billOf(change);
  const { expectedTotalMinor = totalMinor, expectedVersionId = versionId } = form;
  if (expectedTotalMinor !== totalMinor || expectedVersionId !== versionId) throw new Problem('terms_changed');
  if (change.credit) await giveBack(tx, change.credit);
  await chargeLines(tx, change.drafts);
  const { after } = change;
  await saveSubscriptions(tx, [{ ...after, nextStepAt: nextStepAt(zone, after, context.today) }]);
  await markToAnnounce(tx, after.version.tariffId, after.version.id);
  // A change agreed on while it waits for money changes how much it waits for.
  if (after.status === 'suspended') await watchWaiting(tx, [after.organizationId], context.today);
  publish(tx, 'subscription.changed', after, context.today);
  return after;
}

export async function cancelChange(
  tx: Transaction,
  zone: string,
  row: SubscriptionRow,
  today: Day,
): Promise<SubscriptionRow> {
  if (!row.pending) throw new Problem('nothing_to_change');
  const after = { ...row, pending: null };
  await saveSubscriptions(tx, [{ ...after, nextStepAt: nextStepAt(zone, after, today) }]);
  if (after.status === 'suspended') await watchWaiting(tx, [after.organizationId], today);
  publish(tx, 'subscription.changed', after, today);
  return after;
}
