import { listAllAudit } from '@kazna/contract/admin/audit';
import { listFailedJobs, retryJob } from '@kazna/contract/admin/jobs';
import { getOverview } from '@kazna/contract/admin/overview';
import { selectAllAudit } from '../audit/reads.ts';
import { actorOf } from '../audit/record-action.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../platform/db/database.ts';
import { toPage } from '../platform/db/page.ts';
import type { Api } from '../platform/http/api.ts';
import type { Queue } from '../platform/jobs/queue.ts';
import { adminOrganizationRoutes } from './organizations/routes.ts';
import { adminPaymentRoutes } from './payments/routes.ts';
import { readOverview } from './read-overview.ts';
import { adminRefundRoutes } from './refunds/routes.ts';
import { retryFailedJob } from './retry-failed-job.ts';
import { selectFailedJobs } from './store.ts';
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
