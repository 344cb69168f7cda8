import type { Topic } from '@kazna/contract/cabinet/events';
import type { FileAnswer } from '@kazna/contract/shared/endpoint';
import type { Hub } from './hub.ts';

/** Proxies close idle connections. */
const heartbeatMs = 20_000;

export interface Subscriber {
  userId: string;
  organizationId: string | null;
  /** Of what the browser shows: topics announced since are sent first. */
  ageMs?: number | undefined;
  /** Checked when memberships change and at every heartbeat. */
  isStillAllowed: () => Promise<boolean>;
}

/** The stream ends with the session, the connection or the server. */
export function followChanges(hub: Hub, subscriber: Subscriber): FileAnswer {
  return { contentType: 'text/event-stream; charset=utf-8', chunks: changes(hub, subscriber) };
}

async function* changes(
  hub: Hub,
  { userId, organizationId, ageMs, isStillAllowed }: Subscriber,
): AsyncGenerator<string> {
  const pending = new Set<Topic>();
  let isOver = false;
  let heartbeatAt = performance.now() + heartbeatMs;
  let wake = () => {};
  const listener = {
    userId,
    organizationId,
    onTopic: (topic: Topic) => {
      pending.add(topic);
      wake();
    },
    onEnd: () => {
      isOver = true;
      wake();
    },
  };
  const remove = hub.add(listener, ageMs);
  try {
    yield 'retry: 3000\n\n';
    while (!isOver) {
      for (const topic of pending) {
        // Deleted before it is sent, so that the same topic announced meanwhile is sent again.
        pending.delete(topic);
        // A member who lost the organization receives this topic and nothing later.
        const isLost = topic === 'memberships' && !(await isStillAllowed());
        yield `data: ${topic}\n\n`;
        if (isLost) return;
      }
      if (isOver) return;
      const isHeartbeat = await new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => resolve(true), Math.max(heartbeatAt - performance.now(), 0));
        timer.unref();
        wake = () => {
          clearTimeout(timer);
          resolve(false);
        };
      });
      if (!isHeartbeat) continue;
      heartbeatAt = performance.now() + heartbeatMs;
      if (!(await isStillAllowed())) return;
      yield ': still here\n\n';
    }
  } finally {
    remove();
  }
}
