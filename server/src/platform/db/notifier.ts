import { setTimeout as sleep } from 'node:timers/promises';

export interface Notification {
  channel: string;
  payload: string;
}

export interface Notifier {
  /** Sends soon; the same notification that still waits is sent once. */
  add(notifications: Iterable<Notification>): void;
  drain(): Promise<void>;
}

/** Too short to be seen, and under load it makes one statement of dozens. */
const batchIntervalMs = 20;

/**
 * Sends notifications of committed transactions, one statement at a time with all that have come meanwhile, and an interval
 * after each. PostgreSQL takes a lock of the whole instance for each commit that notifies: so no transaction with data
 * waits for it. A crash between the two loses a hint and no data.
 */
export function createNotifier(
  send: (notifications: Notification[]) => Promise<unknown>,
  onError: (error: Error) => void,
): Notifier {
  let waiting = new Map<string, Notification>();
  let sending: Promise<void> | undefined;

  async function sendAll(): Promise<void> {
    while (waiting.size > 0) {
      const batch = [...waiting.values()];
      waiting = new Map();
      // The first connection of the pool may have died unnoticed: one retry takes another.
      await send(batch)
        .catch(() => send(batch))
        .catch(onError);
      await sleep(batchIntervalMs);
    }
    sending = undefined;
  }

  return {
    add: (notifications) => {
      for (const notification of notifications)
        waiting.set(`${notification.channel} ${notification.payload}`, notification);
      if (waiting.size > 0) sending ??= sendAll();
    },
    drain: async () => sending,
  };
}
