import type { AutoTopUpPreview } from '@kazna/contract/cabinet/auto-top-up';
import { paymentLimits } from '@kazna/contract/cabinet/create-payment-form';
import type { Currency } from '@kazna/contract/shared/money';
import { readBalances } from '../../money/ledger/balances.ts';
import type { Queries } from '../../platform/db/database.ts';
import { decideTopUp, type Standing, type TopUpDecision } from './decide-top-up.ts';
import { selectPast } from './store.ts';

interface Terms extends Pick<Standing, 'thresholdMinor' | 'targetMinor' | 'monthlyCapMinor'> {
  organizationId: string;
  currency: Currency;
}

/** Decides by what the organization has now, for attempts and for their previews alike. */
export async function decideNow(
  db: Queries,
  { organizationId, currency, ...terms }: Terms,
): Promise<{ decision: TopUpDecision; balanceMinor: number }> {
  // Read before the balance: a top-up that is credited in between counts twice rather than never.
  const past = await selectPast(db, organizationId, currency);
  const balances = await readBalances(db, organizationId);
  const balanceMinor = balances.find((balance) => balance.currency === currency)?.amountMinor ?? 0;
  const decision = decideTopUp({ ...terms, ...past, balanceMinor, limits: paymentLimits[currency] });
  return { decision, balanceMinor };
}

export async function previewTopUp(db: Queries, terms: Terms): Promise<AutoTopUpPreview> {
  const { decision, balanceMinor } = await decideNow(db, terms);
  return {
    balanceMinor,
    amountMinor: decision.kind === 'charge' ? decision.amountMinor : 0,
    reason: decision.kind === 'wait' ? decision.reason : null,
  };
}
