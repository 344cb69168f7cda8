import { testEventType } from '@kazna/contract/v1/event-types';
import { type Actor, recordAction } from '../../audit/actions-store.ts';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { cursorOfNumber, numberOfCursor, toPage } from '../../platform/db/page.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { Problem } from '../../platform/http/problem.ts';
import {
  type AttemptRow,
  type DeliveryRow,
  findDelivery,
  insertTestDelivery,
  selectDeliveries,
  updateFailedForReplay,
  updateForReplay,
} from './deliveries-store.ts';
import { getEndpoint, withoutQuery } from './endpoints.ts';
import { lockEndpoint } from './endpoints-store.ts';
import { requestBody } from './signed-event.ts';
export async function getDelivery(db: Queries, id: string) {
  const row = await getDeliveryRow(db, id);
  return presentDelivery(row, row.attemptList[0]);
}

export async function getDeliveryWithLog(db: Queries, id: string) {
  const row = await getDeliveryRow(db, id);
  return { ...presentDelivery(row, row.attemptList[0]), attemptLog: row.attemptList.map(presentAttempt) };
}

export async function listDeliveries(
  db: Queries,
  endpointId: string,
  { limit, cursor, status }: { limit: number; cursor?: string | undefined; status?: DeliveryRow['status'] | undefined },
) {
  const { id } = await getEndpoint(db, endpointId);
  const after = cursor === undefined ? null : numberOfCursor(cursor);
  const rows = await selectDeliveries(db, id, { limit, cursor: after, status: status ?? null });
  return toPage(
    rows,
    limit,
    ({ seq }) => cursorOfNumber(seq),
    (row) => presentDelivery(row, row.lastAttempt),
  );
}

/** Sent once, even to an endpoint that is switched off: it is how its owner finds out whether it works. */
export async function sendTestEvent(
  tx: Transaction,
  { id, endpointId }: { id: string; endpointId: string },
): Promise<void> {
  if (!(await lockEndpoint(tx, endpointId))) throw new Problem('not_found');
  const data = { endpointId, message: 'This is a test event.' };
  await insertTestDelivery(tx, { id, endpointId, eventId: uuidv7(), type: testEventType, data });
}

/**
 * Sends the same body with the same id once more, signed by the current secret, even to an endpoint that is switched
 * off. Its outcome says nothing of the endpoint's health.
 */
export async function replayDelivery(tx: Transaction, actor: Actor, deliveryId: string): Promise<void> {
  const found = await findDelivery(tx, deliveryId);
  const endpoint = found && (await lockEndpoint(tx, found.endpointId));
  if (!endpoint) throw new Problem('not_found');
  // One that is being sent at this moment is not sent twice.
  const isReplayed = await updateForReplay(tx, deliveryId);
  const details = { url: withoutQuery(endpoint.url), deliveries: '1' };
  if (isReplayed) await recordAction(tx, actor, { action: 'webhook.replayed', details });
}

/** In one statement within its timeout; a caller with more repeats the call. */
const maxReplayed = 10_000;

/** The oldest deliveries that failed since. Returns how many will be sent. */
export async function replayFailed(
  tx: Transaction,
  actor: Actor,
  { endpointId, since }: { endpointId: string; since: string },
  limit = maxReplayed,
): Promise<number> {
  const endpoint = await lockEndpoint(tx, endpointId);
  if (!endpoint) throw new Problem('not_found');
  const count = await updateFailedForReplay(tx, { endpointId, since, limit });
  const details = { url: withoutQuery(endpoint.url), deliveries: String(count), since };
  await recordAction(tx, actor, { action: 'webhook.replayed', details });
  return count;
}

async function getDeliveryRow(db: Queries, id: string) {
  const row = await findDelivery(db, id);
  if (!row) throw new Problem('not_found');
  return row;
}

function presentDelivery(row: DeliveryRow, last: AttemptRow | null | undefined) {
  const { id, endpointId, eventId, type, status, attempts, nextAttemptAt, deliveryCreatedAt: createdAt } = row;
  return {
    ...{ id, endpointId, eventId, type, status, attempts, nextAttemptAt, createdAt },
    requestBody: requestBody(row),
    lastAttempt: last ? presentAttempt(last) : null,
  };
}

/** Times inside JSON come as PostgreSQL writes them. */
function presentAttempt({ startedAt, ...attempt }: AttemptRow) {
  return { ...attempt, startedAt: new Date(startedAt).toISOString() };
}
