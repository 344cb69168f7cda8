import { followChanges as endpoint, type Topic, topics } from '@kazna/contract/cabinet/events';
import type { QueryClient } from '@tanstack/react-query';
import { chunksOf, openStream } from '../../api/open-stream.ts';
import { onIdentityChange } from '../identity.ts';

/** What a topic makes stale: the first words of query keys. */
const stale: Record<Topic, string[]> = {
  payments: ['payments', 'dashboard'],
  balance: ['balance', 'dashboard', 'operations'],
  invitations: ['received-invitations'],
  memberships: ['profile', 'organization'],
  referrals: ['referrals'],
};

/** Without a stream everything shown is asked for again this often. */
const pollingMs = 30_000;
const reconnectMs = 3000;
/** The server says something every 20 seconds; a connection as silent as this is dead, even if nobody has told. */
const silenceMs = 60_000;

/**
 * Keeps what all tabs show up to date. One tab of the browser holds the connection and tells the others; when it closes,
 * another takes over. The answer stops following.
 */
export function followChanges(queryClient: QueryClient): () => void {
  const tabs = new BroadcastChannel('changes');
  const stop = new AbortController();
  const refetch = (topic: Topic) => {
    const words = stale[topic];
    void queryClient.invalidateQueries({
      predicate: ({ queryKey, state }) => state.status !== 'error' && words.includes(String(queryKey[0])),
    });
  };
  const tell = (topic: Topic) => {
    tabs.postMessage(topic);
    refetch(topic);
  };
  tabs.onmessage = ({ data }) => refetch(data as Topic);
  navigator.locks
    ?.request('changes', { signal: stop.signal }, () => lead(tell, stop.signal))
    .catch(() => {
      // Stopped while another tab was leading.
    });
  return () => {
    stop.abort();
    tabs.close();
  };
}

async function lead(tell: (topic: Topic) => void, signal: AbortSignal): Promise<void> {
  let current = new AbortController();
  // The server follows the person and the organization that opened the stream.
  const forget = onIdentityChange(() => current.abort());
  signal.addEventListener('abort', () => current.abort());
  let failures = 0;
  while (!signal.aborted) {
    current = new AbortController();
    const isOpened = await listen(tell, current).catch(() => false);
    failures = isOpened ? 0 : failures + 1;
    if (!isOpened) for (const topic of topics) tell(topic);
    if (!signal.aborted) await pause(failures > 2 ? pollingMs : reconnectMs, signal);
  }
  forget();
}

/** Tells whether the stream was there at all. */
async function listen(tell: (topic: Topic) => void, connection: AbortController): Promise<boolean> {
  const waitLonger = () => setTimeout(() => connection.abort(), silenceMs);
  let silence = waitLonger();
  const onHeard = () => {
    clearTimeout(silence);
    silence = waitLonger();
  };
  try {
    const response = await openStream(endpoint, {}, connection.signal);
    // Whatever happened before the stream was open was not heard.
    for (const topic of topics) tell(topic);
    await passOn(chunksOf(response, connection.signal), tell, onHeard).catch(() => {
      // Cut off: it is opened again.
    });
    return true;
  } finally {
    clearTimeout(silence);
  }
}

async function passOn(
  chunks: AsyncIterable<Uint8Array>,
  tell: (topic: Topic) => void,
  onHeard: () => void,
): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    onHeard();
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const topic = topics.find((one) => line === `data: ${one}`);
      if (topic) tell(topic);
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
