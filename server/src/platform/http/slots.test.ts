import { once } from 'node:events';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createSlots, releasedAtEnd } from './slots.ts';

const of = (key: string, most = 2) => ({ key, most });

test('no more than the limit are held at once, key by key, and a refusal takes nothing', () => {
  const slots = createSlots(30);
  const release = slots.take(of('anna'), of('all', 3));
  slots.take(of('anna'), of('all', 3));
  expect(() => slots.take(of('anna'), of('all', 3))).toThrow('too_many_requests');
  slots.take(of('boris'), of('all', 3));
  expect(() => slots.take(of('clara'), of('all', 3))).toThrow('too_many_requests');
  release();
  release();
  slots.take(of('clara'), of('all', 3));
  expect(() => slots.take(of('clara'), of('all', 3))).toThrow('too_many_requests');
});

async function* three() {
  yield 'a';
  yield 'b';
  yield 'c';
}

function released() {
  let times = 0;
  const chunks = releasedAtEnd(three(), () => {
    times += 1;
  });
  return { chunks, times: () => times };
}

test('a slot is given back when the stream ends', async () => {
  const { chunks, times } = released();
  const seen: string[] = [];
  for await (const chunk of chunks) seen.push(chunk);
  expect(seen).toEqual(['a', 'b', 'c']);
  expect(times()).toBeGreaterThan(0);
});

test.each([0, 1])('a slot is given back when the reader leaves after %i chunks', async (count) => {
  const { chunks, times } = released();
  const stream = Readable.from(chunks, { highWaterMark: 1 });
  if (count > 0) {
    await once(stream, 'readable');
    stream.read();
  }
  stream.destroy();
  await expect.poll(times).toBeGreaterThan(0);
});
