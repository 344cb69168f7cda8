import { settleWithin, startRestingLoop } from '../platform/jobs/resting-loop.ts';
import { sendToReview } from './change-status.ts';
import { deletePoll, leasePolls, type Poll, postponePoll, renewPolls } from './polls-store.ts';
import { backoffAfter, ignoringProviderErrors } from './providers/provider.ts';
import {
  isFinal,
  isPastProviderKeyLifetime,
  type PaymentContext,
  paymentSettling,
  settlePayment,
} from './settle-payment.ts';
import { findPayment } from './store.ts';

export interface PollContext extends PaymentContext {
  pollBackoffSeconds: number[];
}

export interface PollLoop {
  /** Begins no more and waits for what is under way; of what is cut off the lease expires. */
  stop(timeoutMs: number): Promise<void>;
}

export interface PollLoopOptions extends PollContext {
  onError: (error: Error) => void;
  restMs?: number;
  /** After so long without a renewal, at each third of it, the worker of a poll counts as dead. */
  leaseSeconds?: number;
  /** Polls under way in one process. Each ends within the provider's timeouts, and a slow one delays no other. */
  maxRunning?: number;
}

/** Polls providers about the payments that are due, for as long as the process works. */
export function startPollLoop(options: PollLoopOptions): PollLoop {
  const { db, onError, restMs = 1000, leaseSeconds = 30, maxRunning = 10 } = options;
  const running = new Map<Poll, Promise<void>>();
  const begin = (poll: Poll) => {
    const work = runPoll(options, poll)
      .catch(onError)
      .then(() => {
        const wasFull = running.size === maxRunning;
        running.delete(poll);
        if (wasFull) loop.wake();
      });
    running.set(poll, work);
  };
  const leaseDue = async () => {
    const limit = maxRunning - running.size;
    if (limit > 0) for (const poll of await leasePolls(db, { limit, leaseSeconds })) begin(poll);
    return false;
  };
  const renew = async () => {
    if (running.size > 0) await renewPolls(db, [...running.keys()], leaseSeconds);
    return false;
  };
  const loop = startRestingLoop({ step: leaseDue, restMs, onError });
  const renewing = startRestingLoop({ step: renew, restMs: (leaseSeconds * 1000) / 3, onError });
  return {
    stop: async (timeoutMs) => {
      await loop.stop();
      await settleWithin(running.values(), timeoutMs);
      await renewing.stop();
    },
  };
}

/** A poll that fails by an error of ours goes on as a job: retries, staff's list of failed ones and their button are there. */
async function runPoll(context: PollLoopOptions, poll: Poll): Promise<void> {
  const { db, queue, onError } = context;
  try {
    const delaySeconds = await pollPayment(context, poll);
    if (delaySeconds === null) await deletePoll(db, poll);
    else await postponePoll(db, poll, delaySeconds);
  } catch (error) {
    onError(error as Error);
    await db.transaction(async (tx) => {
      if (await deletePoll(tx, poll)) await queue.enqueue(tx, paymentSettling, poll);
    });
  }
}

/**
 * Polls until the outcome is known, then a few times more for a success that comes late. Returns in how many seconds to
 * poll again; null once no report can change the payment.
 */
export async function pollPayment(context: PollContext, { paymentId, attempt }: Poll): Promise<number | null> {
  const { db } = context;
  await ignoringProviderErrors(settlePayment(context, paymentId, 'poll'));
  const payment = await findPayment(db, paymentId);
  if (!payment || isFinal(payment)) return null;
  // The provider's list shows a charge that was revoked, whatever its age.
  if (isPastProviderKeyLifetime(context, payment) && !payment.isRevoked) {
    await db.transaction((tx) => sendToReview(tx, paymentId, 'outcome_unknown'));
    return null;
  }
  return backoffAfter(context.pollBackoffSeconds, attempt);
}
