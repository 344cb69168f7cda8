import { randomBytes, randomUUID } from 'node:crypto';
import type { EventType } from '@kazna/contract/v1/event-types';
import { createAddressGuard } from '../../src/outward/webhooks/address-guard.ts';
import {
  type DeliveryLoop,
  type DeliveryLoopOptions,
  startDeliveryLoop,
} from '../../src/outward/webhooks/delivery-loop.ts';
import { createEndpoint, type EndpointForm, urlMessages } from '../../src/outward/webhooks/endpoints.ts';
import { webhookLetter } from '../../src/outward/webhooks/jobs.ts';
import { createSend, type SendOptions } from '../../src/outward/webhooks/send-request.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { openQueue, type Queue } from '../../src/platform/jobs/queue.ts';
import { recordEvent } from '../../src/platform/outbox/record-event.ts';
import { migratedTemplate, openTestDatabase } from './database.ts';

const guard = createAddressGuard(['127.0.0.0/8']);

/** A job of the product, which needs no account. */
export const jobActor = { id: '00000000-0000-4000-8000-000000000001', address: '127.0.0.1' };

export interface WebhookTestbed {
  db: Database;
  queue: Queue;
  context: Parameters<typeof createEndpoint>[1];
  addEndpoint(url: string, form?: Partial<EndpointForm>): Promise<{ id: string; secret: string }>;
  /** Returns the ids of the events' organizations. */
  record(count: number, type?: EventType): Promise<string[]>;
  startLoop(options?: Partial<DeliveryLoopOptions & SendOptions>): DeliveryLoop;
  countByStatus(endpointId: string): Promise<Record<string, number>>;
  /** Stops the loops and removes all endpoints. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** Deliveries without the rest of the product, so that no other loop claims them. */
export async function openWebhookTestbed(adminUrl: string): Promise<WebhookTestbed> {
  const { db, remove } = await openTestDatabase(adminUrl, migratedTemplate);
  const queue = await openQueue(db, { kinds: [webhookLetter], isWorker: false, onError: () => {} });
  const context = { key: randomBytes(32), guard, allowsUnencrypted: true, messages: urlMessages.program };
  const loops: DeliveryLoop[] = [];
  const stopAll = () => Promise.all(loops.splice(0).map((loop) => loop.stop(0)));
  return {
    db,
    queue,
    context,
    addEndpoint: (url, form) =>
      db.transaction((tx) => createEndpoint(tx, context, jobActor, { url, types: ['*'], ...form })),
    record: async (count, type = 'balance.changed') => {
      const organizations = Array.from({ length: count }, () => randomUUID());
      await db.transaction(async (tx) => {
        for (const organizationId of organizations)
          recordEvent(tx, { type, organizationId, data: { organizationId } as never });
      });
      return organizations;
    },
    startLoop: ({ connectTimeoutMs = 5000, totalTimeoutMs = 60_000, ...options } = {}) => {
      const send = createSend({ guard, connectTimeoutMs, totalTimeoutMs });
      const onError = (error: Error) => process.stderr.write(`${error.stack}\n`);
      const loop = startDeliveryLoop({ db, queue, key: context.key, send, onError, pollMs: 20, ...options });
      loops.push(loop);
      return loop;
    },
    countByStatus: async (endpointId) => {
      const { rows } = await db.queryText(
        'select status, count(*)::int as count from webhook_deliveries where endpoint_id = $1 group by status',
        [endpointId],
      );
      return Object.fromEntries(rows.map(({ status, count }) => [status, count])) as Record<string, number>;
    },
    reset: async () => {
      await stopAll();
      await db.queryText('delete from webhook_endpoints');
    },
    close: async () => {
      await stopAll();
      await queue.stop();
      await remove();
    },
  };
}
