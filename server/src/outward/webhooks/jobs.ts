import { findAdmin } from '../../people/accounts/reads.ts';
import type { Database } from '../../platform/db/database.ts';
import { everyNight, handle, type JobHandler, longKind } from '../../platform/jobs/queue.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { webhookLetterContent } from './letters.ts';
import { webhookLetter } from './notify-staff.ts';
import { deleteOldDeliveries, findEndpoint } from './store.ts';

export const deliveryCleanup = longKind('webhook-delivery-cleanup');
const deliveryRetentionDays = 30;

export function webhookJobs({ db, mailer }: { db: Database; mailer: Mailer }): JobHandler[] {
  return [
    handle(webhookLetter, async ({ userId, endpointId, news }) => {
      const [admin, endpoint] = [await findAdmin(db, userId), await findEndpoint(db, endpointId)];
      if (!admin || !endpoint) return;
      await mailer.send(admin.email, webhookLetterContent({ name: admin.name, url: endpoint.url, news }));
    }),
    everyNight(deliveryCleanup, '01:47', async ({ signal }) => {
      while (await deleteOldDeliveries(db, deliveryRetentionDays)) signal.throwIfAborted();
    }),
  ];
}
