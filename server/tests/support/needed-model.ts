import type { DayRange } from '@kazna/contract/shared/tariffs';
import type { AgreedTerms } from './agreed-terms.ts';
import { costOf, type Day, earlierOf, laterOf, periodOf } from './subscription-calendar.ts';

interface Waiting {
  status: string;
  agreed: AgreedTerms;
  /** The first day that is not paid, and the end of the days of grace. */
  paidTo: Day;
  graceTo: Day;
  trialTo: Day | null;
}

/** Of a whole period that begins, or of days of one up to the given one. */
type PriceOf = (agreed: AgreedTerms, kind: string, to: Day) => number;

/** What a subscription must be paid today to go on; of an ended one, the days of grace that it owes. */
export function neededFor({ status, agreed, paidTo, graceTo, trialTo }: Waiting, today: Day, priceOf: PriceOf): number {
  const costOfDays = (of: AgreedTerms, kind: string, days: DayRange) =>
    costOf(of.terms.version.terms, of.anchor, days, priceOf(of, kind, days.to));
  const endOfPeriod = (of: AgreedTerms, day: Day) => periodOf(of.terms.version.terms, of.anchor, day).to;
  const graced = agreed.copy();
  let graceMinor = 0;
  for (let from = paidTo; from < graceTo; ) {
    graced.advance(from, today, true);
    const to = earlierOf(endOfPeriod(graced, from), graceTo);
    graceMinor += costOfDays(graced, 'grace', { from, to });
    from = to;
  }
  if (status === 'ended') return graceMinor;
  const setupMinor = paidTo === trialTo ? agreed.terms.version.terms.setupFeeMinor : 0;
  if (status === 'past_due')
    return setupMinor + costOfDays(agreed, 'period', { from: paidTo, to: endOfPeriod(agreed, paidTo) });
  const next = agreed.copy();
  next.advance(today, today);
  const rest = { from: laterOf(today, paidTo), to: endOfPeriod(next, today) };
  return setupMinor + graceMinor + costOfDays(next, 'resume', rest);
}
