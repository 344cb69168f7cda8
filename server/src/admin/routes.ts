import { getOverview } from '@kazna/contract/admin';
import { listAllAudit, listFailedJobs, retryJob } from '@kazna/contract/admin-work';
import { actorOf, recordAction } from '../audit/record-action.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { toPage } from '../db/page.ts';
import type { Api } from '../http/api.ts';
import { Problem } from '../http/problem.ts';
import type { Queue } from '../jobs/queue.ts';
import { countSilentRefunds } from '../payments/refunds/silent-refunds.ts';
import { adminOrganizationRoutes } from './organizations/routes.ts';
import { adminPaymentRoutes } from './payments/routes.ts';
import { adminRefundRoutes } from './refunds/routes.ts';
import { getCounts, selectAllAudit, selectFailedJobs, selectMoneyIn } from './store.ts';
import { adminUserRoutes } from './users/routes.ts';

export function adminRoutes(api: Api, { config, db, queue }: { config: Config; db: Database; queue: Queue }): void {
  adminUserRoutes(api, db, queue);
  adminOrganizationRoutes(api, db);
  adminPaymentRoutes(api, db, queue, config.referralRules);
  adminRefundRoutes(api, db);

  api.on(getOverview, async () => {
    const { unansweredPayments, waitingJobs, reviewPayments, failedJobs, ...counts } = await getCounts(db);
    return {
      ...counts,
      moneyIn: await selectMoneyIn(db),
      health: {
        unansweredPayments,
        waitingJobs,
        isMailReal: config.smtpUrl !== undefined,
        isProviderReal: config.payments.yookassa !== null,
      },
      attention: { reviewPayments, silentRefunds: await countSilentRefunds(db), failedJobs },
    };
  });

  api.on(listAllAudit, async ({ query }) => toPage(await selectAllAudit(db, query), query.limit, (row) => row.id));

  api.on(listFailedJobs, async () => ({ items: await selectFailedJobs(db) }));

  api.on(retryJob, async (call) => {
    const { name, jobId } = call.params;
    await db.transaction(async (tx) => {
      if (!(await queue.retry(tx, name, jobId))) throw new Problem('not_found');
      await recordAction(tx, actorOf(call), { action: 'job.retried', details: { job: name, ...call.body } });
    });
  });
}
