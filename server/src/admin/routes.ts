import { listAllAudit } from '@kazna/contract/admin/audit';
import { listFailedJobs, retryJob } from '@kazna/contract/admin/jobs';
import { getOverview, getWaiting } from '@kazna/contract/admin/overview';
import { type Actor, actorOf, recordAction } from '../audit/actions-store.ts';
import { selectAllAudit } from '../audit/reads.ts';
import type { Config } from '../config/config.ts';
import { nameForStaff } from '../organizations/reads.ts';
import type { Providers } from '../payments/providers/provider.ts';
import type { Transaction } from '../platform/db/database.ts';
import { toPage } from '../platform/db/page.ts';
import type { Api } from '../platform/http/api.ts';
import { Problem } from '../platform/http/problem.ts';
import type { Queue } from '../platform/jobs/queue.ts';
import { adminOrganizationRoutes } from './organizations/routes.ts';
import { readOverview } from './overview.ts';
import { selectFailedJobs, selectWaiting } from './overview-store.ts';
import { adminPaymentRoutes, adminRefundRoutes, type StaffPaymentContext } from './payments.ts';
import { adminProviderRoutes } from './providers.ts';
import { adminReceiptRoutes } from './receipts.ts';
import { setupRoutes } from './setup.ts';
import { adminUserRoutes } from './users/routes.ts';

export interface AdminContext extends StaffPaymentContext {
  config: Config;
  providers: Providers;
}

export function adminRoutes(api: Api, context: AdminContext): void {
  const { config, db, queue, providers } = context;
  adminUserRoutes(api, db, queue);
  adminOrganizationRoutes(api, db);
  const { referralRules } = config;
  adminPaymentRoutes(api, context, { referralRules, hasReceipts: config.payments.hasReceipts });
  adminRefundRoutes(api, context);
  adminReceiptRoutes(api, db);
  adminProviderRoutes(api, db, providers);
  setupRoutes(api, db, { config, providers });

  api.on(getOverview, () => readOverview(db, config));

  api.on(getWaiting, () => selectWaiting(db));

  api.on(listAllAudit, async ({ query }) =>
    toPage(await selectAllAudit(db, query, nameForStaff), query.limit, (row) => row.id),
  );

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
