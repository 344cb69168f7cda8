import * as contract from '@kazna/contract/admin/keys';
import { actorOf } from '../../audit/record-action.ts';
import { notifyAdmins } from '../../people/accounts/notify-admins.ts';
import { requireConfirmation } from '../../people/accounts/sessions/confirm-identity.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { createKey } from './create-key.ts';
import { keyCreatedNews, keyRolledNews } from './letters.ts';
import { revokeKey } from './revoke-key.ts';
import { rollKey } from './roll-key.ts';
import { selectKeys } from './store.ts';

export function keyRoutes(api: Api, db: Database, queue: Queue): void {
  api.on(contract.listKeys, async () => ({ items: await selectKeys(db) }));

  api.on(contract.createKey, async (call) => {
    await requireConfirmation(db, call.caller);
    return db.transaction(async (tx) => {
      const created = await createKey(tx, actorOf(call), call.body);
      await notifyAdmins(tx, queue, actorOf(call), keyCreatedNews(call.body));
      return created;
    });
  });

  api.on(contract.rollKey, async (call) => {
    await requireConfirmation(db, call.caller);
    const { overlapHours } = call.body;
    return db.transaction(async (tx) => {
      const { name, scopes, ...rolled } = await rollKey(tx, actorOf(call), call.params.keyId, overlapHours);
      await notifyAdmins(tx, queue, actorOf(call), keyRolledNews({ name, scopes, overlapHours }));
      return rolled;
    });
  });

  api.on(contract.revokeKey, (call) => db.transaction((tx) => revokeKey(tx, actorOf(call), call.params.keyId)));
}
