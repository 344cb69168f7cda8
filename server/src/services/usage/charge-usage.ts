import type { Meter } from '@kazna/contract/admin/meters';
import { fromMillionths, type PartOfPeriod, usageAmount } from '@kazna/contract/shared/usage-price';
import { jobActors } from '../../audit/actions-store.ts';
import { refundCharge } from '../../money/charges/refund-charge.ts';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { chargeLines, type Draft } from '../subscriptions/charge-lines.ts';
import { describeDays } from '../subscriptions/describe-days.ts';
import { insertLines, type NewLine } from '../subscriptions/lines-store.ts';
import { addDays, type Day, dayIn, earlierOf, laterOf, startOfDayIn } from '../subscriptions/periods.ts';
import type { SubscriptionRow } from '../subscriptions/subscriptions-store.ts';
import {
  saveBills,
  selectBills,
  selectFees,
  selectHistory,
  selectPaidUsage,
  type UsageBill,
} from './charging-store.ts';
import { continueFrom, findEarlierUse } from './earlier-usage.ts';
import { selectQuantity } from './hours-store.ts';
import { selectMeters } from './meters-store.ts';
import { shareOf, type UsagePart, unsettledParts, usageParts } from './usage-parts.ts';

/** Of a day's end: events of it may come so long before it is charged. */
const delayMs = 2 * 3_600_000;

/** The first day that is not over for charging. */
export function closedDay(zone: string, now: string): Day {
  return dayIn(zone, new Date(Date.parse(now) - delayMs).toISOString());
}

/** When the day after it is over. */
export function nextLook(zone: string, closed: Day): string {
  return new Date(Date.parse(startOfDayIn(zone, addDays(closed, 1))) + delayMs).toISOString();
}

/** What one meter of a part costs by now, beside what was charged for it. */
export interface Rated {
  part: UsagePart;
  meter: Meter;
  /** The days whose usage is counted end before it. */
  to: Day;
  share: PartOfPeriod;
  quantity: bigint;
  amountMinor: number;
  billed: UsageBill | null;
}

export interface RatingContext {
  zone: string;
  row: SubscriptionRow;
  billedTo: Day;
  /** The first day whose usage is not counted. */
  until: Day;
  /** Whether parts are rated that are not over, whatever their tariff says. */
  isSoFar: boolean;
}

/** Rates all parts whose usage may differ from what was charged: always the whole part, of which the rest is charged. */
export async function rateUsage(db: Queries, { zone, row, billedTo, until, isSoFar }: RatingContext): Promise<Rated[]> {
  const [history, bills, meters] = await Promise.all([
    selectHistory(db, row.id),
    selectBills(db, row.id),
    selectMeters(db),
  ]);
  const all = usageParts(history, row, until);
  const parts = unsettledParts(all, billedTo);
  const [first] = all;
  const earlier = first && first === parts[0] ? await findEarlierUse(db, row, first) : null;
  const fees = parts[0] ? await selectFees(db, row.id, parts[0].from) : [];
  const rated: Rated[] = [];
  for (const part of parts) {
    const share = shareOf(part, fees, row);
    const { meters: prices, usageCharged } = part.terms.version.terms;
    const isOver = part.to <= until;
    if (part.from >= until || !(isOver || isSoFar || usageCharged === 'day')) continue;
    const to = earlierOf(part.to, until);
    for (const price of prices) {
      const meter = meters.find(({ key }) => key === price.meter);
      if (!meter) continue;
      const quantity = await selectQuantity(db, {
        ...{ organizationId: row.organizationId, meter, subscriptionId: row.id },
        ...{ from: startOfDayIn(zone, part.from), to: startOfDayIn(zone, to) },
      });
      // A minimum is of the whole part.
      const terms = isOver ? price : { ...price, minimumMinor: 0 };
      const billed = bills.find(({ meterId, partFrom }) => meterId === meter.id && partFrom === part.from) ?? null;
      const asked = { zone, row, meter, part, to, quantity };
      const { added, before } =
        earlier && part === first ? await continueFrom(db, earlier, asked) : { added: quantity, before: {} };
      const amountMinor = usageAmount(terms, added, { ...share, ...before });
      rated.push({ part, meter, to, share: { ...share, ...before }, quantity, amountMinor, billed });
    }
  }
  return rated;
}

/** The part still to be charged; below zero for one to be given back. */
export const restOf = ({ amountMinor, billed }: Rated) => amountMinor - (billed?.amountMinor ?? 0);

/** Charges what is missing and gives back what was charged too much, or throws where the balance does not suffice. */
export async function chargeRated(tx: Transaction, row: SubscriptionRow, billedTo: Day, rated: Rated[]): Promise<void> {
  const drafts: Draft[] = [];
  const bills: Parameters<typeof saveBills>[2] = [];
  for (const one of rated) {
    const { part, meter, quantity, amountMinor, billed } = one;
    if (restOf(one) === 0 && quantity === (billed?.quantity ?? 0n)) continue;
    const isMore = restOf(one) > 0;
    const last = billed?.number ?? 0;
    const number = isMore ? last + 1 : await giveBack(tx, row, one, last);
    if (isMore) drafts.push(usageDraft(row, one, { billedTo, number, amountMinor: restOf(one) }));
    const partFrom = part.from;
    bills.push({
      meterId: meter.id,
      partFrom,
      number: Math.max(1, number),
      quantity: fromMillionths(quantity),
      amountMinor,
    });
  }
  if (drafts.length > 0) await chargeLines(tx, drafts);
  await saveBills(tx, row.id, bills);
}

interface LineOf {
  billedTo: Day;
  number: number;
  /** Below zero of what is given back. */
  amountMinor: number;
}

/** The line of a part, or of those days of it that a daily charge is for; what came late has the dates of its part. */
function usageDraft(row: SubscriptionRow, { part, meter, to, quantity, billed }: Rated, of: LineOf): Draft {
  const { billedTo, number, amountMinor } = of;
  const isDaily = part.terms.version.terms.usageCharged === 'day' && part.to > billedTo && billedTo < to;
  const from = isDaily ? laterOf(part.from, billedTo) : part.from;
  const used = fromMillionths(quantity - (billed?.quantity ?? 0n));
  const what = `${meter.name}, ${used.replace('.', ',').replace('-', '−')} ${meter.unit}`;
  const note = amountMinor < 0 ? 'возврат за ' : '';
  const line: NewLine = {
    ...{ id: uuidv7(), subscriptionId: row.id, versionId: part.terms.version.id, from, to, quantity: row.quantity },
    ...{ kind: amountMinor < 0 ? 'usage_credit' : 'usage', periodMinor: Math.abs(amountMinor), periodDays: 1 },
    ...{ amountMinor, chargeId: null, discountId: null, changeId: null },
    description: `${row.serviceName}, тариф «${row.tariffName}»: ${what}, ${note}${describeDays(from, to)}`,
    usage: { meterId: meter.id, quantity: used, partFrom: part.from, number },
  };
  return { row, key: `subscription:${row.id}:usage:${part.from}:${meter.key}:${number}`, line };
}

/** Gives back what a correction made too much, charge by charge, the newest first. Returns the number of the last line. */
async function giveBack(tx: Transaction, row: SubscriptionRow, rated: Rated, first: number): Promise<number> {
  let number = first;
  let left = -restOf(rated);
  if (left === 0) return number;
  const { part, meter } = rated;
  const paid = await selectPaidUsage(tx, { subscriptionId: row.id, meterId: meter.id, partFrom: part.from });
  for (const [index, { chargeId, leftMinor }] of paid.entries()) {
    // The quantity is taken back once, whatever number of charges paid for it.
    const counted =
      index === 0 ? rated : { ...rated, billed: { ...(rated.billed as UsageBill), quantity: rated.quantity } };
    const amountMinor = Math.min(left, leftMinor);
    if (amountMinor === 0) break;
    number += 1;
    const { key, line } = usageDraft(row, counted, { billedTo: part.to, number, amountMinor: -amountMinor });
    const call = { actorId: jobActors.subscriptions, key };
    await refundCharge(tx, call, chargeId, { amountMinor, reason: line.description.slice(0, 250) });
    await insertLines(tx, [{ ...line, chargeId }]);
    left -= amountMinor;
  }
  return number;
}
