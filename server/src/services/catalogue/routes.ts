import * as staff from '@kazna/contract/admin/services';
import * as discounts from '@kazna/contract/admin/subscriptions';
import { listServices } from '@kazna/contract/cabinet/services';
import { actorOf } from '../../audit/actions-store.ts';
import { businessNow } from '../../platform/db/business-now.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import { dayIn } from '../subscriptions/periods.ts';
import { selectServices } from './catalogue-store.ts';
import { createVersion } from './create-version.ts';
import { createDiscount, endDiscount, listDiscounts } from './discounts.ts';
import { listOffered } from './list-offered.ts';
import { exampleBills } from './preview-version.ts';
import { createService, createTariff, deleteTariff, getService, updateService, updateTariff } from './services.ts';

/** `zone` is the business's: days begin by it. */
export function catalogueRoutes(api: Api, { db, zone }: { db: Database; zone: string }): void {
  api.on(listServices, async ({ caller }) => ({
    items: await listOffered(db, zone, caller.organizationId as string),
  }));

  api.on(staff.listCatalogue, async () => ({ items: await selectServices(db) }));

  api.on(staff.createService, async (call) => ({
    id: await db.transaction((tx) => createService(tx, actorOf(call), call.body)),
  }));

  api.on(staff.getCatalogueService, ({ params }) => getService(db, params.serviceId));

  api.on(staff.updateService, (call) =>
    db.transaction((tx) => updateService(tx, actorOf(call), call.params.serviceId, call.body)),
  );

  api.on(staff.createTariff, (call) =>
    db.transaction((tx) => createTariff(tx, { actor: actorOf(call), zone, ...call.params }, call.body)),
  );

  api.on(staff.updateTariff, (call) =>
    db.transaction((tx) => updateTariff(tx, actorOf(call), call.params.tariffId, call.body)),
  );

  api.on(staff.deleteTariff, (call) => db.transaction((tx) => deleteTariff(tx, actorOf(call), call.params.tariffId)));

  api.on(staff.createVersion, async (call) => ({
    id: await db.transaction((tx) => createVersion(tx, { actor: actorOf(call), zone, ...call.params }, call.body)),
  }));

  api.on(staff.previewVersion, async ({ body }) => ({
    examples: exampleBills(body, dayIn(zone, await businessNow(db))),
  }));

  api.on(discounts.listDiscounts, async ({ params }) => ({ items: await listDiscounts(db, params.organizationId) }));

  api.on(discounts.createDiscount, async (call) => ({
    id: await db.transaction((tx) => createDiscount(tx, { actor: actorOf(call), zone, ...call.params }, call.body)),
  }));

  api.on(discounts.endDiscount, (call) =>
    db.transaction((tx) => endDiscount(tx, { actor: actorOf(call), zone }, call.params.discountId)),
  );
}
