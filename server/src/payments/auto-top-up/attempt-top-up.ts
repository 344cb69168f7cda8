import { jobActors } from '../../audit/actions-store.ts';
import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { Problem } from '../../platform/http/problem.ts';
import { backoffAfter, ignoringProviderErrors, type Providers } from '../providers/provider.ts';
import { lockUsableMethod, type UsableMethod } from '../saved-methods/charge-card.ts';
import { unusableReason } from '../saved-methods/saved-card.ts';
import { findMethod } from '../saved-methods/store.ts';
import { openPayment, type PaymentContext, paymentSettling } from '../settle-payment.ts';
import { insertPayment, type PaymentRow } from '../store.ts';
import { decideNow } from './decide-top-up.ts';
import { reportAttempt } from './settle-attempt.ts';
import { beginAttempt, lockActiveOrganization, lockDueRule, type RuleRow, setPaused, setWaiting } from './store.ts';

export interface TopUpContext extends PaymentContext {
  pollBackoffSeconds: number[];
}

/** Kept whatever comes of the attempt, unless its outcome says otherwise. */
const attemptSeconds = 3600;
const lifetimeSeconds = 7 * 24 * 3600;

/**
 * Charges the saved card if the rule says so. The attempt, the payment and the job that goes on with it are stored in one
 * transaction, and the provider is called after it: whatever happens to this process, the same payment is asked for
 * again under the same key, and no other.
 */
export async function attemptTopUp(context: TopUpContext, organizationId: string): Promise<void> {
  const payment = await context.db.transaction((tx) => storeAttempt(tx, context, organizationId));
  if (payment) await ignoringProviderErrors(openPayment(context, payment, null));
}

async function storeAttempt(
  tx: Transaction,
  context: TopUpContext,
  organizationId: string,
): Promise<PaymentRow | null> {
  if (!(await lockActiveOrganization(tx, organizationId))) return null;
  const rule = await lockDueRule(tx, organizationId);
  if (!rule) return null;
  const { currency } = rule;
  const monthlyCapMinor = Math.min(rule.monthlyCapMinor, await capOf(tx, rule));
  const { decision } = await decideNow(tx, { ...rule, monthlyCapMinor });
  if (decision.kind === 'none') return null;
  const card = await lockCard(tx, rule, context.providers);
  if (!card) return null;
  if (decision.kind === 'wait') {
    const nextAttemptAt = await setWaiting(tx, organizationId, decision.reason);
    const { reason } = decision;
    await report(tx, rule, { reason, nextAttemptAt });
    return null;
  }
  await beginAttempt(tx, organizationId, attemptSeconds);
  announce(tx, { organizationId }, 'payments');
  const id = uuidv7();
  const delaySeconds = backoffAfter(context.pollBackoffSeconds, 0);
  await context.queue.enqueue(tx, paymentSettling, { paymentId: id, attempt: 0 }, { delaySeconds });
  return insertPayment(tx, {
    ...{ id, organizationId, currency, lifetimeSeconds },
    provider: card.provider,
    amountMinor: decision.amountMinor,
    createdBy: jobActors.autoTopUp,
    payerId: card.savedById,
    method: 'card',
    description: 'Автопополнение',
    savedCard: card,
    isAutomatic: true,
  });
}

/** What the saver of the card allows in the rule's currency. */
async function capOf(tx: Transaction, { paymentMethodId, currency }: RuleRow): Promise<number> {
  const card = await findMethod(tx, paymentMethodId as string);
  return card?.cap?.currency === currency ? card.cap.amountMinor : 0;
}

/** Pauses the rule where its card cannot be charged any more. */
async function lockCard(tx: Transaction, rule: RuleRow, providers: Providers): Promise<UsableMethod | null> {
  const { organizationId, paymentMethodId: id } = rule;
  try {
    return await lockUsableMethod(tx, { id: id as string, organizationId, providers });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const card = await findMethod(tx, id as string);
    const reason = (card && unusableReason(card)) ?? 'card_unusable';
    await setPaused(tx, organizationId, { reason, hasCard: true });
    await report(tx, rule, { reason, nextAttemptAt: null });
    return null;
  }
}

function report(tx: Transaction, rule: RuleRow, said: { reason: string; nextAttemptAt: string | null }): Promise<void> {
  const { organizationId, currency, paymentMethodId } = rule;
  const nothing = { paymentId: null, amountMinor: null, card: null };
  return reportAttempt(tx, ['paused'], { organizationId, currency, paymentMethodId, ...nothing, ...said });
}
