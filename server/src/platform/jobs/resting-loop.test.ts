import { expect, onTestFinished, test, vi } from 'vitest';
import { type RestingLoopOptions, settleWithin, startRestingLoop } from './resting-loop.ts';

/** No test waits so long: what runs again was woken. */
const longRestMs = 60_000;

function start(options: Partial<RestingLoopOptions> & Pick<RestingLoopOptions, 'step'>) {
  const loop = startRestingLoop({ restMs: longRestMs, onError: () => {}, ...options });
  onTestFinished(() => loop.stop());
  return loop;
}

test('a resting loop runs its step at once and again after each rest', async () => {
  const step = vi.fn(async () => false);
  start({ step, restMs: 1 });
  expect(step).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(step.mock.calls.length).toBeGreaterThan(2));
});

test('a resting loop takes no rest while its step has more to do', async () => {
  let left = 3;
  const step = vi.fn(async () => {
    left -= 1;
    return left > 0;
  });
  start({ step });
  await vi.waitFor(() => expect(step).toHaveBeenCalledTimes(3));
});

test('a wake ends the rest of a resting loop', async () => {
  const step = vi.fn(async () => false);
  const loop = start({ step });
  await Promise.resolve();
  loop.wake();
  await vi.waitFor(() => expect(step).toHaveBeenCalledTimes(2));
});

test('a wake during a round of a resting loop leaves out the rest after it', async () => {
  const round = Promise.withResolvers<boolean>();
  const step = vi.fn(() => round.promise);
  const loop = start({ step });
  loop.wake();
  round.resolve(false);
  await vi.waitFor(() => expect(step).toHaveBeenCalledTimes(2));
});

test('a resting loop reports a failed round and goes on after a rest', async () => {
  const errors: Error[] = [];
  const step = vi.fn(async () => {
    throw new Error(`round ${step.mock.calls.length}`);
  });
  start({ step, restMs: 1, onError: (error) => errors.push(error) });
  await vi.waitFor(() => expect(errors.slice(0, 2).map(({ message }) => message)).toEqual(['round 1', 'round 2']));
});

test('a stop ends the rest of a resting loop and begins no further round', async () => {
  const step = vi.fn(async () => false);
  const loop = start({ step });
  await loop.stop();
  loop.wake();
  expect(step).toHaveBeenCalledTimes(1);
});

test('a stop aborts the signal of the running round and waits for its end', async () => {
  const round = Promise.withResolvers<boolean>();
  const signals: AbortSignal[] = [];
  const step = vi.fn((signal: AbortSignal) => {
    signals.push(signal);
    return round.promise;
  });
  const loop = start({ step });
  let isStopped = false;
  const stopped = loop.stop().then(() => {
    isStopped = true;
  });
  await Promise.resolve();
  expect([signals[0]?.aborted, isStopped]).toEqual([true, false]);
  round.resolve(true);
  await stopped;
  expect(step).toHaveBeenCalledTimes(1);
});

test('settleWithin resolves with the last work, or at its timeout when work goes on', async () => {
  const events: string[] = [];
  const work = Promise.resolve().then(() => void events.push('work'));
  await settleWithin([work], longRestMs);
  expect(events).toEqual(['work']);
  await settleWithin([new Promise(() => {})], 1);
});
