import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { createPaymentForm, Payment } from '@kazna/contract/cabinet/payments';
import type { z } from 'zod/mini';
import { announce } from '../platform/db/announce.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Queue } from '../platform/jobs/queue.ts';
import { throttle } from '../platform/throttling/throttle.ts';
import { addToTotals } from './daily-totals/store.ts';
import { type Pauses, pauseAfter, paymentSettling } from './jobs.ts';
import { presentPayment } from './present-payment.ts';
import { ProviderRefusal, ProviderSilence } from './providers/provider.ts';
import { type PaymentContext, settlePayment } from './settle-payment.ts';
import { findPayment, getKey, insertEvent, insertPayment, keepAnswer, type PaymentRow, takeKey } from './store.ts';

/** The provider's own window to pay by card or SBP. */
const lifetimeSeconds = 60 * 60;

export interface CreatePaymentContext extends PaymentContext {
  queue: Queue;
  pauses: Pauses;
  /** That one person may start; all people of one organization together three times as many. */
  paymentsPerHour: number;
}

export interface CreatePaymentRequest {
  organizationId: string;
  userId: string;
  key: string;
  form: z.output<typeof createPaymentForm>;
}

/**
 * Stores the intent and the key in one transaction, then calls the provider outside of it. Whatever happens to this
 * process in between, the job that was stored along goes on with the same payment.
 */
export async function createPayment(context: CreatePaymentContext, request: CreatePaymentRequest): Promise<Payment> {
  const bodyHash = createHash('sha256').update(JSON.stringify(request.form)).digest();
  const paymentId = await storeIntent(context, request, bodyHash);
  if (!paymentId) return answerAgain(context, request, bodyHash);
  await callProvider(context, paymentId, { isFirst: true });
  return answerFirst(context, request, paymentId);
}

/** Null when the key was taken before. */
async function storeIntent(
  { db, queue, providers, pauses, paymentsPerHour }: CreatePaymentContext,
  { organizationId, userId, key, form }: CreatePaymentRequest,
  bodyHash: Buffer,
): Promise<string | null> {
  const id = uuidv7();
  const { amountMinor, currency, method, description = null } = form;
  return db
    .transaction(async (tx) => {
      const payment = { id, organizationId, createdBy: userId, amountMinor, currency, method, description };
      await insertPayment(tx, { ...payment, provider: providers.current.name, lifetimeSeconds });
      if (!(await takeKey(tx, { organizationId, key, bodyHash, paymentId: id }))) throw new KeyTaken();
      // Only what is new is counted: a repetition by its key is answered whatever the limit. Throws: undone as a whole.
      await throttle(tx, { name: 'payments-person', hits: paymentsPerHour, windowSeconds: 3600 }, userId);
      const ofOrganization = { name: 'payments-organization', hits: 3 * paymentsPerHour, windowSeconds: 3600 };
      await throttle(tx, ofOrganization, organizationId);
      await addToTotals(tx, id, 'pending');
      announce(tx, { organizationId }, 'payments');
      await insertEvent(tx, { paymentId: id, kind: 'created', status: 'pending', source: 'user' });
      const delaySeconds = pauseAfter(pauses, 0);
      await queue.enqueue(tx, paymentSettling, { paymentId: id, attempt: 0 }, { delaySeconds });
      return id;
    })
    .catch((error) => {
      if (error instanceof KeyTaken) return null;
      throw error;
    });
}

/** Rolls the intent back. */
class KeyTaken extends Error {}

async function callProvider(
  context: PaymentContext,
  paymentId: string,
  { isFirst } = { isFirst: false },
): Promise<void> {
  try {
    await settlePayment(context, paymentId, 'poll', { isFirst });
  } catch (error) {
    // The payment stays pending, and the job goes on asking.
    if (!(error instanceof ProviderSilence || error instanceof ProviderRefusal)) throw error;
  }
}

/** What is answered to the key from now on. */
async function answerFirst(
  { db }: PaymentContext,
  { organizationId, key }: CreatePaymentRequest,
  paymentId: string,
): Promise<Payment> {
  return keepAnswer(db, organizationId, key, presentPayment((await findPayment(db, paymentId)) as PaymentRow));
}

/** The first call's answer: waited for while that call is under way, made anew if its process is gone. */
async function answerAgain(context: PaymentContext, request: CreatePaymentRequest, bodyHash: Buffer): Promise<Payment> {
  const { db } = context;
  const { organizationId, key } = request;
  for (let waitedMs = 0; waitedMs < 35_000; waitedMs += 100) {
    const { isSameBody, answer, isOpened, paymentId } = await getKey(db, organizationId, key, bodyHash);
    if (!isSameBody) throw new Problem('idempotency_conflict');
    if (answer) return answer as Payment;
    if (isOpened) return answerFirst(context, request, paymentId);
    await pause(100);
  }
  const { paymentId } = await getKey(db, organizationId, key, bodyHash);
  await callProvider(context, paymentId);
  return answerFirst(context, request, paymentId);
}
