import { once } from 'node:events';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createSlots, releaseAtEnd } from './concurrency-slots.ts';

const of = (key: string, max = 2) => ({ key, max });

test('concurrency slots are limited by key, and a refusal acquires none', () => {
  const slots = createSlots(30);
  const release = slots.acquire(of('anna'), of('all', 3));
  slots.acquire(of('anna'), of('all', 3));
  expect(() => slots.acquire(of('anna'), of('all', 3))).toThrow('too_many_requests');
  slots.acquire(of('boris'), of('all', 3));
  expect(() => slots.acquire(of('clara'), of('all', 3))).toThrow('too_many_requests');
  release();
  release();
  slots.acquire(of('clara'), of('all', 3));
  expect(() => slots.acquire(of('clara'), of('all', 3))).toThrow('too_many_requests');
});

async function* three() {
  yield 'a';
  yield 'b';
  yield 'c';
}

function released() {
  let times = 0;
  const chunks = releaseAtEnd(three(), () => {
    times += 1;
  });
  return { chunks, times: () => times };
}

test('a concurrency slot is released when its stream ends', async () => {
  const { chunks, times } = released();
  const seen: string[] = [];
  for await (const chunk of chunks) seen.push(chunk);
  expect(seen).toEqual(['a', 'b', 'c']);
  expect(times()).toBeGreaterThan(0);
});

test.each([0, 1])('a slot is released when the reader leaves after %i chunks', async (count) => {
  const { chunks, times } = released();
  const stream = Readable.from(chunks, { highWaterMark: 1 });
  if (count > 0) {
    await once(stream, 'readable');
    stream.read();
  }
  stream.destroy();
  await expect.poll(times).toBeGreaterThan(0);
});
