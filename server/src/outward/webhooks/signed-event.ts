import { createHmac, randomBytes } from 'node:crypto';

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

const prefix = 'whsec_';

export function createSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

/** Headers by Standard Webhooks 1.0.0. Several secrets give several signatures: a receiver knows one of them. */
export function signedHeaders(
  secrets: string[],
  { id, body, at }: { id: string; body: string; at: Date },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatureBy = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${signatureBy(secret)}`).join(' '),
  };
}
