import { readBalances } from '../../money/ledger/balances.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { reportAttempt } from './report-attempt.ts';
import { lockRule, type RuleRow, setPaused } from './store.ts';

/**
 * Takes money off the balance to give it back, and pauses the organization's rule if that left the balance below its
 * threshold: it would charge the card for it again.
 */
export async function pauseRuleAfter(
  tx: Transaction,
  organizationId: string,
  takeMoney: () => Promise<void>,
): Promise<void> {
  const rule = await lockRule(tx, organizationId);
  await takeMoney();
  if (rule) await pauseBelowThreshold(tx, rule);
}

async function pauseBelowThreshold(tx: Transaction, rule: RuleRow): Promise<void> {
  const { organizationId, currency, paymentMethodId, status, thresholdMinor } = rule;
  const balances = await readBalances(tx, organizationId);
  const balanceMinor = balances.find((balance) => balance.currency === currency)?.amountMinor ?? 0;
  if (status !== 'active' || balanceMinor >= thresholdMinor) return;
  const reason = 'refunded';
  await setPaused(tx, organizationId, { reason, hasCard: true });
  const nothing = { paymentId: null, amountMinor: null, card: null, nextAttemptAt: null };
  await reportAttempt(tx, ['paused'], { organizationId, currency, paymentMethodId, reason, ...nothing });
}
