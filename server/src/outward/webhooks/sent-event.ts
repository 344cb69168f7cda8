export interface SentEvent {
  eventId: string;
  type: string;
  /** Null for a test event. */
  organizationId: string | null;
  createdAt: string;
  /** JSON as it was written down, or null once the event is deleted. */
  data: string | null;
}

/** The same bytes at every attempt, and the same object as in `/v1/events`. */
export function requestBody({ eventId, type, organizationId, createdAt, data }: SentEvent): string | null {
  if (data === null) return null;
  const head = JSON.stringify({ id: eventId, type, timestamp: createdAt, organizationId });
  return `${head.slice(0, -1)},"data":${data}}`;
}
