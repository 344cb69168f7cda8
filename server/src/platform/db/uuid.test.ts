import { id } from '@kazna/contract/shared/fields';
import { check } from '@kazna/contract/shared/validation';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createUuidGenerator, uuidv7 } from './uuid.ts';

const steps = fc.array(fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, fc.integer({ min: -5000, max: 5000 })), {
  maxLength: 300,
});

test('UUIDs are monotonic whatever the clock does', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_600_000_000_000, max: 4_000_000_000_000 }), steps, (start, moves) => {
      let time = start;
      const next = createUuidGenerator(() => time);
      const ids = moves.map((move) => {
        time += move;
        return next();
      });
      expect(ids).toEqual([...ids].sort());
      expect(new Set(ids).size).toBe(ids.length);
    }),
  );
});

test('100,000 UUIDs of one millisecond are monotonic and unique', () => {
  const next = createUuidGenerator(() => 1_700_000_000_000);
  const ids = Array.from({ length: 100_000 }, next);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((one, at) => at === 0 || one > (ids[at - 1] as string))).toBe(true);
});

test('an id is a UUIDv7 that begins with its time', () => {
  const time = 1_700_000_000_123;
  const timeOf = (one: string) => Number.parseInt(one.replaceAll('-', '').slice(0, 12), 16);
  for (const one of [createUuidGenerator(() => time)(), uuidv7(time)]) {
    expect(timeOf(one)).toBe(time);
    expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(check(id, one).errors).toBeUndefined();
  }
  expect(Math.abs(timeOf(uuidv7()) - Date.now())).toBeLessThan(60_000);
});
