import { setTimeout as sleep } from 'node:timers/promises';
import type { createPaymentForm } from '@kazna/contract/cabinet/create-payment-form';
import { createPayment as contract, type Payment } from '@kazna/contract/cabinet/payments';
import { businessDay } from '@kazna/contract/shared/business-time';
import type { SubscribeForm } from '@kazna/contract/shared/subscribe-form';
import type { z } from 'zod/mini';
import { lockSharedWithPermission } from '../organizations/locks.ts';
import { announce } from '../platform/db/announce.ts';
import type { Transaction } from '../platform/db/database.ts';
import { isUnmet, repeatUnknown } from '../platform/db/errors.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { Problem } from '../platform/http/problem.ts';
import { findAnswer, keepAnswer, type StoredAnswer } from '../platform/idempotency/answers.ts';
import {
  type Claim,
  claimKey,
  claimWithin,
  findRepeated,
  findUsed,
  type Repeated,
} from '../platform/idempotency/claim-key.ts';
import { type Limit, throttleAll, throttleAtCommit } from '../platform/throttling/throttle.ts';
import { presentPayment } from './present-payment.ts';
import { chooseProvider } from './providers/choices-store.ts';
import { backoffAfter, ignoringProviderErrors, type PaymentProvider, type Providers } from './providers/provider.ts';
import { askSaver } from './saved-methods/charge-card.ts';
import { lockUsableMethod, type UsableMethod } from './saved-methods/store.ts';
import { type AnswerTo, openPayment, type PaymentContext, settlePayment } from './settle-payment.ts';
import { findPayment, insertPayment, isOpened, type NewPayment, type PaymentRow } from './store.ts';

/** A saved card is charged without a page that could expire: only the provider says what came of it. */
const savedCardLifetimeSeconds = 7 * 24 * 60 * 60;

export interface CreatePaymentContext extends PaymentContext {
  pollBackoffSeconds: number[];
  /** That one person may start; all people of one organization together three times as many. */
  paymentsPerHour: number;
  /** Stores what the payment is made for, besides the balance. */
  storeSubscribing: (tx: Transaction, intent: Subscribing) => Promise<void>;
}

export interface Subscribing {
  paymentId: string;
  organizationId: string;
  userId: string;
  subscribe: SubscribeForm;
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
 * to this process in between, the poll that was stored along goes on with the same payment.
 */
export async function createPayment(context: CreatePaymentContext, request: CreatePaymentRequest): Promise<Payment> {
  const stored = await storeIntent(context, request).catch(async (error) => {
    if (error instanceof Problem && error.code === 'card_of_another') await askSaver(context, request);
    throw error;
  });
  if (!stored.isNew) return answerAgain(context, request, stored);
  const { payment, vatCode } = stored;
  const answerTo: AnswerTo = (row) => ({ ...keyOf(request), ...answerOf(row) });
  const opened = await ignoringProviderErrors(openPayment(context, payment, answerTo, vatCode));
  return opened ? presentPayment(opened) : answerFirst(context, request, await getPayment(context, payment.id));
}

interface StoredIntent {
  payment: PaymentRow;
  /** Undefined where the provider's configured one holds, or it is still to be read. */
  vatCode?: number | undefined;
}

type Stored = ({ isNew: true } & StoredIntent) | Repeated;

class RepeatedKey extends Error {}

function storeIntent(context: CreatePaymentContext, request: CreatePaymentRequest): Promise<Stored> {
  const claim = { ...keyOf(request), body: request.form, reference: uuidv7(), keepDays };
  return repeatUnknown(async () => {
    try {
      return { isNew: true, ...(await storeNew(context, request, claim)) };
    } catch (error) {
      if (!(error instanceof RepeatedKey)) throw error;
      const repeated = await findRepeated(context.db, claim);
      // The attempt before, whose connection broke, has stored it.
      const isOurs = repeated.reference === claim.reference;
      return isOurs ? { isNew: true, payment: await getPayment(context, claim.reference) } : repeated;
    }
  });
}

/** In one packet with the commit. Where that is refused, one statement after another finds the reason. */
async function storeNew(
  context: CreatePaymentContext,
  request: CreatePaymentRequest,
  claim: Claim,
): Promise<StoredIntent> {
  const { db } = context;
  const { paymentMethodId, saveMethod, subscribe } = request.form;
  const provider = await chooseProvider(db, context.providers, request.form);
  const stepwise = async () => ({
    payment: await db.transaction((tx) => storeStepwise(tx, context, request, claim, provider)),
  });
  if (paymentMethodId || saveMethod || subscribe) return stepwise();
  try {
    return await db.transaction((tx) => storeAtOnce(tx, context, request, claim, provider));
  } catch (error) {
    if (!isUnmet(error)) throw error;
    if (await findUsed(db, claim)) throw new RepeatedKey();
    return stepwise();
  }
}

async function storeAtOnce(
  tx: Transaction,
  context: CreatePaymentContext,
  request: CreatePaymentRequest,
  claim: Claim,
  provider: PaymentProvider,
): Promise<StoredIntent> {
  announce(tx, { organizationId: request.organizationId }, 'payments');
  const [vatCode, payment] = await tx.commitTogether(() =>
    Promise.all([
      // First, as the payment locks its organization's others.
      context.readVatCode?.(tx, businessDay(new Date()), 'advance'),
      insertPayment(tx, intentOf(context, provider, request, claim.reference, null), claimWithin(claim)),
      throttleAtCommit(tx, limitsOf(request, context.paymentsPerHour)),
    ]),
  );
  return { payment, vatCode };
}

async function storeStepwise(
  tx: Transaction,
  context: CreatePaymentContext,
  request: CreatePaymentRequest,
  claim: Claim,
  provider: PaymentProvider,
): Promise<PaymentRow> {
  // Before anything is locked, so a repetition is answered although the card is gone.
  const claimed = await claimKey(tx, claim);
  if (!claimed.isNew) throw new RepeatedKey();
  const savedCard = await lockCard(tx, request, context.providers);
  const payment = await insertPayment(tx, intentOf(context, provider, request, claim.reference, savedCard));
  const { organizationId, userId, form } = request;
  if (form.subscribe)
    await context.storeSubscribing(tx, { paymentId: payment.id, organizationId, userId, subscribe: form.subscribe });
  // Only what is new is counted: a repetition by its key is answered whatever the limit.
  await throttleAll(tx, limitsOf(request, context.paymentsPerHour));
  announce(tx, { organizationId: request.organizationId }, 'payments');
  return payment;
}

function intentOf(
  { pollBackoffSeconds }: CreatePaymentContext,
  provider: PaymentProvider,
  { organizationId, userId, form }: CreatePaymentRequest,
  id: string,
  savedCard: UsableMethod | null,
): NewPayment {
  const { amountMinor, currency, method, description = null, saveMethod: savesMethod = false } = form;
  const pollAfterSeconds = backoffAfter(pollBackoffSeconds, 0);
  const terms = { id, organizationId, createdBy: userId, amountMinor, currency, method, description, pollAfterSeconds };
  if (savedCard) {
    const { provider: name } = savedCard;
    return { ...terms, provider: name, savesMethod, savedCard, lifetimeSeconds: savedCardLifetimeSeconds };
  }
  const { name, pageLifetimeSeconds: lifetimeSeconds } = provider;
  return { ...terms, provider: name, savesMethod, savedCard, lifetimeSeconds };
}

/** The right to top up by one's own card is not the right to use, or add, one of the organization's. */
async function lockCard(tx: Transaction, { organizationId, userId, form }: CreatePaymentRequest, providers: Providers) {
  const { paymentMethodId: id, saveMethod } = form;
  if (!id && !saveMethod) return null;
  await lockSharedWithPermission(tx, organizationId, userId, 'cards.manage');
  if (!id) return null;
  const card = await lockUsableMethod(tx, { id, organizationId, providers, currency: form.currency });
  if (card.savedById !== userId) throw new Problem('card_of_another');
  return card;
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

async function getPayment({ db }: PaymentContext, paymentId: string): Promise<PaymentRow> {
  return (await findPayment(db, paymentId)) as PaymentRow;
}

type Answer = StoredAnswer<Omit<Payment, 'createdBy'>>;

/** The creator's name is not stored but read, as it is deleted with them. */
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
    await sleep(100);
    stored = await findAnswer(context.db, keyOf(request));
  }
  await ignoringProviderErrors(settlePayment(context, paymentId, 'poll'));
  return answerFirst(context, request, await getPayment(context, paymentId));
}
