import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { closingDocumentJobs, documentClosing } from './documents/closing/jobs.ts';
import { readDocumentFile } from './documents/sending/document.ts';
import { documentLetter, sendingJobs } from './documents/sending/jobs.ts';
import { chargeJobs, holdExpiry } from './money/charges/jobs.ts';
import { ledgerChecking, ledgerJobs, recentChargesRefresh } from './money/ledger/jobs.ts';
import { invitationJobs, invitationLetter } from './organizations/invitations/jobs.ts';
import { letterDispatch, organizationLetter, organizationLetterJobs } from './organizations/letters/jobs.ts';
import { notificationCleanup, notificationFolding, notificationJobs } from './organizations/notifications/jobs.ts';
import { type DeliveryLoop, startDeliveryLoop } from './outward/webhooks/delivering/delivery-loop.ts';
import { deliveryCleanup, webhookJobs } from './outward/webhooks/jobs.ts';
import { webhookLetter } from './outward/webhooks/notify-staff.ts';
import { createAddressGuard } from './outward/webhooks/sending/address-guard.ts';
import { createSend } from './outward/webhooks/sending/send-request.ts';
import { paymentJobs, paymentSettling, paymentTidying, providerNotification, refundSettling } from './payments/jobs.ts';
import { openProviders } from './payments/providers/open-provider.ts';
import { cardBinding } from './payments/saved-methods/bind-card.ts';
import { accountCleanup, accountEmail, accountJobs, emailChange } from './people/accounts/jobs.ts';
import type { SessionKeys } from './people/accounts/sessions/session-keys.ts';
import { bonusCrediting, referralJobs } from './people/referrals/jobs.ts';
import type { Database } from './platform/db/database.ts';
import { idempotencyCleanup, idempotencyJobs } from './platform/idempotency/jobs.ts';
import type { JobHandler, JobKind, Queue } from './platform/jobs/queue.ts';
import { createMailer } from './platform/mail/mailer.ts';
import { eventCleanup, outboxJobs } from './platform/outbox/jobs.ts';
import { throttleCleanup, throttleJobs } from './platform/throttling/jobs.ts';

/** Every process creates all queues, whether it runs jobs or only adds them. */
export const jobKinds: JobKind<object>[] = [
  accountEmail,
  emailChange,
  accountCleanup,
  invitationLetter,
  letterDispatch,
  organizationLetter,
  notificationFolding,
  notificationCleanup,
  documentLetter,
  paymentSettling,
  refundSettling,
  providerNotification,
  paymentTidying,
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
  documentClosing,
];

export interface WorkerContext {
  config: Config;
  log: Logger;
  db: Database;
  queue: Queue;
}

export function buildJobs({ config, log, db, queue }: WorkerContext): JobHandler[] {
  const { smtpUrl, mailFrom, business, publicUrl } = config;
  const mailer = createMailer(db, { smtpUrl, from: mailFrom, senderName: business.name });
  return [
    ...accountJobs({ db, mailer, publicUrl, supportEmail: business.email }),
    ...invitationJobs({ db, mailer, publicUrl }),
    ...organizationLetterJobs({
      db,
      queue,
      mailer,
      publicUrl,
      supportEmail: business.email,
      readDocument: (organizationId, documentId) => readDocumentFile(db, organizationId, documentId),
    }),
    ...sendingJobs({ db, mailer, supportEmail: business.email }),
    ...notificationJobs(db),
    ...paymentJobs({
      db,
      queue,
      publicUrl,
      providers: openProviders(config),
      receiptEmail: business.email,
      referralRules: config.referralRules,
      pauses: config.payments.pauses,
    }),
    ...ledgerJobs(db, (faults) => log.error({ faults }, 'the ledger does not add up')),
    ...chargeJobs(db),
    ...referralJobs(db),
    ...throttleJobs(db),
    ...idempotencyJobs(db),
    ...webhookJobs({ db, mailer }),
    ...outboxJobs(db),
    ...closingDocumentJobs(db, (error) => log.error({ err: error }, 'closing documents')),
  ];
}

/** Runs jobs and sends webhooks; jobs are stopped by the queue. */
export async function startWorker(context: WorkerContext & { keys: SessionKeys }): Promise<DeliveryLoop> {
  const { config, log, db, queue, keys } = context;
  await queue.work(buildJobs(context));
  const guard = createAddressGuard(config.webhooks.allowedNetworks);
  return startDeliveryLoop({
    db,
    queue,
    key: keys.webhooks,
    send: createSend({ guard, connectTimeoutMs: 5000, totalTimeoutMs: 15_000 }),
    leaseSeconds: config.webhooks.leaseSeconds,
    onError: (error) => log.error({ err: error }, 'webhooks'),
  });
}
