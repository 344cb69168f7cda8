import { listAllAudit } from '@kazna/contract/admin/audit';
import { listFailedJobs, retryJob } from '@kazna/contract/admin/jobs';
import { getOverview } from '@kazna/contract/admin/overview';
import { type Actor, actorOf, recordAction } from '../audit/actions-store.ts';
import { selectAllAudit } from '../audit/reads.ts';
import type { Config } from '../config/config.ts';
import type { Database, Transaction } from '../platform/db/database.ts';
import { toPage } from '../platform/db/page.ts';
import type { Api } from '../platform/http/api.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Queue } from '../platform/jobs/queue.ts';
import { adminOrganizationRoutes } from './organizations/routes.ts';
import { readOverview } from './overview.ts';
import { selectFailedJobs } from './overview-store.ts';
import { adminPaymentRoutes, adminRefundRoutes } from './payments.ts';
import { adminUserRoutes } from './users/routes.ts';

export function adminRoutes(api: Api, { config, db, queue }: { config: Config; db: Database; queue: Queue }): void {
  adminUserRoutes(api, db, queue);
  adminOrganizationRoutes(api, db);
  adminPaymentRoutes(api, db, queue, config.referralRules);
  adminRefundRoutes(api, db);

  api.on(getOverview, () => readOverview(db, config));

  api.on(listAllAudit, async ({ query }) => toPage(await selectAllAudit(db, query), query.limit, (row) => row.id));

  api.on(listFailedJobs, async () => ({ items: await selectFailedJobs(db) }));

  api.on(retryJob, (call) =>
    db.transaction((tx) => retryFailedJob(tx, queue, actorOf(call), { ...call.params, ...call.body })),
  );
}

async function retryFailedJob(
  tx: Transaction,
  queue: Queue,
  actor: Actor,
  { name, jobId, reason }: { name: string; jobId: string; reason: string },
): Promise<void> {
  if (!(await queue.retry(tx, name, jobId))) throw new Problem('not_found');
  await recordAction(tx, actor, { action: 'job.retried', details: { job: name, reason } });
}
