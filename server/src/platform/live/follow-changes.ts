import type { Topic } from '@kazna/contract/cabinet/events';
import type { FileAnswer } from '@kazna/contract/shared/endpoint';
import type { Hub } from './hub.ts';

/** Proxies cut connections that are silent for long. */
const heartbeatMs = 20_000;

export interface Follower {
  userId: string;
  organizationId: string | null;
  /** Asked whenever memberships have changed, and at every heartbeat, however busy the stream. */
  isStillWelcome: () => Promise<boolean>;
}

/** A stream of topics that ends with the session, with the connection, or with the server. */
export function followChanges(hub: Hub, follower: Follower): FileAnswer {
  return { contentType: 'text/event-stream; charset=utf-8', chunks: changes(hub, follower) };
}

async function* changes(hub: Hub, { userId, organizationId, isStillWelcome }: Follower): AsyncGenerator<string> {
  const waiting = new Set<Topic>();
  let isOver = false;
  let heartbeatAt = Date.now() + heartbeatMs;
  let wake = () => {};
  const remove = hub.add({
    userId,
    organizationId,
    onTopic: (topic) => {
      waiting.add(topic);
      wake();
    },
    onEnd: () => {
      isOver = true;
      wake();
    },
  });
  try {
    yield 'retry: 3000\n\n';
    while (!isOver) {
      for (const topic of waiting) {
        // Before it is sent, so that the same change anew meanwhile is told anew.
        waiting.delete(topic);
        // Whoever has just lost the organization hears of that, and of nothing that happens there later.
        const isLost = topic === 'memberships' && !(await isStillWelcome());
        yield `data: ${topic}\n\n`;
        if (isLost) return;
      }
      if (isOver) return;
      const isHeartbeat = await new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => resolve(true), Math.max(heartbeatAt - Date.now(), 0));
        timer.unref();
        wake = () => {
          clearTimeout(timer);
          resolve(false);
        };
      });
      if (!isHeartbeat) continue;
      heartbeatAt = Date.now() + heartbeatMs;
      if (!(await isStillWelcome())) return;
      yield ': still here\n\n';
    }
  } finally {
    remove();
  }
}
