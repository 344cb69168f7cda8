import { followChanges as endpoint, type Topic, topics } from '@kazna/contract/cabinet/events';
import type { QueryClient, QueryState } from '@tanstack/react-query';
import { dropEarlyCalls } from '../api/early-calls.ts';
import { chunksOf, openStream } from '../api/open-stream.ts';
import type { KeyRoot } from '../queries/keys.ts';
import { onIdentityChange } from './tokens.ts';

const rootsByTopic: Record<Topic, KeyRoot[]> = {
  payments: ['payments', 'dashboard', 'documents'],
  // Money that comes for an invoice changes the balance.
  balance: ['balance', 'dashboard', 'operations', 'documents'],
  invitations: ['received-invitations'],
  memberships: ['profile', 'organization'],
  referrals: ['referrals'],
  notifications: ['notifications', 'profile'],
  subscriptions: ['subscriptions', 'dashboard'],
  requests: ['requests'],
};

/** A burst of these is one refetch. */
const debouncesMs: Partial<Record<Topic, number>> = { notifications: 500 };

/** Polling interval while the stream cannot be opened. */
const pollingMs = 30_000;
const reconnectMs = 3000;
/** The server sends a heartbeat every 20 seconds; no heartbeat for longer means a dead connection. */
const idleTimeoutMs = 60_000;
/** What an answer may take on its way: it may be older than the page that shows it. */
const marginMs = 5000;

/**
 * Invalidates queries on live updates. One tab owns the connection, guarded by a lock, and broadcasts to the others; when
 * it closes, another tab takes over. A tab begins to listen after its first calls were answered: it sends the age of its
 * page, and the owner repeats what was announced since. Returns a function that stops it.
 */
export function followChanges(queryClient: QueryClient): () => void {
  const tabs = new BroadcastChannel('changes');
  const stop = new AbortController();
  const refetchNow = (topic: Topic) => {
    dropEarlyCalls();
    const roots: string[] = rootsByTopic[topic];
    // A page that shows a failure offers a retry; what failed to be refetched still shows old data and goes on following.
    const isShown = ({ status, data }: QueryState) => status !== 'error' || data !== undefined;
    void queryClient.invalidateQueries({
      predicate: ({ queryKey, state }) => isShown(state) && roots.includes(String(queryKey[0])),
    });
  };
  const waiting = new Set<Topic>();
  const refetch = (topic: Topic) => {
    const debounceMs = debouncesMs[topic];
    if (debounceMs === undefined) return refetchNow(topic);
    if (waiting.has(topic)) return;
    waiting.add(topic);
    setTimeout(() => {
      waiting.delete(topic);
      if (!stop.signal.aborted) refetchNow(topic);
    }, debounceMs);
  };
  const announcedAt = new Map<Topic, number>();
  let isLeader = false;
  let oldestPageAt = performance.now() - pageAgeMs();
  const publish = (topic: Topic) => {
    announcedAt.set(topic, performance.now());
    tabs.postMessage(topic);
    refetch(topic);
  };
  const repeatSince = (ageMs: number) => {
    const since = performance.now() - ageMs;
    oldestPageAt = Math.min(oldestPageAt, since);
    if (!isLeader) return;
    for (const [topic, at] of announcedAt) if (at >= since - marginMs) tabs.postMessage(topic);
  };
  tabs.onmessage = ({ data }) => (typeof data === 'number' ? repeatSince(data) : refetch(data as Topic));
  tabs.postMessage(pageAgeMs());
  navigator.locks
    ?.request('changes', { signal: stop.signal }, () => {
      isLeader = true;
      return runAsLeader(publish, Math.ceil(performance.now() - oldestPageAt), stop.signal);
    })
    .catch(() => {
      // Aborted while waiting for the lock.
    });
  return () => {
    stop.abort();
    tabs.close();
  };
}

async function runAsLeader(publish: (topic: Topic) => void, oldestPageMs: number, signal: AbortSignal): Promise<void> {
  let current = new AbortController();
  // A stream belongs to the person and the organization that opened it.
  const unsubscribe = onIdentityChange(() => current.abort());
  signal.addEventListener('abort', () => current.abort());
  let failures = 0;
  // Nothing that a page shows is older than the page; after a reconnect that is not enough.
  let ageMs: number | undefined = oldestPageMs;
  while (!signal.aborted) {
    current = new AbortController();
    const isOpened = await listen(publish, current, ageMs).catch(() => false);
    ageMs = undefined;
    failures = isOpened ? 0 : failures + 1;
    if (!isOpened) for (const topic of topics) publish(topic);
    if (!signal.aborted) await sleep(failures > 2 ? pollingMs : reconnectMs, signal);
  }
  unsubscribe();
}

/** Some browsers stop one clock while the machine sleeps; the other may be set back. */
function pageAgeMs(): number {
  return Math.ceil(Math.max(performance.now(), Date.now() - performance.timeOrigin));
}

/** Returns whether the stream was opened. */
async function listen(
  publish: (topic: Topic) => void,
  connection: AbortController,
  ageMs: number | undefined,
): Promise<boolean> {
  const startIdleTimer = () => setTimeout(() => connection.abort(), idleTimeoutMs);
  let idleTimer = startIdleTimer();
  const resetIdleTimer = () => {
    clearTimeout(idleTimer);
    idleTimer = startIdleTimer();
  };
  try {
    const response = await openStream(endpoint, { query: { ageMs } }, connection.signal);
    // Changes made before the stream opened were missed; with an age the server sends them.
    if (ageMs === undefined) for (const topic of topics) publish(topic);
    await readTopics(chunksOf(response, connection.signal), publish, resetIdleTimer).catch(() => {
      // Disconnected: the caller reconnects.
    });
    return true;
  } finally {
    clearTimeout(idleTimer);
  }
}

async function readTopics(
  chunks: AsyncIterable<Uint8Array>,
  publish: (topic: Topic) => void,
  resetIdleTimer: () => void,
): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    resetIdleTimer();
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const topic = topics.find((one) => line === `data: ${one}`);
      if (topic) publish(topic);
    }
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
