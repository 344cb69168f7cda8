import { type Actor, recordAction } from '../../audit/actions-store.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { withoutQuery } from './endpoints.ts';
import {
  disableEndpoint,
  hasEndpointsOfStoppedKeys,
  lockEnabledOf,
  lockEndpointsOfStoppedKeys,
} from './endpoints-store.ts';
import { alertStaff } from './jobs.ts';

/** To be called after the key is locked, in the transaction that revokes it. */
export async function stopEndpointsOfKey(tx: Transaction, queue: Queue, actor: Actor, keyId: string): Promise<void> {
  for (const { id, url } of await lockEnabledOf(tx, keyId)) {
    await stopEndpoint(tx, queue, id);
    const details = { url: withoutQuery(url), enabled: 'false' };
    await recordAction(tx, actor, { action: 'webhook.changed', details });
  }
}

/** Those of keys that expired, and what a key added while it was being revoked. */
export async function stopEndpointsOfStoppedKeys({ db, queue }: { db: Database; queue: Queue }): Promise<void> {
  if (!(await hasEndpointsOfStoppedKeys(db))) return;
  await db.transaction(async (tx) => {
    for (const id of await lockEndpointsOfStoppedKeys(tx)) await stopEndpoint(tx, queue, id);
  });
}

async function stopEndpoint(tx: Transaction, queue: Queue, endpointId: string): Promise<void> {
  await disableEndpoint(tx, endpointId, 'key_stopped');
  await alertStaff(tx, queue, { endpointId, reason: 'key_stopped' });
}
