import { setImmediate as nextTurn } from 'node:timers/promises';
import pino from 'pino';
import { expect, test } from 'vitest';
import { stopInOrder } from './stop.ts';

const log = pino({ level: 'silent' });
const step = (name: string, close: () => Promise<unknown>) => ({ name, close, timeoutMs: 50 });

test('a stop closes everything in order, each after the one before it', async () => {
  const closed: string[] = [];
  const closing = (name: string) =>
    step(name, async () => {
      await nextTurn();
      closed.push(name);
    });
  expect(await stopInOrder(log, [closing('http'), closing('queue'), closing('database')])).toBe(true);
  expect(closed).toEqual(['http', 'queue', 'database']);
});

test('a part that never closes or fails to close does not keep the stop from ending', async () => {
  let isDatabaseClosed = false;
  const steps = [
    step('http', () => new Promise(() => {})),
    step('queue', () => Promise.reject(new Error('away'))),
    step('database', async () => {
      isDatabaseClosed = true;
    }),
  ];
  expect(await stopInOrder(log, steps)).toBe(false);
  expect(isDatabaseClosed).toBe(true);
});
