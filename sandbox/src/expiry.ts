import { paymentChanges, refundChanges } from './changes.ts';
import type { Sandbox } from './context.ts';
import { expire, type Payment } from './payment.ts';
import { type Refund, succeedRefund } from './refund.ts';
import type { Change } from './state.ts';

const answerLifetimeMs = 24 * 60 * 60 * 1000;

/** Expires payments, settles due refunds and cleans up old idempotency answers. */
export function settleDueObjects(sandbox: Sandbox): void {
  for (const id of sandbox.state.openIds.payments) findPayment(sandbox, id);
  for (const id of sandbox.state.openIds.refunds) findRefund(sandbox, id);
  sandbox.state.commit(expiredAnswers(sandbox));
}

/** Expires a due payment on read, before the timer gets to it. */
export function findPayment(sandbox: Sandbox, id: string): Payment | null {
  const payment = sandbox.state.payments.get(id);
  const expired = payment && expire(payment, sandbox.now());
  if (expired) sandbox.commit(paymentChanges(sandbox, expired));
  return expired ?? payment ?? null;
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
