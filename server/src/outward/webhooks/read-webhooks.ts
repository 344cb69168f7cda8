import type { Queries } from '../../platform/db/database.ts';
import { cursorOfNumber, numberOfCursor, toPage } from '../../platform/db/page.ts';
import { Problem } from '../../platform/http/problem.ts';
import { presentAttempt, presentDelivery } from './present.ts';
import { type DeliveryRow, findDelivery, findEndpoint, selectDeliveries } from './store.ts';

export async function getEndpoint(db: Queries, id: string) {
  const endpoint = await findEndpoint(db, id);
  if (!endpoint) throw new Problem('not_found');
  return endpoint;
}

async function getDeliveryRow(db: Queries, id: string) {
  const row = await findDelivery(db, id);
  if (!row) throw new Problem('not_found');
  return row;
}

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
