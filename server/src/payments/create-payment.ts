import { setTimeout as pause } from 'node:timers/promises';
import { createPayment as contract, type createPaymentForm, type Payment } from '@kazna/contract/cabinet/payments';
import type { z } from 'zod/mini';
import { announce } from '../platform/db/announce.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { findAnswer, keepAnswer, type StoredAnswer } from '../platform/idempotency/answers.ts';
import { claimKey, type Repeated } from '../platform/idempotency/claim-key.ts';
import type { Queue } from '../platform/jobs/queue.ts';
import { throttleAll } from '../platform/throttling/throttle.ts';
import { type Pauses, pauseAfter, paymentSettling } from './jobs.ts';
import { presentPayment } from './present-payment.ts';
import { ProviderRefusal, ProviderSilence } from './providers/provider.ts';
import { openPayment, type PaymentContext, settlePayment } from './settle-payment.ts';
import { findPayment, insertPayment, isOpened, type PaymentRow } from './store.ts';

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

/** Longer than any client repeats a request. */
const keepDays = 3;

const keyOf = ({ organizationId, key }: CreatePaymentRequest) => ({ scope: `payments:${organizationId}`, key });

/**
 * Stores the intent and the idempotency key in one transaction, then calls the provider outside of it. Whatever happens
 * to this process in between, the job that was stored along goes on with the same payment.
 */
export async function createPayment(context: CreatePaymentContext, request: CreatePaymentRequest): Promise<Payment> {
  const stored = await storeIntent(context, request);
  if (!stored.isNew) return answerAgain(context, request, stored);
  const { payment } = stored;
  const opened = await untilSilence(openPayment(context, payment));
  return answerFirst(context, request, opened ?? (await getPayment(context, payment.id)));
}

type Stored = { isNew: true; payment: PaymentRow } | Repeated;

function storeIntent(
  { db, queue, providers, pauses, paymentsPerHour }: CreatePaymentContext,
  request: CreatePaymentRequest,
): Promise<Stored> {
  const { organizationId, userId, form } = request;
  const { amountMinor, currency, method, description = null } = form;
  const id = uuidv7();
  return db.transaction(async (tx) => {
    const claimed = await claimKey(tx, { ...keyOf(request), body: form, reference: id, keepDays });
    if (!claimed.isNew) return claimed;
    const terms = { id, organizationId, createdBy: userId, amountMinor, currency, method, description };
    const payment = await insertPayment(tx, { ...terms, provider: providers.current.name, lifetimeSeconds });
    // Only what is new is counted: a repetition by its key is answered whatever the limit. Throws: undone as a whole.
    await throttleAll(tx, [
      { limit: { name: 'payments-person', hits: paymentsPerHour, windowSeconds: 3600 }, subject: userId },
      {
        limit: { name: 'payments-organization', hits: 3 * paymentsPerHour, windowSeconds: 3600 },
        subject: organizationId,
      },
    ]);
    announce(tx, { organizationId }, 'payments');
    const delaySeconds = pauseAfter(pauses, 0);
    await queue.enqueue(tx, paymentSettling, { paymentId: id, attempt: 0 }, { delaySeconds });
    return { isNew: true, payment };
  });
}

/** Null where the provider is silent or refuses: the payment stays pending, and the job goes on asking. */
async function untilSilence<T>(asking: Promise<T>): Promise<T | null> {
  try {
    return await asking;
  } catch (error) {
    if (!(error instanceof ProviderSilence || error instanceof ProviderRefusal)) throw error;
    return null;
  }
}

async function getPayment({ db }: PaymentContext, paymentId: string): Promise<PaymentRow> {
  return (await findPayment(db, paymentId)) as PaymentRow;
}

type Answer = StoredAnswer<Omit<Payment, 'createdBy'>>;

/** What is answered to the key from now on. The creator's name is not stored but read, as it is forgotten with them. */
async function answerFirst(
  { db }: PaymentContext,
  request: CreatePaymentRequest,
  payment: PaymentRow,
  stored: Answer | null = null,
): Promise<Payment> {
  const { createdBy, ...body } = presentPayment(payment);
  const kept = stored ?? (await keepAnswer(db, keyOf(request), { status: contract.status, body }));
  return { ...kept.body, createdBy };
}

/** The first call's answer: waited for while that call is under way, made anew if its process is gone. */
async function answerAgain(
  context: PaymentContext,
  request: CreatePaymentRequest,
  { reference: paymentId, answer }: Repeated,
): Promise<Payment> {
  let stored = answer as Answer | null;
  for (let waitedMs = 0; waitedMs < 35_000; waitedMs += 100) {
    if (stored || (await isOpened(context.db, paymentId)))
      return answerFirst(context, request, await getPayment(context, paymentId), stored);
    await pause(100);
    stored = await findAnswer(context.db, keyOf(request));
  }
  await untilSilence(settlePayment(context, paymentId, 'poll'));
  return answerFirst(context, request, await getPayment(context, paymentId));
}
