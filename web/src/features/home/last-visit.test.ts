import { expect, test } from 'vitest';
import { nextVisit } from './last-visit.ts';

const noon = new Date('2026-11-14T12:00:00.000Z');
const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);

test('the first visit has no previous one', () => {
  expect(nextVisit(null, noon)).toEqual({ seenAt: noon.toISOString(), since: null });
});

test('a page opened within half an hour belongs to the same visit', () => {
  const visit = { seenAt: noon.toISOString(), since: '2026-11-13T09:00:00.000Z' };
  expect(nextVisit(visit, later(29))).toEqual({ seenAt: later(29).toISOString(), since: visit.since });
});

test('after half an hour news are counted from the last page view', () => {
  const visit = { seenAt: noon.toISOString(), since: null };
  expect(nextVisit(visit, later(31)).since).toBe(noon.toISOString());
});
