import * as staff from '@kazna/contract/admin/meters';
import { actorOf } from '../../audit/actions-store.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import { createMeter, renameMeter, setRetention } from './meters.ts';
import { selectKeepMonths, selectMeters } from './meters-store.ts';

export function usageRoutes(api: Api, { db }: { db: Database }): void {
  api.on(staff.listMeters, async () => ({ items: await selectMeters(db), keepMonths: await selectKeepMonths(db) }));

  api.on(staff.createMeter, (call) => db.transaction((tx) => createMeter(tx, actorOf(call), call.body)));

  api.on(staff.renameMeter, (call) =>
    db.transaction((tx) => renameMeter(tx, actorOf(call), call.params.meterId, call.body.name)),
  );

  api.on(staff.setUsageRetention, (call) =>
    db.transaction((tx) => setRetention(tx, actorOf(call), call.body.keepMonths)),
  );
}
