import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { collectLedger } from './money/ledger/jobs.ts';
import { collectWebhooks } from './outward/webhooks/metrics.ts';
import { countDuePolls } from './payments/polls-store.ts';
import { paymentSettling } from './payments/settle-payment.ts';
import type { Database } from './platform/db/database.ts';
import { collectPools } from './platform/db/metrics.ts';
import { collectJobs } from './platform/jobs/metrics.ts';
import { type MetricsServer, serveMetrics } from './platform/metrics.ts';
import { jobKinds } from './worker.ts';

interface MetricsContext {
  config: Pick<Config, 'host'>;
  log: Logger;
  db: Database;
  jobDb: Database;
}

/** Every process reports on itself; what is read from the database is the same in all of them. */
export function startMetrics(port: number, { config, log, db, jobDb }: MetricsContext): Promise<MetricsServer> {
  return serveMetrics({
    port,
    host: config.host,
    collect: [
      collectPools(jobDb === db ? { requests: db } : { requests: db, jobs: jobDb }),
      collectJobs(jobDb, jobKinds, { [paymentSettling.name]: countDuePolls }),
      collectWebhooks(jobDb),
      collectLedger(jobDb),
    ],
    onError: (error) => log.warn({ err: error }, 'metrics'),
  });
}
