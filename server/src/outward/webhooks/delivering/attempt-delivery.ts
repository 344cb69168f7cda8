import { durations } from '../../../platform/metrics/registry.ts';
import { decryptSecret } from '../../../platform/secrets.ts';
import type { Answered, Send } from '../sending/send-request.ts';
import { requestBody } from '../sent-event.ts';
import { signedHeaders } from '../signing.ts';
import { type RecordContext, recordAttempt } from './record-attempt.ts';
import type { ClaimedDelivery } from './store.ts';

export interface AttemptContext extends RecordContext {
  send: Send;
  /** Decrypts the endpoints' secrets. */
  key: Buffer;
}

const attempts = durations('webhook_attempt_seconds', 'Attempts to deliver an event', ['result']);

const notSent = { status: null, answer: null, retryAfter: null, durationMs: 0 };

/** Sends a claimed delivery and records the outcome; a stop in the middle records nothing. */
export async function attemptDelivery(
  context: AttemptContext,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<void> {
  const startedAt = (context.now ?? (() => new Date()))();
  const { headers, answered } = await send(context, delivery, startedAt, signal);
  if (signal.aborted) return;
  attempts.observe({ result: resultOf(answered) }, answered.durationMs / 1000);
  await recordAttempt(context, delivery, { ...answered, startedAt, headers });
}

function resultOf({ status }: Answered): string {
  if (status === null) return 'no answer';
  return status >= 200 && status < 300 ? 'delivered' : 'refused';
}

async function send(
  { send, key }: AttemptContext,
  delivery: ClaimedDelivery,
  at: Date,
  signal: AbortSignal,
): Promise<{ headers: Record<string, string>; answered: Answered }> {
  const fail = (error: string) => ({ headers: {}, answered: { ...notSent, error } });
  const { url, endpointId, secrets } = delivery;
  const body = requestBody(delivery);
  if (body === null) return fail('the event is older than events are kept');
  const plain = secrets.map((secret) => decryptSecret(key, endpointId, secret)).filter((secret) => secret !== null);
  if (plain.length === 0) return fail('the secret cannot be decrypted: SESSION_SECRET has changed, rotate the secret');
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Kazna-Webhooks/1',
    ...signedHeaders(plain, { id: delivery.eventId, body, at }),
  };
  return { headers, answered: await send({ url, headers, body, signal }) };
}
