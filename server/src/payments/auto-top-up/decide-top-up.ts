import { type AutoTopUpPreview, maxAutoTopUpsPerDay } from '@kazna/contract/cabinet/auto-top-up';
import { paymentLimits } from '@kazna/contract/cabinet/create-payment-form';
import type { Currency } from '@kazna/contract/shared/money';
import { readBalances } from '../../money/ledger/reads.ts';
import type { Queries } from '../../platform/db/database.ts';
import { selectPast } from './store.ts';

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
 * of the cap is charged only where it lifts the balance above the threshold. A gap below the least payment takes that.
 */
export function decideTopUp(standing: Standing): TopUpDecision {
  const { thresholdMinor, targetMinor, monthlyCapMinor, limits } = standing;
  const expectedMinor = standing.balanceMinor + standing.pendingMinor;
  if (expectedMinor >= thresholdMinor) return { kind: 'none' };
  if (standing.attemptsInDay >= maxAutoTopUpsPerDay) return { kind: 'wait', reason: 'daily_limit' };
  const gapMinor = Math.max(limits.minimum, Math.min(targetMinor - expectedMinor, limits.maximum));
  const leftMinor = monthlyCapMinor - standing.spentMinor;
  const amountMinor = Math.min(gapMinor, leftMinor);
  const isEnough = amountMinor === gapMinor || expectedMinor + amountMinor >= thresholdMinor;
  if (amountMinor < limits.minimum || !isEnough) return { kind: 'wait', reason: 'monthly_cap' };
  return { kind: 'charge', amountMinor };
}

interface Terms extends Pick<Standing, 'thresholdMinor' | 'targetMinor' | 'monthlyCapMinor'> {
  organizationId: string;
  currency: Currency;
}

/**
 * Decides by what the organization has now, for attempts and for their previews alike. What the balance lacks for charges
 * ahead raises both ends of the rule; where the month's cap does not suffice for that, the rule decides without it.
 */
export async function decideNow(
  db: Queries,
  { organizationId, currency, ...terms }: Terms,
  missingMinor = 0,
): Promise<{ decision: TopUpDecision; balanceMinor: number; pendingMinor: number }> {
  // Read before the balance: a top-up that is credited in between counts twice rather than never.
  const past = await selectPast(db, organizationId, currency);
  const balances = await readBalances(db, organizationId);
  const balanceMinor = balances.find((balance) => balance.currency === currency)?.amountMinor ?? 0;
  const standing = { ...terms, ...past, balanceMinor, limits: paymentLimits[currency] };
  return { decision: decideAhead(standing, missingMinor), balanceMinor, pendingMinor: past.pendingMinor };
}

export function decideAhead(standing: Standing, missingMinor: number): TopUpDecision {
  const { thresholdMinor, targetMinor, balanceMinor } = standing;
  if (missingMinor <= 0) return decideTopUp(standing);
  const neededMinor = balanceMinor + missingMinor;
  const raised = {
    thresholdMinor: Math.max(thresholdMinor, neededMinor),
    targetMinor: Math.max(targetMinor, neededMinor),
  };
  const decision = decideTopUp({ ...standing, ...raised });
  return decision.kind === 'wait' && decision.reason === 'monthly_cap' ? decideTopUp(standing) : decision;
}

export async function previewTopUp(db: Queries, terms: Terms): Promise<AutoTopUpPreview> {
  const { decision, balanceMinor } = await decideNow(db, terms);
  return {
    balanceMinor,
    amountMinor: decision.kind === 'charge' ? decision.amountMinor : 0,
    reason: decision.kind === 'wait' ? decision.reason : null,
  };
}
