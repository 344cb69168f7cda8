import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { statementCleanup, statementJobs } from './documents/bank-statements/preview-statement.ts';
import { readAttachment } from './documents/document-files.ts';
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
import { invitationJobs, invitationLetter } from './organizations/invitations/jobs.ts';
import { directory } from './organizations/reads.ts';
import { createAddressGuard } from './outward/webhooks/address-guard.ts';
import { startDeliveryLoop } from './outward/webhooks/delivery-loop.ts';
import { deliveryCleanup, webhookJobs, webhookLetter } from './outward/webhooks/jobs.ts';
import { createSend } from './outward/webhooks/send-request.ts';
import { startTopUpLoop } from './payments/auto-top-up/top-up-loop.ts';
import { callbackCleanup, paymentJobs } from './payments/jobs.ts';
import { providerNotification } from './payments/provider-callbacks/receive-callback.ts';
import { openProviders } from './payments/providers/open-provider.ts';
import type { Providers } from './payments/providers/provider.ts';
import { refundSettling } from './payments/refunds/settle-refund.ts';
import { cardBinding } from './payments/saved-methods/bind-card.ts';
import { paymentSettling } from './payments/settle-payment.ts';
import { accountEmail, emailChange } from './people/account-emails.ts';
import { accountCleanup, accountJobs } from './people/accounts/jobs.ts';
import { adminLetter } from './people/accounts/notify-admins.ts';
import type { SessionKeys } from './people/accounts/sessions/session-keys-store.ts';
import { bonusCrediting, referralJobs } from './people/referrals/jobs.ts';
import type { Database } from './platform/db/database.ts';
import { idempotencyCleanup, idempotencyJobs } from './platform/idempotency/jobs.ts';
import type { JobHandler, JobKind, Queue } from './platform/jobs/queue.ts';
import { createMailer } from './platform/mail/mailer.ts';
import { eventCleanup, outboxJobs } from './platform/outbox/jobs.ts';
import { throttleCleanup, throttleJobs } from './platform/throttling/throttle.ts';

/** Every process creates all queues, whether it runs jobs or only adds them. */
export const jobKinds: JobKind<object>[] = [
  accountEmail,
  emailChange,
  adminLetter,
  accountCleanup,
  invitationLetter,
  letterDispatch,
  organizationLetter,
  notificationFollowing,
  notificationFolding,
  notificationCleanup,
  documentLetter,
  paymentSettling,
  refundSettling,
  providerNotification,
  callbackCleanup,
  cardBinding,
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
];

export interface WorkerContext {
  config: Config;
  log: Logger;
  db: Database;
  queue: Queue;
  keys: SessionKeys;
  providers?: Providers;
}

function paymentContext({ config, db, queue, providers = openProviders(config) }: WorkerContext) {
  const { publicUrl, business, referralRules } = config;
  const { pollBackoffSeconds } = config.payments;
  return { db, queue, publicUrl, providers, receiptEmail: business.email, referralRules, pollBackoffSeconds };
}

export function buildJobs(context: WorkerContext): JobHandler[] {
  const { config, log, db, queue, keys } = context;
  const { smtpUrl, mailFrom, business, publicUrl } = config;
  const mailer = createMailer(db, { smtpUrl, from: mailFrom, senderName: business.name });
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
      readDocument: (organizationId, documentId) => readAttachment(db, organizationId, documentId),
    }),
    ...sendingJobs({ db, mailer, supportEmail: business.email }),
    ...paymentJobs(paymentContext(context)),
    ...ledgerJobs(db, (faults) => log.error({ faults }, 'the ledger does not add up')),
    ...chargeJobs(db),
    ...referralJobs(db),
    ...throttleJobs(db),
    ...idempotencyJobs(db),
    ...webhookJobs({ db, mailer }),
    ...outboxJobs(db),
    ...statementJobs(db),
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
  const deliveries = startDeliveryLoop({
    db,
    queue,
    key: keys.webhooks,
    send: createSend({ guard, connectTimeoutMs: 5000, totalTimeoutMs: 15_000 }),
    leaseSeconds: config.webhooks.leaseSeconds,
    onError: (error) => log.error({ err: error }, 'webhooks'),
  });
  return {
    stop: async (timeoutMs) => {
      await Promise.all([deliveries.stop(timeoutMs), topUps.stop(timeoutMs)]);
    },
  };
}
