import { maxAutoTopUpsPerDay } from '@kazna/contract/cabinet/auto-top-up';

export interface Standing {
  thresholdMinor: number;
  targetMinor: number;
  monthlyCapMinor: number;
  balanceMinor: number;
  /** Top-ups under way, which the balance does not hold yet. */
  pendingMinor: number;
  /** Charged by the rule in this calendar month, with what is under way. */
  spentMinor: number;
  attemptsInDay: number;
  /** Of one payment. */
  limits: { minimum: number; maximum: number };
}

export type TopUpDecision =
  | { kind: 'none' }
  | { kind: 'charge'; amountMinor: number }
  | { kind: 'wait'; reason: 'monthly_cap' | 'daily_limit' };

/**
 * Sizes the next charge so that it closes the whole gap: a smaller one would be followed by another at once. What is left
 * of the cap is charged only where it lifts the balance above the threshold.
 */
export function decideTopUp(standing: Standing): TopUpDecision {
  const { thresholdMinor, targetMinor, monthlyCapMinor, limits } = standing;
  const expectedMinor = standing.balanceMinor + standing.pendingMinor;
  if (expectedMinor >= thresholdMinor) return { kind: 'none' };
  if (standing.attemptsInDay >= maxAutoTopUpsPerDay) return { kind: 'wait', reason: 'daily_limit' };
  const gapMinor = Math.min(targetMinor - expectedMinor, limits.maximum);
  const leftMinor = monthlyCapMinor - standing.spentMinor;
  const amountMinor = Math.min(gapMinor, leftMinor);
  const isEnough = amountMinor === gapMinor || expectedMinor + amountMinor >= thresholdMinor;
  if (amountMinor < limits.minimum || !isEnough) return { kind: 'wait', reason: 'monthly_cap' };
  return { kind: 'charge', amountMinor };
}
