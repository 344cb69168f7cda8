import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { chargeJobs, holdExpiry } from './money/charges/jobs.ts';
import { ledgerChecking, ledgerJobs } from './money/ledger/jobs.ts';
import { invitationJobs, invitationLetter } from './organizations/invitations/jobs.ts';
import {
  letterCleanup,
  letterDispatch,
  organizationLetter,
  organizationLetterJobs,
} from './organizations/letters/jobs.ts';
import { paymentJobs, paymentSettling, paymentTidying, providerNotification, refundSettling } from './payments/jobs.ts';
import { openProviders } from './payments/providers/open-provider.ts';
import { accountCleanup, accountEmail, accountJobs, emailChange } from './people/accounts/jobs.ts';
import { bonusCrediting, referralJobs } from './people/referrals/jobs.ts';
import type { Database } from './platform/db/database.ts';
import { idempotencyCleanup, idempotencyJobs } from './platform/idempotency/jobs.ts';
import type { JobHandler, JobKind, Queue } from './platform/jobs/queue.ts';
import { createMailer } from './platform/mail/mailer.ts';
import { throttleCleanup, throttleJobs } from './platform/throttling/jobs.ts';

/** Every process creates all queues, whether it runs jobs or only adds them. */
export const jobKinds: JobKind<object>[] = [
  accountEmail,
  emailChange,
  accountCleanup,
  invitationLetter,
  letterDispatch,
  organizationLetter,
  letterCleanup,
  paymentSettling,
  refundSettling,
  providerNotification,
  paymentTidying,
  ledgerChecking,
  holdExpiry,
  bonusCrediting,
  throttleCleanup,
  idempotencyCleanup,
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
    ...organizationLetterJobs({ db, queue, mailer, publicUrl, supportEmail: business.email }),
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
  ];
}
