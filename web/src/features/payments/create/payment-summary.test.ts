// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { daysOf, lastingText, monthlyPace } from './payment-summary.tsx';

/** 30 000 ₽ a month; what is left lasts for a day and nine tenths. */
const balance = {
  items: [{ currency: 'RUB' as const, amountMinor: 190_000, heldMinor: 0 }],
  daysLeft: 1,
  monthMinor: 3_000_000,
};

test('the suggestion for a month is what a month costs, however little is left', () => {
  expect(monthlyPace(balance, 'RUB')).toBe(3_000_000);
  expect(monthlyPace({ ...balance, daysLeft: 0 }, 'RUB')).toBe(3_000_000);
});

test('days at the pace agree with how long the server says the balance lasts', () => {
  expect(daysOf(190_000, 3_000_000)).toBe(balance.daysLeft);
  expect(daysOf(3_000_000, 3_000_000)).toBe(30);
});

test('the pace is unknown without charges and for another currency', () => {
  expect(monthlyPace({ ...balance, daysLeft: null, monthMinor: null }, 'RUB')).toBeNull();
  expect(monthlyPace(balance, 'USD')).toBeNull();
  expect(monthlyPace(undefined, 'RUB')).toBeNull();
});

test('how long a balance lasts is said in days, and where nothing is charged yet in words instead of a dash', () => {
  const lasting = { now: 3_000_000, after: 3_000_000, daysLeft: 30, monthMinor: 3_000_000 };
  expect(lastingText(lasting)).toBe('примерно на 30\u00a0дней');
  expect(lastingText({ ...lasting, daysLeft: null, monthMinor: null })).toBe('пока нет списаний');
  expect(lastingText({ ...lasting, now: -100, after: -1, daysLeft: -1 })).toBe('—');
});

test('a top-up adds its days to what the server says, and after a debt lasts by itself', () => {
  // A charge of the whole month is near: at the pace alone it would be 30 days.
  const lasting = { now: 3_000_000, after: 3_000_000, daysLeft: 22, monthMinor: 3_000_000 };
  expect(lastingText(lasting)).toBe('примерно на 22\u00a0дня');
  expect(lastingText({ ...lasting, after: 4_000_000 })).toBe('примерно на 32\u00a0дня');
  expect(lastingText({ ...lasting, now: -1_000_000, after: 1_000_000, daysLeft: -1 })).toBe('примерно на 10\u00a0дней');
});
