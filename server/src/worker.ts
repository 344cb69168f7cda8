import { receiveMaxUpdate } from '@kazna/contract/cabinet/max';
import { businessZone } from '@kazna/contract/shared/business-time';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { sandboxMaxToken } from './config/max.ts';
import { budgetJobs, budgetWatching } from './dashboard/budgets.ts';
import {
  accountantJobs,
  accountantMonth,
  accountantMonths,
  accountantQuestion,
} from './documents/accountant/send-month.ts';
import { statementCleanup, statementJobs } from './documents/bank-statements/preview-statement.ts';
import { letterBrand, openBrand } from './documents/business/brand.ts';
import { receiptVat } from './documents/business/receipt-vat.ts';
import { readAttachment } from './documents/document-files.ts';
import { invoiceJobs, linkPaymentCounting } from './documents/invoices/count-link-payments.ts';
import { monthlyDocumentJobs, monthlyDocuments } from './documents/monthly/make-monthly-documents.ts';
import { documentLetter, sendingJobs } from './documents/send-document.ts';
import { chargeJobs, holdExpiry } from './money/charges/holds/expire-holds.ts';
import { ledgerChecking, ledgerJobs, recentChargesRefresh } from './money/ledger/jobs.ts';
import { readBalances } from './money/ledger/reads.ts';
import { notificationKinds } from './notification-kinds.ts';
import {
  letterDispatch,
  notificationCleanup,
  notificationFolding,
  notificationFollowing,
  notificationJobs,
  organizationLetter,
} from './notifications/jobs.ts';
import { maxFollowing, maxMessage } from './notifications/max/jobs.ts';
import { type MaxContext, maxReply } from './notifications/max/link-chat.ts';
import { createMaxBot } from './notifications/max/max-bot.ts';
import type { LetterContext } from './notifications/send-letter.ts';
import { invitationJobs, invitationLetter } from './organizations/invitations/jobs.ts';
import { directory } from './organizations/reads.ts';
import { createAddressGuard } from './outward/webhooks/address-guard.ts';
import { startDeliveryLoop } from './outward/webhooks/delivery-loop.ts';
import { deliveryCleanup, webhookJobs, webhookLetter } from './outward/webhooks/jobs.ts';
import { createSend } from './outward/webhooks/send-request.ts';
import type { TopUpContext } from './payments/auto-top-up/attempt-top-up.ts';
import { startTopUpLoop } from './payments/auto-top-up/attempt-top-up.ts';
import { callbackCleanup, paymentJobs } from './payments/jobs.ts';
import { startPollLoop } from './payments/poll-payments.ts';
import { providerNotification } from './payments/provider-callbacks/receive-callback.ts';
import { startCallCounts } from './payments/providers/calls-store.ts';
import { openProviders, ownUrl, sandboxPrefix } from './payments/providers/open-provider.ts';
import type { Providers } from './payments/providers/provider.ts';
import { providerJobs, providerLetter, providerWatching } from './payments/providers/report-silence.ts';
import { receiptJobs, receiptKeeping } from './payments/receipts/jobs.ts';
import { receiptLetter, receiptLetterJobs } from './payments/receipts/send-again.ts';
import { refundSettling } from './payments/refunds/settle-refund.ts';
import { cardBinding } from './payments/saved-methods/bind-card.ts';
import { cardRemoval } from './payments/saved-methods/remove-at-provider.ts';
import { paymentSettling } from './payments/settle-payment.ts';
import { accountEmail, emailChange } from './people/account-emails.ts';
import { accountCleanup, accountJobs } from './people/accounts/jobs.ts';
import { adminLetter } from './people/accounts/notify-admins.ts';
import type { SessionKeys } from './people/accounts/sessions/session-keys-store.ts';
import { bonusCrediting, referralJobs } from './people/referrals/jobs.ts';
import type { Database } from './platform/db/database.ts';
import { openFileFolder } from './platform/files/file-folder.ts';
import { idempotencyCleanup, idempotencyJobs } from './platform/idempotency/jobs.ts';
import type { JobHandler, JobKind, Queue } from './platform/jobs/queue.ts';
import { createMailer } from './platform/mail/mailer.ts';
import { eventCleanup, outboxJobs } from './platform/outbox/jobs.ts';
import { throttleCleanup, throttleJobs } from './platform/throttling/throttle.ts';
import { revenueCounting, revenueJobs } from './revenue/roll-up.ts';
import { startEngineLoop } from './services/subscriptions/engine-loop.ts';
import { readMissing } from './services/subscriptions/missing-money.ts';
import type { EngineContext } from './services/subscriptions/wait-for-money.ts';
import { usageJobs, usagePartitions, usageWarnings } from './services/usage/jobs.ts';
import { answerAddress } from './support/inbox/answer-address.ts';
import { answerLine } from './support/inbox/cut-quote.ts';
import { requestInbox } from './support/inbox/read-inbox.ts';
import { requestClosing, requestFileCleanup, supportJobs } from './support/jobs.ts';
import { requestLetter } from './support/staff-letter.ts';

/** Every process creates all queues, whether it runs jobs or only adds them. */
export const jobKinds: JobKind<object>[] = [
  accountEmail,
  emailChange,
  adminLetter,
  accountCleanup,
  invitationLetter,
  letterDispatch,
  organizationLetter,
  maxMessage,
  maxReply,
  maxFollowing,
  notificationFollowing,
  notificationFolding,
  notificationCleanup,
  documentLetter,
  accountantQuestion,
  accountantMonth,
  accountantMonths,
  paymentSettling,
  refundSettling,
  providerNotification,
  callbackCleanup,
  cardBinding,
  cardRemoval,
  receiptKeeping,
  receiptLetter,
  providerWatching,
  providerLetter,
  ledgerChecking,
  recentChargesRefresh,
  holdExpiry,
  bonusCrediting,
  throttleCleanup,
  idempotencyCleanup,
  eventCleanup,
  webhookLetter,
  deliveryCleanup,
  monthlyDocuments,
  statementCleanup,
  usagePartitions,
  usageWarnings,
  linkPaymentCounting,
  budgetWatching,
  revenueCounting,
  requestLetter,
  requestClosing,
  requestFileCleanup,
  requestInbox,
];

export interface WorkerContext {
  config: Config;
  log: Logger;
  db: Database;
  queue: Queue;
  keys: SessionKeys;
  providers?: Providers;
}

export function paymentContext(context: WorkerContext): TopUpContext {
  const { config, db, queue, providers = openProviders(config) } = context;
  const { publicUrl, business, referralRules } = config;
  const { pollBackoffSeconds, hasReceipts, vatCode } = config.payments;
  return {
    ...{ db, queue, publicUrl, providers, receiptEmail: business.email, referralRules, pollBackoffSeconds },
    ...{ hasReceipts, readVatCode: receiptVat(vatCode) },
    readMissing,
  };
}

function receiptContext(context: WorkerContext) {
  const { config, db, providers = openProviders(config) } = context;
  const readVatCode = receiptVat(config.payments.vatCode);
  return { db, providers, readVatCode, receiptEmail: config.business.email };
}

/** Null without a bot. The sandbox plays the messenger where it is mounted and the token asks for it. */
export function maxContext({ config, db, queue, keys }: Omit<WorkerContext, 'log' | 'providers'>): MaxContext | null {
  const { max, publicUrl, business } = config;
  if (!max) return null;
  const sandbox = max.token === sandboxMaxToken ? sandboxPrefix(config) : undefined;
  const place = sandbox && { apiUrl: `${ownUrl(config)}${sandbox}/max`, linkUrl: `${publicUrl}${sandbox}/max` };
  return {
    ...{ db, queue, businessName: business.name },
    bot: createMaxBot({ ...max, ...place }),
    updates: {
      url: `${sandbox === undefined ? publicUrl : ownUrl(config)}${receiveMaxUpdate.path}`,
      secret: keys.maxUpdates.toString('hex'),
    },
    reportLink: (tx, person) => queue.enqueue(tx, accountEmail, { kind: 'max_linked', ...person }),
  };
}

export function engineContext({ db, log }: Pick<WorkerContext, 'db' | 'log'>): EngineContext {
  return {
    db,
    zone: businessZone,
    onBurst: (bursts) =>
      log.warn(
        { subscriptions: bursts.map(({ row: { id }, periods }) => ({ id, periods })) },
        'subscriptions are charged for several periods at once',
      ),
  };
}

/** Undefined without a mailbox to answer to. */
function answerTo({ inbox }: Config, { requestAnswers }: SessionKeys): LetterContext['answerTo'] {
  if (!inbox) return undefined;
  return ({ id: requestId, number }, userId) => ({
    to: answerAddress(requestAnswers, inbox.address, { requestId, number, userId }),
    line: answerLine,
  });
}

export function buildJobs(context: WorkerContext): JobHandler[] {
  const { config, log, db, queue, keys } = context;
  const { smtpUrl, mailFrom, business, publicUrl } = config;
  const brandNow = openBrand(db);
  const readBrand = async () => letterBrand(await brandNow());
  const mailer = createMailer(db, { smtpUrl, from: mailFrom, senderName: business.name, readBrand });
  return [
    ...accountJobs({ db, mailer, publicUrl, supportEmail: business.email }),
    ...invitationJobs({ db, mailer, publicUrl }),
    ...notificationJobs({
      db,
      queue,
      mailer,
      publicUrl,
      supportEmail: business.email,
      unsubscribeKey: keys.unsubscribe,
      kinds: notificationKinds,
      directory,
      readBalances,
      max: maxContext(context),
      readDocument: (organizationId, documentId) => readAttachment(db, organizationId, documentId),
      answerTo: answerTo(config, keys),
    }),
    ...sendingJobs({ db, mailer, supportEmail: business.email }),
    ...accountantJobs({ db, queue, mailer, publicUrl, supportEmail: business.email, linkKey: keys.unsubscribe }),
    ...paymentJobs(paymentContext(context)),
    ...receiptLetterJobs({ db, mailer }),
    ...providerJobs({ db, queue, mailer, publicUrl, providers: context.providers ?? openProviders(config) }),
    ...receiptJobs({ ...receiptContext(context), onError: (error) => log.error({ err: error }, 'receipts') }),
    ...ledgerJobs(db, (faults) => log.error({ faults }, 'the ledger does not add up')),
    ...chargeJobs(db),
    ...referralJobs(db),
    ...throttleJobs(db),
    ...idempotencyJobs(db),
    ...webhookJobs({ db, mailer }),
    ...outboxJobs(db),
    ...statementJobs(db),
    ...usageJobs(db, businessZone),
    ...invoiceJobs(db),
    ...budgetJobs(db),
    ...revenueJobs(db),
    ...supportJobs({
      ...{ db, queue, mailer, publicUrl, log, supportEmail: business.email, folder: openFileFolder(config.filesDir) },
      ...{ inbox: config.inbox, inboxAddress: config.inbox?.address ?? '', mailFrom, answerKey: keys.requestAnswers },
    }),
    ...monthlyDocumentJobs(db, (error) => log.error({ err: error }, 'closing documents')),
  ];
}

/** What works besides the jobs, which are stopped by the queue. */
export interface Worker {
  stop(timeoutMs: number): Promise<void>;
}

export async function startWorker(context: WorkerContext): Promise<Worker> {
  const { config, log, db, queue, keys } = context;
  await queue.work(buildJobs(context));
  const guard = createAddressGuard(config.webhooks.allowedNetworks);
  const topUps = startTopUpLoop({
    ...paymentContext(context),
    onError: (error) => log.error({ err: error }, 'automatic top-ups'),
  });
  const polls = startPollLoop({
    ...paymentContext(context),
    onError: (error) => log.error({ err: error }, 'polls of payments'),
  });
  const deliveries = startDeliveryLoop({
    db,
    queue,
    key: keys.webhooks,
    send: createSend({ guard, connectTimeoutMs: 5000, totalTimeoutMs: 15_000 }),
    leaseSeconds: config.webhooks.leaseSeconds,
    onError: (error) => log.error({ err: error }, 'webhooks'),
  });
  const subscriptions = startEngineLoop({
    ...engineContext(context),
    onError: (error) => log.error({ err: error }, 'subscriptions'),
  });
  const callCounts = startCallCounts(db, (error) => log.warn({ err: error }, 'calls of providers were not counted'));
  return {
    stop: async (timeoutMs) => {
      await callCounts.stop();
      const loops = [deliveries, topUps, polls, subscriptions];
      await Promise.all(loops.map((loop) => loop.stop(timeoutMs)));
    },
  };
}
