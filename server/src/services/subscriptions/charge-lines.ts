import { quantityText } from '@kazna/contract/shared/quantity';
import type { BillLine } from '@kazna/contract/shared/tariffs';
import { jobActors } from '../../audit/actions-store.ts';
import { chargeInOneTransaction, type Entry, type Outcomes } from '../../money/charges/charge-in-one-transaction.ts';
import { insufficientFunds, newChargeOf } from '../../money/charges/create-charge.ts';
import { refundCharge } from '../../money/charges/refund-charge.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { Problem } from '../../platform/http/problem.ts';
import { describeDays } from './describe-days.ts';
import { insertLines, type LineKind, type NewLine } from './lines-store.ts';
import { type Day, daysBetween, laterOf } from './periods.ts';
import { type Part, partOfPeriod, periodPrice } from './price.ts';
import type { ApplicableDiscount, SubscriptionRow } from './subscriptions-store.ts';

/** What a subscription is charged for, before it is. */
export interface Draft {
  row: SubscriptionRow;
  key: string;
  line: NewLine;
}

/** The discount of the tariff, otherwise that of all tariffs, the newest first. Without an end, of a period that begins. */
export function discountOf({ discounts, version }: Pick<SubscriptionRow, 'discounts' | 'version'>, to?: Day) {
  const isLeft = ({ periodsLeft, coveredTo }: ApplicableDiscount) =>
    periodsLeft === null || periodsLeft > 0 || (to !== undefined && coveredTo !== null && to <= coveredTo);
  const usable = discounts.filter(
    (one) => isLeft(one) && (one.currency === null || one.currency === version.terms.currency),
  );
  const own = usable.find(({ tariffId }) => tariffId === version.tariffId);
  return own ?? usable.find(({ tariffId }) => tariffId === null) ?? null;
}

export function priceOf(
  row: Pick<SubscriptionRow, 'discounts' | 'version' | 'quantity'>,
  to?: Day,
): { periodMinor: number; discount: ApplicableDiscount | null } {
  const discount = discountOf(row, to);
  return { periodMinor: periodPrice(row.version.terms, row.quantity, discount), discount };
}

export function draftOf(row: SubscriptionRow, kind: LineKind, part: Part, changeId: string | null = null): Draft {
  const { from, to, periodMinor, periodDays, amountMinor } = part;
  const key = changeId
    ? `subscription:${row.id}:change:${changeId}:${kind}:${from}`
    : `subscription:${row.id}:${kind}:${from}`;
  const line = {
    ...{ id: uuidv7(), subscriptionId: row.id, versionId: row.version.id, kind, from, to, quantity: row.quantity },
    ...{ periodMinor, periodDays, amountMinor, chargeId: null, changeId },
    discountId: kind === 'setup' ? null : (discountOf(row, kind === 'period' ? undefined : to)?.id ?? null),
    description: describeLine(row, kind, { from, to }),
  };
  return { row, key, line };
}

export function setupDraft(row: SubscriptionRow, day: Day, amountMinor = row.version.terms.setupFeeMinor): Draft {
  return draftOf(row, 'setup', { from: day, to: day, periodMinor: amountMinor, periodDays: 1, amountMinor });
}

/** With the first charge after a trial, whenever the balance suffices for it: a version that came since changes no fee. */
export function setupAfterTrial(row: SubscriptionRow): Draft[] {
  const { trialTo, chargedTo, triedFeeMinor } = row;
  const isFirst = trialTo !== null && chargedTo === trialTo;
  return isFirst && triedFeeMinor ? [setupDraft(row, chargedTo, triedFeeMinor)] : [];
}

function describeLine(row: SubscriptionRow, kind: LineKind, { from, to }: { from: Day; to: Day }): string {
  const name = `${row.serviceName}, тариф «${row.tariffName}»`;
  if (kind === 'setup') return `${name}: подключение`;
  // Plain spaces, so that a search finds it.
  const seats = row.quantity > 1 ? `, ${quantityText(row.quantity, row.unit).replaceAll('\u00a0', ' ')}` : '';
  const days = describeDays(from, to);
  if (kind === 'credit') return `${name}${seats}: возврат за ${days}`;
  return `${name}${seats}: ${days}`;
}

export const asBillLine = ({ description, from, to, amountMinor }: NewLine): BillLine => ({
  ...{ description, from, to, amountMinor },
});

/** Entries of a batch of charges; a draft of nothing has none. */
export function entriesOf(drafts: Draft[]): Entry[] {
  return drafts
    .filter(({ line }) => line.amountMinor > 0)
    .map(({ row, key, line }, place) => {
      const form = {
        organizationId: row.organizationId,
        amountMinor: line.amountMinor,
        currency: row.version.terms.currency,
        description: line.description.slice(0, 250),
        service: row.documentName,
        metadata: { subscriptionId: row.id },
      };
      const charge = newChargeOf(form);
      line.chargeId = charge.id;
      return { place, key, form, charge };
    });
}

/** Charges all of the drafts and stores their lines, or throws what the first refused one says. */
export async function chargeLines(tx: Transaction, drafts: Draft[]): Promise<void> {
  const entries = entriesOf(drafts);
  const outcomes: Outcomes =
    entries.length > 0 ? await chargeInOneTransaction(tx, jobActors.subscriptions, entries) : new Map();
  requireAll(entries, outcomes);
  await insertLines(
    tx,
    drafts.map(({ line }) => line),
  );
}

/** Of several charges all are needed: what is missing is said of their sum. */
function requireAll(entries: Entry[], outcomes: Outcomes): void {
  let acceptedMinor = 0;
  for (const { charge } of entries) {
    const outcome = outcomes.get(charge.id);
    const missingMinor = outcome instanceof Problem ? outcome.details.members?.missingMinor : undefined;
    if (missingMinor !== undefined) {
      const availableMinor = acceptedMinor + charge.amountMinor - missingMinor;
      throw insufficientFunds(entries.reduce((sum, each) => sum + each.charge.amountMinor, 0) - availableMinor);
    }
    if (outcome instanceof Problem) throw outcome;
    acceptedMinor += charge.amountMinor;
  }
}

/** Gives back what `creditLine` says. */
export async function giveBack(tx: Transaction, line: NewLine): Promise<void> {
  if (line.chargeId) {
    const key = `subscription:${line.subscriptionId}:credit:${line.changeId}`;
    const call = { actorId: jobActors.subscriptions, key };
    await refundCharge(tx, call, line.chargeId, {
      amountMinor: -line.amountMinor,
      reason: line.description.slice(0, 250),
    });
  }
  await insertLines(tx, [line]);
}

/** The charge for the days from the given one on; null where there was none. */
export function creditLine(row: SubscriptionRow, day: Day, changeId: string): NewLine | null {
  const { covering, chargedTo } = row;
  const from = covering ? laterOf(day, covering.from) : day;
  if (!covering || from >= chargedTo) return null;
  const wanted = partOfPeriod(covering.periodMinor, daysBetween(from, chargedTo), covering.periodDays);
  const amountMinor = -Math.min(wanted, covering.leftMinor);
  const { periodMinor, periodDays } = covering;
  const draft = draftOf(row, 'credit', { from, to: chargedTo, periodMinor, periodDays, amountMinor }, changeId);
  return { ...draft.line, amountMinor: amountMinor || 0, chargeId: amountMinor < 0 ? covering.chargeId : null };
}
