import { requestBody } from './sent-event.ts';
import type { AttemptRow, DeliveryRow } from './store.ts';

export function presentDelivery(row: DeliveryRow, last: AttemptRow | null | undefined) {
  const { id, endpointId, eventId, type, status, attempts, nextAttemptAt, deliveryCreatedAt: createdAt } = row;
  return {
    ...{ id, endpointId, eventId, type, status, attempts, nextAttemptAt, createdAt },
    requestBody: requestBody(row),
    lastAttempt: last ? presentAttempt(last) : null,
  };
}

/** Times inside JSON come as PostgreSQL writes them. */
export function presentAttempt({ startedAt, ...attempt }: AttemptRow) {
  return { ...attempt, startedAt: new Date(startedAt).toISOString() };
}
