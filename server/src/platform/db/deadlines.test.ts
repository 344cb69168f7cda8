import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Deadlines } from './deadlines.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('each deadline passes at its own time, and one that has ended never does', () => {
  const passed: string[] = [];
  const deadlines = new Deadlines(100);
  const begin = (name: string) => deadlines.begin(() => passed.push(name));
  begin('first');
  vi.advanceTimersByTime(40);
  const ended = begin('ended');
  vi.advanceTimersByTime(40);
  begin('last');
  deadlines.end(ended);
  vi.advanceTimersByTime(19);
  expect(passed).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(passed).toEqual(['first']);
  vi.advanceTimersByTime(79);
  expect(passed).toEqual(['first']);
  vi.advanceTimersByTime(1);
  expect(passed).toEqual(['first', 'last']);
});

test('deadlines that begin after all others are over, or as one passes, pass as well', () => {
  const passed: string[] = [];
  const deadlines = new Deadlines(100);
  deadlines.end(deadlines.begin(() => passed.push('ended')));
  vi.advanceTimersByTime(1000);
  deadlines.begin(() => {
    passed.push('first');
    deadlines.begin(() => passed.push('second'));
  });
  vi.advanceTimersByTime(100);
  expect(passed).toEqual(['first']);
  vi.advanceTimersByTime(100);
  expect(passed).toEqual(['first', 'second']);
  expect(vi.getTimerCount()).toBe(0);
});
