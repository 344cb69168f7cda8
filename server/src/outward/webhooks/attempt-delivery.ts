import type { Database } from '../../platform/db/database.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { decryptSecret } from '../../platform/secrets/secret-cipher.ts';
import { type FinishedAttempt, findAttempt, type LeasedDelivery, updateDelivery } from './due-deliveries-store.ts';
import { disableEndpoint, lockEndpointHealth, updateHealth } from './endpoints-store.ts';
import { alertStaff } from './jobs.ts';
import { judgeAttempt } from './judge-attempt.ts';
import { observeAttempt } from './metrics.ts';
import type { Answered, Send } from './send-request.ts';
import { requestBody, signedHeaders } from './signed-event.ts';

export interface RecordContext {
  db: Database;
  queue: Queue;
  random?: () => number;
  now?: () => Date;
}

export interface AttemptContext extends RecordContext {
  send: Send;
  /** Decrypts the endpoints' secrets. */
  key: Buffer;
}

const notSent = { status: null, answer: null, retryAfter: null, durationMs: 0 };

/** Sends a leased delivery and records the outcome; a stop in the middle records nothing. */
export async function attemptDelivery(
  context: AttemptContext,
  delivery: LeasedDelivery,
  signal: AbortSignal,
): Promise<void> {
  const startedAt = (context.now ?? (() => new Date()))();
  const { headers, answered } = await send(context, delivery, startedAt, signal);
  if (signal.aborted) return;
  observeAttempt(answered);
  await recordAttempt(context, delivery, { ...answered, startedAt, headers });
}

async function send(
  { send, key }: AttemptContext,
  delivery: LeasedDelivery,
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

/** Stores how an attempt ended, and what follows for the delivery and its endpoint. */
export function recordAttempt(
  { db, queue, random = Math.random, now = () => new Date() }: RecordContext,
  delivery: Pick<LeasedDelivery, 'id' | 'lease' | 'endpointId'>,
  ended: Omit<FinishedAttempt, 'number'>,
): Promise<void> {
  return db.transaction(async (tx) => {
    const endpoint = await lockEndpointHealth(tx, delivery.endpointId);
    const attempt = endpoint && (await findAttempt(tx, delivery));
    if (!attempt) return;
    const verdict = judgeAttempt({ ...ended, ...attempt }, endpoint, now(), random);
    const isAbandoned = verdict.status === 'pending' && !endpoint.isEnabled;
    const outcome = isAbandoned ? ({ status: 'failed', nextAttemptAt: null } as const) : verdict;
    await updateDelivery(tx, delivery.id, { ...ended, number: attempt.number }, outcome);
    const isHealthy = endpoint.failingSince === null && verdict.health.failingSince === null;
    if (!isHealthy) await updateHealth(tx, delivery.endpointId, verdict);
    if (!endpoint.isEnabled) return;
    if (verdict.disabledReason) await disableEndpoint(tx, delivery.endpointId, verdict.disabledReason);
    const reason = verdict.disabledReason ?? (verdict.isWarningDue ? 'warning' : null);
    if (reason) await alertStaff(tx, queue, { endpointId: delivery.endpointId, reason });
  });
}
