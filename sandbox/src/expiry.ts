import { methodChanges, paymentChanges, refundChanges } from './changes.ts';
import type { Sandbox } from './context.ts';
import { settleBySavedCard } from './pay-by-saved-card.ts';
import { expire, type Payment } from './payment.ts';
import { type Refund, succeedRefund } from './refund.ts';
import { findSandboxReceipt } from './register-receipts.ts';
import { giveUp, type SavedMethod } from './saved-method.ts';
import type { Change } from './state.ts';

const answerLifetimeMs = 24 * 60 * 60 * 1000;

export function settleDueObjects(sandbox: Sandbox): void {
  for (const id of sandbox.state.openIds.payments) findPayment(sandbox, id);
  for (const id of sandbox.state.openIds.refunds) findRefund(sandbox, id);
  for (const id of sandbox.state.openIds.receipts) findSandboxReceipt(sandbox, id);
  sandbox.state.commit(expiredAnswers(sandbox));
}

/** Settles or expires a due payment on read, before the timer gets to it. */
export function findPayment(sandbox: Sandbox, id: string): Payment | null {
  const payment = sandbox.state.payments.get(id);
  const settled = payment && (settleSaved(sandbox, payment) ?? expire(payment, sandbox.now()));
  if (settled) sandbox.commit(paymentChanges(sandbox, settled));
  return settled ?? payment ?? null;
}

/** Returns null if the payment does not wait for its saved card, or not long enough. */
function settleSaved(sandbox: Sandbox, payment: Payment): Payment | null {
  const { status, settlesAt, savedMethodId = '' } = payment;
  const method = sandbox.state.methods.get(savedMethodId);
  const isDue = status === 'pending' && settlesAt !== undefined && settlesAt <= sandbox.now();
  return isDue && method ? settleBySavedCard(sandbox, payment, method) : null;
}

export function findRefund(sandbox: Sandbox, id: string): Refund | null {
  const refund = sandbox.state.refunds.get(id);
  if (!refund) return null;
  const payment = sandbox.state.payments.get(refund.paymentId);
  const isDue = refund.succeedsAt !== undefined && refund.succeedsAt <= sandbox.now();
  if (!payment || !isDue || refund.status !== 'pending') return refund;
  const settled = succeedRefund({ payment, refund });
  sandbox.commit(refundChanges(sandbox, settled));
  return settled.refund;
}

/** Gives up an unfinished binding, on read. */
export function findMethod(sandbox: Sandbox, id: string): SavedMethod | null {
  const method = sandbox.state.methods.get(id);
  if (method?.status !== 'pending' || sandbox.now() < method.expiresAt) return method ?? null;
  const ended = giveUp(method);
  sandbox.commit(methodChanges(sandbox, ended));
  return ended;
}

export function isAnswerFresh(answeredAt: number, now: number): boolean {
  return now - answeredAt < answerLifetimeMs;
}

/** The map is ordered by time, so the first fresh answer ends the scan. */
function expiredAnswers(sandbox: Sandbox): Change[] {
  const changes: Change[] = [];
  for (const [id, answer] of sandbox.state.answers) {
    if (isAnswerFresh(answer.answeredAt, sandbox.now())) break;
    changes.push({ table: 'answers', id, value: null });
  }
  return changes;
}
