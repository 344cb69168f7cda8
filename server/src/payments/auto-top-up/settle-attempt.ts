import type { PaymentStatus } from '@kazna/contract/cabinet/payments';
import type { Currency } from '@kazna/contract/shared/money';
import { readBalances } from '../../money/ledger/reads.ts';
import { notifyMembers } from '../../organizations/notify-members.ts';
import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { recordEvent } from '../../platform/outbox/record-event.ts';
import { findMethod, titleOf } from '../saved-methods/store.ts';
import type { PaymentRow } from '../store.ts';
import { judgeDecline } from './judge-decline.ts';
import { autoTopUpFailed, autoTopUpPaused, autoTopUpSucceeded } from './notifications.ts';
import { lockRule, type RuleRow, selectRulesOfCard, setDeclined, setPaused, setSucceeded } from './store.ts';

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

/** Pauses the rule that charges a card which is about to go. Lock order: before the card. */
export async function pauseWithoutCard(tx: Transaction, paymentMethodId: string, card: string): Promise<void> {
  for (const organizationId of await selectRulesOfCard(tx, paymentMethodId)) {
    const rule = await lockRule(tx, organizationId);
    if (rule?.paymentMethodId !== paymentMethodId) continue;
    const reason = 'card_removed';
    await setPaused(tx, organizationId, { reason, hasCard: false });
    const nothing = { paymentId: null, amountMinor: null, nextAttemptAt: null };
    const { currency } = rule;
    await reportAttempt(tx, ['paused'], { organizationId, currency, paymentMethodId, card, reason, ...nothing });
  }
}

export interface AttemptReport {
  organizationId: string;
  currency: Currency;
  paymentMethodId: string | null;
  /** Null where nothing was charged: the card is gone, or the cap is reached. */
  paymentId: string | null;
  amountMinor: number | null;
  /** «Мир ·· 4477»; null where there is none any more. */
  card: string | null;
  reason: string | null;
  nextAttemptAt: string | null;
}

type Published = 'succeeded' | 'failed' | 'paused';

const kinds = { succeeded: autoTopUpSucceeded, failed: autoTopUpFailed, paused: autoTopUpPaused };

/** Publishes each outcome, and notifies members of the last one: its letter says both what failed and that the rule is paused. */
export async function reportAttempt(tx: Transaction, outcomes: Published[], report: AttemptReport): Promise<void> {
  const { organizationId, card: _, ...data } = report;
  announce(tx, { organizationId }, 'payments');
  for (const outcome of outcomes)
    recordEvent(tx, { type: `auto_top_up.${outcome}`, organizationId, data: { ...data, organizationId } });
  const { amountMinor, currency, paymentId, card, reason, nextAttemptAt } = report;
  const details = { amountMinor, currency, paymentId, card, reason, nextAttemptAt };
  const kind = kinds[outcomes.at(-1) as Published];
  await notifyMembers(tx, kind, { organizationId, sourceId: uuidv7(), details });
}
