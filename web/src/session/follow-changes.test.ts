import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser, tokenOf } from '../../tests/fake-browser.ts';

interface Stream {
  url: string;
  bearer: string;
  send: (text: string) => void;
  end: () => void;
  isAborted: () => boolean;
}

const encoder = new TextEncoder();
let tokens: typeof import('./tokens.ts');
let queryClient: QueryClient;
let streams: Stream[];
let isServerAway: boolean;
let broadcast: (string | number)[];
let stop: (() => void) | undefined;

beforeEach(async () => {
  vi.useFakeTimers();
  fakeBrowser();
  streams = [];
  isServerAway = false;
  broadcast = [];
  vi.stubGlobal('fetch', openStream);
  vi.stubGlobal('BroadcastChannel', FakeChannel);
  vi.resetModules();
  tokens = await import('./tokens.ts');
  tokens.writeTokens({ accessToken: tokenOf(), refreshToken: 'refresh' });
  queryClient = new QueryClient();
});
afterEach(() => {
  stop?.();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

class FakeChannel {
  onmessage: ((message: { data: string | number }) => void) | null = null;
  static last: FakeChannel;
  constructor() {
    FakeChannel.last = this;
  }
  postMessage(message: string | number) {
    broadcast.push(message);
  }
  close() {}
}

async function openStream(
  url: string,
  { headers, signal }: { headers: { authorization: string }; signal: AbortSignal },
) {
  if (isServerAway) throw new TypeError('fetch failed');
  let controller: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
      signal.addEventListener('abort', () => given.error(signal.reason));
    },
  });
  streams.push({
    url,
    bearer: headers.authorization,
    send: (text) => controller.enqueue(encoder.encode(text)),
    end: () => controller.close(),
    isAborted: () => signal.aborted,
  });
  return new Response(body);
}

async function follow(): Promise<void> {
  const { followChanges } = await import('./follow-changes.ts');
  stop = followChanges(queryClient);
  await settle();
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const newest = () => streams.at(-1) as Stream;

/** Puts a fresh answer under each key; the result names those that have become stale since. */
function showFresh(...keys: string[]): () => string[] {
  for (const key of keys) queryClient.setQueryData([key, 'some'], 'shown');
  return () => keys.filter((key) => queryClient.getQueryState([key, 'some'])?.isInvalidated);
}

test('a topic makes stale what it is about and nothing else, and is broadcast to the other tabs', async () => {
  await follow();
  broadcast = [];
  const stale = showFresh('payments', 'dashboard', 'profile', 'balance');
  newest().send('data: payments\n\n');
  await settle();
  expect(stale()).toEqual(['payments', 'dashboard']);
  expect(broadcast).toEqual(['payments']);
});

test('a burst of notifications is one refetch half a second later', async () => {
  await follow();
  const stale = showFresh('notifications', 'profile');
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries');
  for (let turn = 0; turn < 50; turn += 1) newest().send('data: notifications\n\n');
  await settle();
  expect(stale()).toEqual([]);
  await vi.advanceTimersByTimeAsync(500);
  expect(stale()).toEqual(['notifications', 'profile']);
  expect(invalidate).toHaveBeenCalledTimes(1);
});

test('a line that comes in two pieces is one topic, and an unknown one is none', async () => {
  await follow();
  broadcast = [];
  newest().send(': still here\n\ndata: nonsense\n\ndata: refer');
  await settle();
  newest().send('rals\n\n');
  await settle();
  expect(broadcast).toEqual(['referrals']);
});

test('what another tab has heard makes this one ask again', async () => {
  await follow();
  const stale = showFresh('referrals', 'payments');
  FakeChannel.last.onmessage?.({ data: 'referrals' });
  expect(stale()).toEqual(['referrals']);
});

test('a tab that begins to listen broadcasts the age of its page, and receives again what was announced since', async () => {
  await follow();
  expect(broadcast).toEqual([expect.any(Number)]);
  newest().send('data: notifications\n\n');
  await settle();
  broadcast = [];
  FakeChannel.last.onmessage?.({ data: 1000 });
  expect(broadcast).toEqual(['notifications']);
  await vi.advanceTimersByTimeAsync(10_000);
  FakeChannel.last.onmessage?.({ data: 1000 });
  expect(broadcast).toEqual(['notifications']);
});

test('a query that has failed and shows nothing is left to the person, whatever changes', async () => {
  await follow();
  let asked = 0;
  const queryFn = async () => {
    asked += 1;
    throw new Error('refused');
  };
  const observer = new QueryObserver(queryClient, { queryKey: ['payments', 'some'], queryFn, retry: false });
  const unsubscribe = observer.subscribe(() => {});
  await settle();
  newest().send('data: payments\n\n');
  await settle();
  expect(asked).toBe(1);
  unsubscribe();
});

test('a balance that could not be refetched while the server was away follows changes again once it is back', async () => {
  let balance = '100';
  const queryFn = async () => {
    if (isServerAway) throw new Error('502');
    return balance;
  };
  const options = { queryKey: ['balance', 'some'], queryFn, retry: false, staleTime: 30_000 };
  const observer = new QueryObserver(queryClient, { ...options, networkMode: 'always' });
  const unsubscribe = observer.subscribe(() => {});
  await follow();
  isServerAway = true;
  newest().end();
  await vi.advanceTimersByTimeAsync(4000);
  expect(observer.getCurrentResult()).toMatchObject({ status: 'error', data: '100' });
  isServerAway = false;
  balance = '600';
  await vi.advanceTimersByTimeAsync(3000);
  expect(observer.getCurrentResult()).toMatchObject({ status: 'success', data: '600' });
  unsubscribe();
});

test("the first stream sends the page's age and leaves what is shown: the server sends what was missed", async () => {
  const stale = showFresh('payments', 'balance', 'received-invitations', 'profile', 'referrals');
  await follow();
  expect(newest().url).toMatch(/^\/api\/events\?ageMs=\d+$/);
  expect(stale()).toEqual([]);
});

test('a stream opened again makes everything stale: what happened in between was not heard', async () => {
  await follow();
  const stale = showFresh('payments', 'balance', 'received-invitations', 'profile', 'referrals');
  newest().end();
  await vi.advanceTimersByTimeAsync(3000);
  expect(newest().url).toBe('/api/events');
  expect(stale()).toHaveLength(5);
});

test('a stream that ends is opened again three seconds later', async () => {
  await follow();
  newest().end();
  await vi.advanceTimersByTimeAsync(2999);
  expect(streams).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(streams).toHaveLength(2);
});

test('a stream that was opened again many times leaves no listeners behind', async () => {
  const counts = new Map<EventTarget, number>();
  const watch = (name: 'addEventListener' | 'removeEventListener', by: number) => {
    const original = EventTarget.prototype[name];
    vi.spyOn(EventTarget.prototype, name).mockImplementation(function (
      this: EventTarget,
      type: string,
      callback: EventListenerOrEventListenerObject | null,
    ) {
      if (this instanceof AbortSignal) counts.set(this, (counts.get(this) ?? 0) + by);
      original.call(this, type, callback);
    });
  };
  watch('addEventListener', 1);
  watch('removeEventListener', -1);
  await follow();
  for (let turn = 0; turn < 20; turn += 1) {
    newest().end();
    await vi.advanceTimersByTimeAsync(3000);
  }
  vi.restoreAllMocks();
  expect(streams).toHaveLength(21);
  expect(Math.max(...counts.values())).toBeLessThan(10);
});

test('a stream without a heartbeat for a minute is taken for dead, and one with heartbeats is not', async () => {
  await follow();
  await vi.advanceTimersByTimeAsync(50_000);
  newest().send(': still here\n\n');
  await vi.advanceTimersByTimeAsync(59_999);
  expect(newest().isAborted()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(newest().isAborted()).toBe(true);
  await vi.advanceTimersByTimeAsync(3000);
  expect(streams).toHaveLength(2);
});

test('while no stream can be opened everything is asked for again, from the third failure on every 30 seconds', async () => {
  isServerAway = true;
  await follow();
  const rounds = () => broadcast.filter((topic) => topic === 'payments').length;
  expect(rounds()).toBe(1);
  await vi.advanceTimersByTimeAsync(6000);
  expect(rounds()).toBe(3);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(rounds()).toBe(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(rounds()).toBe(4);
});

test('another person or organization gets a stream of their own', async () => {
  await follow();
  const [first] = streams as [Stream];
  const accessToken = tokenOf({ org: 'vasilek' });
  tokens.writeTokens({ accessToken, refreshToken: 'other' });
  await vi.advanceTimersByTimeAsync(3000);
  expect(first.isAborted()).toBe(true);
  expect(newest().bearer).toBe(`Bearer ${accessToken}`);
});

test('a new pair of the same session keeps the stream', async () => {
  await follow();
  tokens.writeTokens({ accessToken: tokenOf({ expiresInMs: 1_200_000 }), refreshToken: 'next' });
  await vi.advanceTimersByTimeAsync(3000);
  expect(streams).toHaveLength(1);
  expect(newest().isAborted()).toBe(false);
});

test('whoever stops following leaves the stream and opens no other', async () => {
  await follow();
  stop?.();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(newest().isAborted()).toBe(true);
  expect(streams).toHaveLength(1);
});
