import { readBalances } from '../../money/ledger/balances.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { reportAttempt } from './report-attempt.ts';
import { type RuleRow, setPaused } from './store.ts';

/** Pauses the locked rule if the refund left the balance below its threshold: it would charge the card for it again. */
export async function pauseAfterRefund(tx: Transaction, rule: RuleRow): Promise<void> {
  const { organizationId, currency, paymentMethodId, status, thresholdMinor } = rule;
  const balances = await readBalances(tx, organizationId);
  const balanceMinor = balances.find((balance) => balance.currency === currency)?.amountMinor ?? 0;
  if (status !== 'active' || balanceMinor >= thresholdMinor) return;
  const reason = 'refunded';
  await setPaused(tx, organizationId, { reason, hasCard: true });
  const nothing = { paymentId: null, amountMinor: null, card: null, nextAttemptAt: null };
  await reportAttempt(tx, ['paused'], { organizationId, currency, paymentMethodId, reason, ...nothing });
}
