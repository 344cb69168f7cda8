import type { Database } from '../../platform/db/database.ts';
import { atMostEvery, durations, gauge } from '../../platform/metrics.ts';
import { readDeliveryHealth } from './deliveries-store.ts';
import type { Answered } from './send-request.ts';

const attempts = durations('webhook_attempt_seconds', 'Attempts to deliver an event', ['result']);
const endpoints = gauge('webhook_endpoints', 'Endpoints by how their deliveries go', ['state']);
const oldest = gauge('webhook_oldest_due_seconds', 'How long the oldest delivery has been due', []);

export function collectWebhooks(db: Database): () => Promise<void> {
  return atMostEvery(10_000, async () => {
    const health = await readDeliveryHealth(db);
    for (const state of ['healthy', 'failing', 'disabled'] as const) endpoints.set({ state }, health[state]);
    oldest.set(health.oldestDueSeconds);
  });
}

export function observeAttempt(answered: Answered): void {
  attempts.observe({ result: resultOf(answered) }, answered.durationMs / 1000);
}

function resultOf({ status }: Answered): string {
  if (status === null) return 'no answer';
  return status >= 200 && status < 300 ? 'delivered' : 'refused';
}
