import type { Currency } from '@kazna/contract/shared/money';
import { jobActors } from '../../audit/actions-store.ts';
import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { nilUuid, uuidv7 } from '../../platform/db/uuid.ts';
import { Problem } from '../../platform/http/problem.ts';
import { settleWithin, startRestingLoop } from '../../platform/jobs/resting-loop.ts';
import { backoffAfter, ignoringProviderErrors, type Providers } from '../providers/provider.ts';
import { findMethod, lockUsableMethod, type UsableMethod, unusableReason } from '../saved-methods/store.ts';
import { openPayment, type PaymentContext } from '../settle-payment.ts';
import { insertPayment, type PaymentRow } from '../store.ts';
import { decideNow } from './decide-top-up.ts';
import { deleteNeed } from './needs-store.ts';
import { reportAttempt } from './settle-attempt.ts';
import {
  lockActiveOrganization,
  lockDueRule,
  postpone,
  type RuleRow,
  selectDue,
  setPaused,
  setWaiting,
} from './store.ts';

export interface TopUpContext extends PaymentContext {
  pollBackoffSeconds: number[];
  /** What the balance lacks for charges of the next days; at most zero where it suffices. */
  readMissing: (tx: Transaction, organizationId: string, currency: Currency) => Promise<number>;
}

const pageSize = 100;
/** Charges under way in one process. Each ends within the provider's timeout, and a slow one delays no other. */
const maxRunning = 20;

export interface TopUpLoop {
  /** Begins no more and waits for what is under way; what is cut off goes on by its poll. */
  stop(timeoutMs: number): Promise<void>;
}

/** Charges organizations below their threshold, each once, and waits for all of them. */
export async function topUpAllDue(context: TopUpContext): Promise<void> {
  for await (const id of listDue(context)) await attemptTopUp(context, id);
}

async function* listDue({ db }: TopUpContext): AsyncGenerator<string> {
  for (let after = nilUuid; ; ) {
    const ids = await selectDue(db, after, pageSize);
    yield* ids;
    const last = ids.at(-1);
    if (ids.length < pageSize || last === undefined) return;
    after = last;
  }
}

/** Reads the state as long as the process works: no crossing is lost with a message, and a burst of them is one. */
export function startTopUpLoop(
  context: TopUpContext & { onError: (error: Error) => void; pollMs?: number },
): TopUpLoop {
  const { onError, pollMs = 1000 } = context;
  const running = new Map<string, Promise<void>>();
  const begin = async (signal: AbortSignal) => {
    for await (const id of listDue(context)) {
      if (signal.aborted) break;
      if (running.has(id)) continue;
      const attempt = attemptTopUp(context, id)
        .catch(onError)
        .finally(() => running.delete(id));
      running.set(id, attempt);
      if (running.size >= maxRunning) await Promise.race(running.values());
    }
    return false;
  };
  const loop = startRestingLoop({ step: begin, restMs: pollMs, onError });
  return {
    stop: (timeoutMs) => settleWithin([loop.stop().then(() => Promise.all(running.values()))], timeoutMs),
  };
}

/** Kept whatever comes of the attempt, unless its outcome says otherwise. */
const attemptSeconds = 3600;
/** Until a shortage that a top-up under way would close is looked at again. */
const underWaySeconds = 60;
const lifetimeSeconds = 7 * 24 * 3600;

/**
 * Charges the saved card if the rule says so. The attempt, the payment and the poll that goes on with it are stored in one
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
  const missingMinor = await context.readMissing(tx, organizationId, currency);
  const { decision, pendingMinor } = await decideNow(tx, { ...rule, monthlyCapMinor }, missingMinor);
  if (decision.kind === 'none') {
    // The page may be left and the charge declined: the shortage ahead is looked at again.
    if (missingMinor > 0 && pendingMinor > 0) await postpone(tx, organizationId, underWaySeconds);
    else await deleteNeed(tx, organizationId);
    return null;
  }
  const card = await lockCard(tx, rule, context.providers);
  if (!card) return null;
  if (decision.kind === 'wait') {
    const nextAttemptAt = await setWaiting(tx, organizationId, decision.reason);
    const { reason } = decision;
    await report(tx, rule, { reason, nextAttemptAt });
    return null;
  }
  await postpone(tx, organizationId, attemptSeconds);
  announce(tx, { organizationId }, 'payments');
  const id = uuidv7();
  return insertPayment(tx, {
    ...{ id, organizationId, currency, lifetimeSeconds },
    pollAfterSeconds: backoffAfter(context.pollBackoffSeconds, 0),
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
  const { organizationId, paymentMethodId: id, currency } = rule;
  try {
    return await lockUsableMethod(tx, { id: id as string, organizationId, providers, currency });
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
