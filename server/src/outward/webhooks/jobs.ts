import { findAdmin } from '../../people/accounts/admins-store.ts';
import type { Database } from '../../platform/db/database.ts';
import { everyNight, handle, type JobHandler, longKind } from '../../platform/jobs/queue.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { type Limit, runWithinLimit } from '../../platform/throttling/throttle.ts';
import { webhookLetterContent } from './letters.ts';
import { webhookLetter } from './notify-staff.ts';
import { deleteOldDeliveries, findEndpoint } from './store.ts';

export const deliveryCleanup = longKind('webhook-delivery-cleanup');
const deliveryRetentionDays = 30;

/** One that is switched on and off again and again must not fill mailboxes, nor hide what happens to others. */
const lettersOfEndpoint: Limit = { name: 'webhook-letters-endpoint', hits: 3, windowSeconds: 24 * 3600 };
const lettersToAdmin: Limit = { name: 'webhook-letters', hits: 20, windowSeconds: 3600 };

export function webhookJobs({ db, mailer }: { db: Database; mailer: Mailer }): JobHandler[] {
  return [
    handle(webhookLetter, async ({ userId, endpointId, news }) => {
      const [admin, endpoint] = [await findAdmin(db, userId), await findEndpoint(db, endpointId)];
      if (!admin || !endpoint) return;
      const content = webhookLetterContent({ name: admin.name, url: endpoint.url, news });
      await runWithinLimit(db, lettersOfEndpoint, [userId, endpointId, news], () =>
        runWithinLimit(db, lettersToAdmin, [userId], () => mailer.send(admin.email, content)),
      );
    }),
    everyNight(deliveryCleanup, '01:47', async ({ signal }) => {
      while (await deleteOldDeliveries(db, deliveryRetentionDays)) signal.throwIfAborted();
    }),
  ];
}
