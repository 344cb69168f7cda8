import { businessZone } from '@kazna/contract/shared/business-time';
import type { Database } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { createMeterCache } from '../../services/usage/meters.ts';
import type { WebhookSettings } from '../webhooks/endpoints.ts';
import { bindCharges, bindHolds } from './charges.ts';
import { bindLists } from './lists.ts';
import { bindOrganizations } from './organizations.ts';
import { bindServices } from './services.ts';
import { bindUsage } from './usage.ts';
import { bindWebhookDeliveries, bindWebhookEndpoints } from './webhooks.ts';

interface V1Context {
  db: Database;
  queue: Queue;
  webhooks: WebhookSettings;
}

/** The operator API: every `/v1` endpoint is bound in this folder, and its operation stands with its subject. */
export function v1Routes(api: Api, { db, queue, webhooks }: V1Context): void {
  bindOrganizations(api, db, queue);
  bindCharges(api, db);
  bindHolds(api, db);
  bindLists(api, db);
  bindServices(api, { db, zone: businessZone });
  bindUsage(api, { db, zone: businessZone, meters: createMeterCache(db) });
  bindWebhookEndpoints(api, db, webhooks);
  bindWebhookDeliveries(api, db);
}
