import { paymentChanges, refundChanges } from './changes.ts';
import type { Sandbox } from './context.ts';
import { expire, type Payment } from './payment.ts';
import { type Refund, succeedRefund } from './refund.ts';
import type { Change } from './state.ts';

const answerLifetimeMs = 24 * 60 * 60 * 1000;

/** Whatever the clock alone decides. */
export function settleDueObjects(sandbox: Sandbox): void {
  for (const id of sandbox.state.openIds.payments) findPayment(sandbox, id);
  for (const id of sandbox.state.openIds.refunds) findRefund(sandbox, id);
  sandbox.state.commit(expiredAnswers(sandbox));
}

/** As it is now: a payment whose time is up is seen canceled, even before the timer gets to it. */
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

/** Kept in the order of their time, so the first fresh one ends the walk. */
function expiredAnswers(sandbox: Sandbox): Change[] {
  const changes: Change[] = [];
  for (const [id, answer] of sandbox.state.answers) {
    if (isAnswerFresh(answer.answeredAt, sandbox.now())) break;
    changes.push({ table: 'answers', id, value: null });
  }
  return changes;
}
