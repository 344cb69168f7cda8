import type { PaymentStatus } from '@kazna/contract/cabinet/payments';
import type { Transaction } from '../../platform/db/database.ts';
import { titleOf } from '../saved-methods/saved-card.ts';
import { findMethod } from '../saved-methods/store.ts';
import type { PaymentRow } from '../store.ts';
import { judgeDecline } from './judge-decline.ts';
import { type AttemptReport, reportAttempt } from './report-attempt.ts';
import { lockRule, type RuleRow, setDeclined, setPaused, setSucceeded } from './store.ts';

/** Long enough that the rule sees the balance it has just raised, charges of the same moment included. */
const cooldownSeconds = 60;

interface Outcome {
  status: PaymentStatus;
  reason: string | null;
  amountMinor: number;
}

/** Brings the rule in line with what came of its charge. Lock order: after the payment, before totals and the ledger. */
export async function settleAttempt(tx: Transaction, payment: PaymentRow, outcome: Outcome): Promise<void> {
  const { organizationId, currency, paymentMethodId, id: paymentId } = payment;
  const rule = await lockRule(tx, organizationId);
  const { status, reason, amountMinor } = outcome;
  const method = paymentMethodId && (await findMethod(tx, paymentMethodId));
  const card = method ? titleOf(method) : null;
  const report = { organizationId, currency, paymentMethodId, paymentId, amountMinor, card, reason };
  if (status === 'succeeded') {
    if (rule) await setSucceeded(tx, organizationId, cooldownSeconds);
    return reportAttempt(tx, ['succeeded'], { ...report, reason: null, nextAttemptAt: null });
  }
  // With another card by now, or switched off: the decline is not the rule's any more.
  const isRules = rule?.status === 'active' && rule.paymentMethodId === paymentMethodId;
  if (status === 'review') {
    if (rule && isRules) await setPaused(tx, organizationId, { reason: 'outcome_unknown', hasCard: true });
    return reportAttempt(tx, ['paused'], { ...report, reason: 'outcome_unknown', nextAttemptAt: null });
  }
  if (!rule || !isRules) return reportAttempt(tx, ['failed'], { ...report, nextAttemptAt: null });
  await settleDecline(tx, rule, report);
}

async function settleDecline(tx: Transaction, rule: RuleRow, report: Omit<AttemptReport, 'nextAttemptAt'>) {
  const { organizationId, declines } = rule;
  const { reason } = report;
  const decision = judgeDecline(reason, declines + 1);
  if (decision.kind === 'pause') {
    await setPaused(tx, organizationId, { reason, hasCard: true });
    return reportAttempt(tx, ['failed', 'paused'], { ...report, nextAttemptAt: null });
  }
  const nextAttemptAt = await setDeclined(tx, organizationId, { reason, afterSeconds: decision.afterSeconds });
  return reportAttempt(tx, ['failed'], { ...report, nextAttemptAt });
}
