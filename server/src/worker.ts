import { accountJobs, accountNews, accountTidying } from './accounts/jobs.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { JobHandler, JobKind } from './jobs/queue.ts';
import { createMailer } from './mail/mailer.ts';
import { throttleJobs, throttleTidying } from './throttling/jobs.ts';

/** Every kind of job, on one page. Each process knows them all, whether it works on them or only adds to them. */
export const jobKinds: JobKind<object>[] = [accountNews, accountTidying, throttleTidying];

export function buildJobs(config: Config, db: Database): JobHandler[] {
  const { smtpUrl, mailFrom, operator, publicUrl } = config;
  const mailer = createMailer(db, { smtpUrl, from: mailFrom, senderName: operator.name });
  return [...accountJobs({ db, mailer, publicUrl }), ...throttleJobs(db)];
}
