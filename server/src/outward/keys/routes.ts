import * as contract from '@kazna/contract/admin/keys';
import { actorOf } from '../../audit/record-action.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import { createKey } from './create-key.ts';
import { revokeKey } from './revoke-key.ts';
import { rollKey } from './roll-key.ts';
import { selectKeys } from './store.ts';

export function keyRoutes(api: Api, db: Database): void {
  api.on(contract.listKeys, async () => ({ items: await selectKeys(db) }));

  api.on(contract.createKey, (call) => db.transaction((tx) => createKey(tx, actorOf(call), call.body)));

  api.on(contract.rollKey, (call) =>
    db.transaction((tx) => rollKey(tx, actorOf(call), call.params.keyId, call.body.overlapHours)),
  );

  api.on(contract.revokeKey, (call) => db.transaction((tx) => revokeKey(tx, actorOf(call), call.params.keyId)));
}
