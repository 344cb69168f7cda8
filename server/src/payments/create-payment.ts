import { setTimeout as pause } from 'node:timers/promises';
import type { createPaymentForm } from '@kazna/contract/cabinet/create-payment-form';
import { createPayment as contract, type Payment } from '@kazna/contract/cabinet/payments';
import type { z } from 'zod/mini';
import { lockSharedWithPermission } from '../organizations/lock-shared-with-permission.ts';
import { announce } from '../platform/db/announce.ts';
import type { Transaction } from '../platform/db/database.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { answerKept, findAnswer, keepAnswer, type StoredAnswer } from '../platform/idempotency/answers.ts';
import { type Claim, claimKey, claimWithin, findRepeated, type Repeated } from '../platform/idempotency/claim-key.ts';
import type { Queue } from '../platform/jobs/queue.ts';
import { type Limit, throttleAll } from '../platform/throttling/throttle.ts';
import { type Pauses, pauseAfter, paymentSettling } from './jobs.ts';
import { presentPayment } from './present-payment.ts';
import { ProviderRefusal, ProviderSilence } from './providers/provider.ts';
import { lockUsableMethod } from './saved-methods/lock-usable-method.ts';
import { type KeepAnswer, openPayment, type PaymentContext, settlePayment } from './settle-payment.ts';
import { findPayment, insertPayment, isOpened, type PaymentRow } from './store.ts';

/** The provider's own window to pay by card or SBP. */
const lifetimeSeconds = 60 * 60;
/** A saved card is charged without a page that could expire: only the provider says what came of it. */
const savedCardLifetimeSeconds = 7 * 24 * 60 * 60;

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
  const keep: KeepAnswer = (row) => (condition) => answerKept(keyOf(request), answerOf(row), condition);
  const opened = await untilSilence(openPayment(context, payment, keep));
  return opened ? presentPayment(opened) : answerFirst(context, request, await getPayment(context, payment.id));
}

type Stored = { isNew: true; payment: PaymentRow } | Repeated;

/** Rolls back what was counted and enqueued along with a key that turned out not to be new. */
class RepeatedKey extends Error {}

async function storeIntent(context: CreatePaymentContext, request: CreatePaymentRequest): Promise<Stored> {
  const id = uuidv7();
  const claim = { ...keyOf(request), body: request.form, reference: id, keepDays };
  try {
    const payment = await context.db.transaction((tx) => storeNew(tx, context, request, claim));
    return { isNew: true, payment };
  } catch (error) {
    if (!(error instanceof RepeatedKey)) throw error;
    return findRepeated(context.db, claim);
  }
}

async function storeNew(
  tx: Transaction,
  { queue, providers, pauses, paymentsPerHour }: CreatePaymentContext,
  request: CreatePaymentRequest,
  claim: Claim,
): Promise<PaymentRow> {
  const { organizationId, userId, form } = request;
  const { amountMinor, currency, method, description = null, saveMethod = false } = form;
  const id = claim.reference;
  const provider = providers.current.name;
  const usesCards = form.paymentMethodId !== undefined || saveMethod;
  const savedCard = usesCards ? await lockCardOfNew(tx, request, claim, provider) : null;
  const terms = { id, organizationId, createdBy: userId, amountMinor, currency, method, description };
  const lasts = savedCard ? savedCardLifetimeSeconds : lifetimeSeconds;
  const stored = { ...terms, provider, savesMethod: saveMethod, savedCard, lifetimeSeconds: lasts };
  const delaySeconds = pauseAfter(pauses, 0);
  const [payment, refusal] = await tx.together(() =>
    Promise.all([
      insertPayment(tx, stored, usesCards ? undefined : claimWithin(claim)),
      throttleAll(tx, limitsOf(request, paymentsPerHour)).catch((error: Error) => error),
      queue.enqueue(tx, paymentSettling, { paymentId: id, attempt: 0 }, { delaySeconds }),
    ]),
  );
  // Only what is new is counted: a repetition by its key is answered whatever the limit.
  if (!payment) throw new RepeatedKey();
  if (refusal) throw refusal;
  announce(tx, { organizationId }, 'payments');
  return payment;
}

/** Keys are claimed before anything is locked, so a repetition is answered although the card is gone. */
async function lockCardOfNew(tx: Transaction, request: CreatePaymentRequest, claim: Claim, provider: string) {
  const claimed = await claimKey(tx, claim);
  if (!claimed.isNew) throw new RepeatedKey();
  return lockCard(tx, request, provider);
}

/** Whoever may top up by their own card may not therefore use, or add, one of the organization's. */
async function lockCard(tx: Transaction, { organizationId, userId, form }: CreatePaymentRequest, provider: string) {
  const { paymentMethodId: id, saveMethod } = form;
  if (!id && !saveMethod) return null;
  await lockSharedWithPermission(tx, organizationId, userId, 'cards.manage');
  return id ? lockUsableMethod(tx, { id, organizationId, provider }) : null;
}

function limitsOf(
  { userId, organizationId }: CreatePaymentRequest,
  perHour: number,
): { limit: Limit; subject: string }[] {
  const limit = (name: string, hits: number): Limit => ({ name, hits, windowSeconds: 3600 });
  return [
    { limit: limit('payments-person', perHour), subject: userId },
    { limit: limit('payments-organization', 3 * perHour), subject: organizationId },
  ];
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

/** The creator's name is not stored but read, as it is forgotten with them. */
function answerOf(payment: PaymentRow): Answer {
  const { createdBy: _, ...body } = presentPayment(payment);
  return { status: contract.status, body };
}

async function answerFirst(
  { db }: PaymentContext,
  request: CreatePaymentRequest,
  payment: PaymentRow,
  stored: Answer | null = null,
): Promise<Payment> {
  const kept = stored ?? (await keepAnswer(db, keyOf(request), answerOf(payment)));
  return { ...kept.body, createdBy: payment.createdBy };
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
