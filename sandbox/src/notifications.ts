import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Sandbox } from './context.ts';
import { takeFault } from './faults.ts';
import type { Change, Notification } from './state.ts';

const dayMs = 24 * 60 * 60 * 1000;
const backoffMs = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600].map((seconds) => seconds * 1000);
const timeoutMs = 10_000;
const defaultDeferMs = 5_000;
const maxInFlight = 16;

/** Committed together with the change it announces, so that a crash loses neither. */
export function notificationChanges(sandbox: Sandbox, objectId: string, events: object[]): Change[] {
  if (!sandbox.notificationUrl || events.length === 0) return [];
  const fault = takeFault(sandbox.state, 'notification');
  if (fault?.do === 'lose') return [];
  const now = sandbox.now();
  const isDeferred = fault?.do === 'reorder';
  const waitMs = isDeferred ? (fault.ms ?? defaultDeferMs) : fault?.do === 'delay' ? (fault.ms ?? 0) : 0;
  const copies = fault?.do === 'duplicate' ? 2 : 1;
  const bodies = events.map((event) => JSON.stringify(event));
  return Array.from({ length: copies }, () => bodies)
    .flat()
    .map((body) => {
      const id = randomUUID();
      const value = { id, objectId, body, createdAt: now, dueAt: now + waitMs, attempts: 0, isDeferred };
      return { table: 'notifications', id, value };
    });
}

interface NotifierOptions {
  backoffScale: number;
  log: FastifyBaseLogger;
}

/** Delivers in order per object and retries with backoff until 200, for at most a day. */
export function startNotifier(sandbox: Sandbox, { backoffScale, log }: NotifierOptions) {
  const inFlight = new Map<string, Promise<void>>();
  const stopping = new AbortController();

  function wake(): void {
    if (stopping.signal.aborted || !sandbox.notificationUrl || inFlight.size >= maxInFlight) return;
    for (const notification of dueNotifications(sandbox)) {
      if (inFlight.has(notification.id)) continue;
      const delivery = deliver(notification, sandbox.notificationUrl).finally(() => {
        inFlight.delete(notification.id);
        wake();
      });
      inFlight.set(notification.id, delivery);
      if (inFlight.size >= maxInFlight) return;
    }
  }

  async function deliver(notification: Notification, url: string): Promise<void> {
    const problem = await post(url, notification.body, stopping.signal, sandbox.dialect.isReceipt);
    if (stopping.signal.aborted) return;
    const now = sandbox.now();
    const { id, attempts, createdAt } = notification;
    const delayMs = (backoffMs[attempts] ?? Math.max(...backoffMs)) * backoffScale;
    if (problem === null) {
      sandbox.state.commit([{ table: 'notifications', id, value: null }, ...releasedChanges(sandbox, id)]);
    } else if (now + delayMs - createdAt > dayMs * backoffScale) {
      log.warn(`notification ${id} is given up: ${problem}`);
      sandbox.state.commit([{ table: 'notifications', id, value: null }]);
    } else {
      log.info(`notification ${id} will be delivered again: ${problem}`);
      const value = { ...notification, attempts: attempts + 1, dueAt: now + delayMs };
      sandbox.state.commit([{ table: 'notifications', id, value }]);
    }
  }

  return {
    wake,
    stop: async () => {
      stopping.abort();
      await Promise.all(inFlight.values());
    },
  };
}

function* dueNotifications(sandbox: Sandbox): Generator<Notification> {
  const now = sandbox.now();
  const blockedObjectIds = new Set<string>();
  for (const notification of sandbox.state.notifications.values()) {
    if (!blockedObjectIds.has(notification.objectId) && notification.dueAt <= now) yield notification;
    if (!notification.isDeferred) blockedObjectIds.add(notification.objectId);
  }
}

function releasedChanges(sandbox: Sandbox, deliveredId: string): Change[] {
  return [...sandbox.state.notifications.values()]
    .filter(({ id, isDeferred }) => isDeferred && id !== deliveredId)
    .map((deferred) => ({
      table: 'notifications',
      id: deferred.id,
      value: { ...deferred, isDeferred: false, dueAt: sandbox.now() },
    }));
}

/** Returns null if accepted, otherwise the error. */
async function post(
  url: string,
  body: string,
  stopping: AbortSignal,
  isReceipt: (text: string) => boolean,
): Promise<string | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]),
    });
    const text = await response.text();
    return response.status === 200 && isReceipt(text) ? null : `answered ${response.status}`;
  } catch (error) {
    return (error as Error).message;
  }
}
