import type { DayRange } from '@kazna/contract/shared/tariffs';
import type { PartOfPeriod } from '@kazna/contract/shared/usage-price';
import { addDays, type Day, daysBetween, earlierOf, laterOf, periodAt } from '../subscriptions/periods.ts';
import type { SubscriptionRow } from '../subscriptions/subscriptions-store.ts';
import type { FeeDays, TermsInForce } from './charging-store.ts';

/** Events are accepted for 35 days: usage of a day is complete a day later. */
const settlingDays = 36;

/** Days of one period under one version: what usage is priced by. */
export interface UsagePart extends DayRange {
  terms: TermsInForce;
  /** Where it would end had the subscription not ended: its fee is of these days, unless it was given back. */
  termsTo: Day;
  /** Of the whole period. */
  periodDays: number;
}

interface Course {
  startedOn: Day;
  trialTo: Day | null;
  endedOn: Day | null;
}

/** The first day that usage of an ended subscription cannot be of: its last day is used. */
function endOf({ endedOn }: Pick<Course, 'endedOn'>): Day | null {
  return endedOn && addDays(endedOn, 1);
}

/** The parts that have begun by the day. Usage of a trial is free. */
export function usageParts(history: TermsInForce[], course: Course, today: Day): UsagePart[] {
  const parts: UsagePart[] = [];
  const first = course.trialTo ? laterOf(course.trialTo, course.startedOn) : course.startedOn;
  const last = endOf(course);
  for (const [index, terms] of history.entries()) {
    const next = history[index + 1]?.from ?? null;
    const until = next && last ? earlierOf(next, last) : (next ?? last);
    for (let day = laterOf(terms.from, first); day <= today && (until === null || day < until); ) {
      const period = periodAt(terms.version.terms, terms.anchor, day);
      const to = until ? earlierOf(period.to, until) : period.to;
      const termsTo = next ? earlierOf(period.to, next) : period.to;
      parts.push({ from: day, to, termsTo, terms, periodDays: daysBetween(period.from, period.to) });
      day = to;
    }
  }
  return parts;
}

type FeeState = Pick<SubscriptionRow, 'status' | 'chargedTo' | 'suspendedOn' | 'endedOn' | 'owesGrace'>;

/**
 * The included quantity and the minimum are of the days of the fee: days of a pause or a suspension have neither, and a
 * stop that gave nothing back leaves what is included whole.
 */
export function shareOf(part: UsagePart, fees: FeeDays[], state: FeeState): PartOfPeriod {
  const { from, to, termsTo, periodDays } = part;
  const all = [...fees, { ...notChargedYet(state), isCredit: false }];
  const daysUntil = (end: Day) =>
    all.reduce((sum, fee) => sum + (fee.isCredit ? -1 : 1) * commonDays(fee, { from, to: end }), 0);
  return { days: daysUntil(to), includedDays: daysUntil(termsTo), periodDays };
}

/** Days whose fee is still to be charged: those of grace, and all later ones unless the service stands still. */
function notChargedYet({ status, chargedTo, suspendedOn, endedOn, owesGrace }: FeeState): DayRange {
  const isIdle = status === 'paused' || (status === 'ended' && !owesGrace);
  const end = isIdle ? chargedTo : (suspendedOn ?? (endedOn ? addDays(endedOn, 1) : null));
  return { from: chargedTo, to: end ?? '9999-12-31' };
}

function commonDays(one: DayRange, other: DayRange): number {
  return Math.max(0, daysBetween(laterOf(one.from, other.from), earlierOf(one.to, other.to)));
}

/** Parts whose usage may have changed since usage was charged up to the day. */
export function unsettledParts(parts: UsagePart[], billedTo: Day): UsagePart[] {
  const settled = addDays(billedTo, -settlingDays - 1);
  return parts.filter(({ to }) => to > settled);
}

/**
 * Whether usage is charged now: a part is over, or a day of a tariff that charges by the day. What comes late waits for the
 * next time; of an ended subscription, which has no period ahead, for the next day. `closed` is the first day not over.
 */
export function isChargedNow(parts: UsagePart[], course: Course, { billedTo, closed }: { billedTo: Day; closed: Day }) {
  const isOver = parts.some(({ to }) => to > billedTo && to <= closed);
  const isDaily = parts.some(
    ({ terms, from, to }) =>
      terms.version.terms.usageCharged === 'day' && from < closed && to > billedTo && closed > billedTo,
  );
  const end = endOf(course);
  return isOver || isDaily || (end !== null && end <= billedTo && billedTo < closed);
}

/** No event of it is accepted any more. */
export function isSettled(course: Course, closed: Day): boolean {
  const end = endOf(course);
  return end !== null && closed >= addDays(end, settlingDays);
}
