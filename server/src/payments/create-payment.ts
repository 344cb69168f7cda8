import { setTimeout as pause } from 'node:timers/promises';
import { createPayment as contract, type createPaymentForm, type Payment } from '@kazna/contract/cabinet/payments';
import type { z } from 'zod/mini';
import { announce } from '../platform/db/announce.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { findAnswer, keepAnswer, type StoredAnswer } from '../platform/idempotency/answers.ts';
import { type Claimed, claimKey, type Repeated } from '../platform/idempotency/claim-key.ts';
import type { Queue } from '../platform/jobs/queue.ts';
import { throttle } from '../platform/throttling/throttle.ts';
import { addToTotals } from './daily-totals/store.ts';
import { type Pauses, pauseAfter, paymentSettling } from './jobs.ts';
import { presentPayment } from './present-payment.ts';
import { ProviderRefusal, ProviderSilence } from './providers/provider.ts';
import { type PaymentContext, settlePayment } from './settle-payment.ts';
import { findPayment, insertEvent, insertPayment, isOpened, type PaymentRow } from './store.ts';

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
  const paymentId = uuidv7();
  const claimed = await storeIntent(context, request, paymentId);
  if (!claimed.isNew) return answerAgain(context, request, claimed);
  await callProvider(context, paymentId, { isFirst: true });
  return answerFirst(context, request, paymentId);
}

function storeIntent(
  { db, queue, providers, pauses, paymentsPerHour }: CreatePaymentContext,
  request: CreatePaymentRequest,
  id: string,
): Promise<Claimed> {
  const { organizationId, userId, form } = request;
  const { amountMinor, currency, method, description = null } = form;
  return db.transaction(async (tx) => {
    const claimed = await claimKey(tx, { ...keyOf(request), body: form, reference: id, keepDays });
    if (!claimed.isNew) return claimed;
    const payment = { id, organizationId, createdBy: userId, amountMinor, currency, method, description };
    await insertPayment(tx, { ...payment, provider: providers.current.name, lifetimeSeconds });
    // Only what is new is counted: a repetition by its key is answered whatever the limit. Throws: undone as a whole.
    await throttle(tx, { name: 'payments-person', hits: paymentsPerHour, windowSeconds: 3600 }, userId);
    const ofOrganization = { name: 'payments-organization', hits: 3 * paymentsPerHour, windowSeconds: 3600 };
    await throttle(tx, ofOrganization, organizationId);
    await addToTotals(tx, id, 'pending');
    announce(tx, { organizationId }, 'payments');
    await insertEvent(tx, { paymentId: id, kind: 'created', status: 'pending', source: 'user' });
    const delaySeconds = pauseAfter(pauses, 0);
    await queue.enqueue(tx, paymentSettling, { paymentId: id, attempt: 0 }, { delaySeconds });
    return claimed;
  });
}

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

type Answer = StoredAnswer<Omit<Payment, 'createdBy'>>;

/** What is answered to the key from now on. The creator's name is not stored but read, as it is forgotten with them. */
async function answerFirst(
  { db }: PaymentContext,
  request: CreatePaymentRequest,
  paymentId: string,
  stored: Answer | null = null,
): Promise<Payment> {
  const { createdBy, ...body } = presentPayment((await findPayment(db, paymentId)) as PaymentRow);
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
    if (stored || (await isOpened(context.db, paymentId))) return answerFirst(context, request, paymentId, stored);
    await pause(100);
    stored = await findAnswer(context.db, keyOf(request));
  }
  await callProvider(context, paymentId);
  return answerFirst(context, request, paymentId);
}
