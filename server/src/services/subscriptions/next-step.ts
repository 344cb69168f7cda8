import {
  type DayRange,
  priceNoticeDays,
  type SubscriptionStatus,
  type TariffTerms,
} from '@kazna/contract/shared/tariffs';
import { addDays, type Day, earlierOf, laterOf, periodAt, startOfDayIn } from './periods.ts';

export interface Version {
  id: string;
  tariffId: string;
  terms: TariffTerms;
}

export interface SubscriptionState {
  status: SubscriptionStatus;
  version: Version;
  quantity: number;
  anchor: Day;
  /** The day from which version and anchor are in force. */
  termsFrom: Day;
  trialTo: Day | null;
  /** The first day that is not charged yet. */
  chargedTo: Day;
  suspendedOn: Day | null;
  pending: { changeId: string; version: Version; quantity: number } | null;
  /** Newer versions of the tariff that the customer was notified of on a day, the newest first. */
  announced: { version: Version; runningFrom: Day; on: Day }[];
  /** The day of the charge that the customer was warned of. */
  warnedFor: Day | null;
}

export type Step =
  /** Nothing is due before the day; null while only money or a person can change it. */
  | { kind: 'wait'; until: Day | null }
  | { kind: 'charge'; days: DayRange }
  /** Before the charge that is made on the day. */
  | { kind: 'warn'; chargeOn: Day }
  /** Another version or quantity from the next period on. */
  | { kind: 'switch'; version: Version; quantity: number; changeId: string | null }
  /** Of the last day of grace. */
  | { kind: 'suspend'; on: Day }
  | { kind: 'end'; on: Day };

export const warningDays = 3;

/** What a subscription does next, as far as time decides it: money is asked for when a charge is due. */
export function nextStep(state: SubscriptionState, today: Day): Step {
  const { status, chargedTo } = state;
  if (status === 'ended' || status === 'paused' || status === 'suspended') return { kind: 'wait', until: null };
  if (status === 'past_due') {
    const on = addDays(chargedTo, state.version.terms.graceDays);
    return today >= on ? { kind: 'suspend', on } : { kind: 'wait', until: on };
  }
  if (today >= chargedTo) return stepAtEnd(state);
  if (status === 'stopping') return { kind: 'wait', until: chargedTo };
  const warnOn = addDays(chargedTo, -warningDays);
  if (today < warnOn) return { kind: 'wait', until: warnOn };
  return state.warnedFor === chargedTo ? { kind: 'wait', until: chargedTo } : { kind: 'warn', chargeOn: chargedTo };
}

/** All that was paid for is used. */
function stepAtEnd(state: SubscriptionState): Step {
  const { status, chargedTo } = state;
  if (status === 'stopping') return { kind: 'end', on: chargedTo };
  return switchOn(state, chargedTo) ?? { kind: 'charge', days: nextPeriod(state) };
}

/** The change that waits for the day: what was agreed on goes before a price that was announced. */
export function switchOn(state: SubscriptionState, day: Day): Extract<Step, { kind: 'switch' }> | null {
  const { pending, announced, quantity } = state;
  if (pending) return { kind: 'switch', ...pending };
  const reached = announced.find((one) => appliesFrom(one) <= day);
  return reached ? { kind: 'switch', version: reached.version, quantity, changeId: null } : null;
}

/** The first day that a period with the announced price may begin on. */
export function appliesFrom({ runningFrom, on }: SubscriptionState['announced'][0]): Day {
  return laterOf(runningFrom, addDays(on, priceNoticeDays));
}

/** The day of the first charge at the announced price; of one that waits to go on, the day from which going on costs it. */
export function chargedAtFrom(state: SubscriptionState, announced: SubscriptionState['announced'][0]): Day {
  const { status, version, anchor, chargedTo } = state;
  const from = appliesFrom(announced);
  if (status === 'paused' || status === 'suspended' || chargedTo >= from) return laterOf(from, chargedTo);
  const period = periodAt(version.terms, anchor, from);
  return period.from === from ? from : period.to;
}

/** The days that the next charge is for. */
export function nextPeriod({ version, anchor, chargedTo }: SubscriptionState): DayRange {
  return { from: chargedTo, to: periodAt(version.terms, anchor, chargedTo).to };
}

/** When the engine looks again: while more is due, at once, in the order of the days that it is due on. */
export function nextStepAt(zone: string, state: SubscriptionState, today: Day): string | null {
  const step = nextStep(state, today);
  if (step.kind === 'wait') return step.until && startOfDayIn(zone, step.until);
  return startOfDayIn(zone, step.kind === 'suspend' ? step.on : earlierOf(state.chargedTo, today));
}
