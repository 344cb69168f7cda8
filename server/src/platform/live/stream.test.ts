import type { FileAnswer } from '@kazna/contract/shared/endpoint';
import { expect, test, vi } from 'vitest';
import { uuidv7 } from '../db/uuid.ts';
import type { Api } from '../http/api.ts';
import type { Caller } from '../http/caller.ts';
import type { Listener } from './hub.ts';
import { liveRoutes } from './routes.ts';

const ours: Caller = {
  userId: uuidv7(),
  sessionId: uuidv7(),
  organizationId: uuidv7(),
  operatorRole: null,
  hasSecondFactor: false,
  isViewing: false,
};

/** The route's stream; `found` is what later checks of the session return. */
function read(found: Caller | null = ours) {
  let listener: Listener | undefined;
  const add = (one: Listener) => {
    listener = one;
    return () => {};
  };
  const hub = { start: async () => {}, close: async () => {}, add };
  let stream: Promise<FileAnswer> | undefined;
  const on = (_: unknown, handler: (call: { caller: Caller; query: object }) => Promise<FileAnswer>) => {
    stream = handler({ caller: ours, query: {} });
  };
  liveRoutes({ on } as unknown as Api, hub, async () => found);
  let chunks: AsyncIterator<string | Uint8Array> | undefined;
  const next = async () => {
    chunks ??= ((await stream) as FileAnswer).chunks[Symbol.asyncIterator]();
    return (await chunks.next()).value as string | undefined;
  };
  return { next, subscriber: () => listener as Listener };
}

test('a live topic announced again while a slow reader waits is sent again', async () => {
  const { next, subscriber } = read();
  await next();
  subscriber().onTopic('balance');
  expect(await next()).toBe('data: balance\n\n');
  subscriber().onTopic('balance');
  expect(await next()).toBe('data: balance\n\n');
});

test('a live topic announced several times between reads is sent once', async () => {
  const { next, subscriber } = read();
  await next();
  for (let turn = 0; turn < 5; turn += 1) subscriber().onTopic('balance');
  subscriber().onTopic('payments');
  expect([await next(), await next()]).toEqual(['data: balance\n\n', 'data: payments\n\n']);
});

test('a stopped server sends nothing more to live streams, even to a slow reader', async () => {
  const { next, subscriber } = read();
  await next();
  subscriber().onTopic('balance');
  await next();
  subscriber().onEnd();
  expect(await next()).toBeUndefined();
});

test.each([
  ['session has ended', null],
  ['organization is lost', { ...ours, organizationId: null }],
])('a live stream whose %s ends within a heartbeat, however busy the organization', async (_what, found) => {
  vi.useFakeTimers();
  const { next, subscriber } = read(found);
  const sent: (string | undefined)[] = [];
  const reading = (async () => {
    do sent.push(await next());
    while (sent.at(-1) !== undefined);
  })();
  for (let second = 0; second < 25; second += 5) {
    await vi.advanceTimersByTimeAsync(5_000);
    subscriber().onTopic('balance');
  }
  vi.useRealTimers();
  await reading;
  expect(sent.length).toBeLessThan(7);
});
