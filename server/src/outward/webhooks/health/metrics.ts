import type { Database } from '../../../platform/db/database.ts';
import { atMostEvery, gauge } from '../../../platform/metrics/registry.ts';
import { readDeliveryHealth } from './store.ts';

const endpoints = gauge('webhook_endpoints', 'Endpoints by how their deliveries go', ['state']);
const oldest = gauge('webhook_oldest_due_seconds', 'How long the oldest delivery has been due', []);

export function collectWebhooks(db: Database): () => Promise<void> {
  return atMostEvery(10_000, async () => {
    const health = await readDeliveryHealth(db);
    for (const state of ['healthy', 'failing', 'disabled'] as const) endpoints.set({ state }, health[state]);
    oldest.set(health.oldestDueSeconds);
  });
}
