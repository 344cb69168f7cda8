import { settleWithin, startRestingLoop } from '../../platform/jobs/resting-loop.ts';
import { sequenceEvents } from '../../platform/outbox/jobs.ts';
import { type AttemptContext, attemptDelivery } from './attempt-delivery.ts';
import { insertDeliveries, leaseDeliveries, releaseDeliveries } from './due-deliveries-store.ts';
import { stopEndpointsOfStoppedKeys } from './stop-with-key.ts';
export interface DeliveryLoopOptions extends AttemptContext {
  onError: (error: Error) => void;
  pollMs?: number;
  /** Running deliveries of one endpoint over all workers. */
  perEndpoint?: number;
  /** Longer than any attempt takes; after it another worker tries again. */
  leaseSeconds?: number;
}

export interface DeliveryLoop {
  /** Leases no more, waits for running attempts until the timeout and gives the others back. */
  stop(timeoutMs: number): Promise<void>;
}

/** Sends what is due for as long as the process works. Each attempt ends by itself: a slow one delays no other. */
export function startDeliveryLoop(options: DeliveryLoopOptions): DeliveryLoop {
  const { db, onError, pollMs = 400, perEndpoint = 8, leaseSeconds = 60 } = options;
  const running = new Map<string, Promise<void>>();
  const aborting = new AbortController();
  const step = async () => {
    await stopEndpointsOfStoppedKeys(options);
    await sequenceEvents(db);
    const hasMore = await insertDeliveries(db);
    for (const delivery of await leaseDeliveries(db, { perEndpoint, leaseSeconds })) {
      const attempt = attemptDelivery(options, delivery, aborting.signal)
        .catch(onError)
        .then(() => {
          running.delete(delivery.lease);
          loop.wake();
        });
      running.set(delivery.lease, attempt);
    }
    return hasMore;
  };
  const loop = startRestingLoop({ step, restMs: pollMs, onError });

  return {
    stop: async (timeoutMs) => {
      await loop.stop();
      await settleWithin(running.values(), timeoutMs);
      const leases = [...running.keys()];
      aborting.abort();
      await Promise.all(running.values());
      if (leases.length > 0) await releaseDeliveries(db, leases).catch(onError);
    },
  };
}
