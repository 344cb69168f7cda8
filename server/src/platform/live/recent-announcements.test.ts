import { topics } from '@kazna/contract/cabinet/events';
import { expect, test } from 'vitest';
import { createRecentAnnouncements } from './recent-announcements.ts';

const anna = { userId: 'anna', organizationId: 'romashka' };

function listening() {
  const recent = createRecentAnnouncements();
  recent.restart(0);
  return recent;
}

test('topics announced to the person or the organization since the page was loaded are returned, others are not', () => {
  const recent = listening();
  recent.add({ organizationId: 'romashka', topic: 'payments' }, 90_000);
  recent.add({ userId: 'anna', topic: 'invitations' }, 99_000);
  recent.add({ userId: 'boris', topic: 'referrals' }, 99_000);
  recent.add({ organizationId: 'vasilek', topic: 'balance' }, 99_000);
  expect(recent.since(1000, anna, 100_000)).toEqual(['invitations']);
  expect(recent.since(6000, anna, 100_000)).toEqual(['payments', 'invitations']);
  expect(recent.since(1000, { userId: 'vera', organizationId: null }, 100_000)).toEqual([]);
});

test('every topic is returned to a page older than the announcements that are known', () => {
  const recent = listening();
  expect(recent.since(1000, anna, 5000)).toEqual(topics);
  expect(recent.since(1000, anna, 6000)).toEqual([]);
  recent.restart(100_000);
  expect(recent.since(1000, anna, 103_000)).toEqual(topics);
  expect(createRecentAnnouncements().since(0, anna, 1e9)).toEqual(topics);
});

test('an announcement that was dropped for its age makes older pages ask for everything', () => {
  const recent = listening();
  recent.add({ organizationId: 'romashka', topic: 'balance' }, 20_000);
  recent.add({ organizationId: 'vasilek', topic: 'balance' }, 90_000);
  expect(recent.since(80_000, anna, 100_000)).toEqual(topics);
  expect(recent.since(70_000, anna, 100_000)).toEqual([]);
});
