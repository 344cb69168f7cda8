import { testEventType } from '@kazna/contract/v1/event-types';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { Problem } from '../../platform/http/problem.ts';
import { insertTestDelivery, lockEndpointRow } from './store.ts';

/** Sent once, even to an endpoint that is switched off: it is how its owner finds out whether it works. */
export async function sendTestEvent(
  tx: Transaction,
  { id, endpointId }: { id: string; endpointId: string },
): Promise<void> {
  if (!(await lockEndpointRow(tx, endpointId))) throw new Problem('not_found');
  const data = { endpointId, message: 'This is a test event.' };
  await insertTestDelivery(tx, { id, endpointId, eventId: uuidv7(), type: testEventType, data });
}
