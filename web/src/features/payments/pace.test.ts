import { expect, test } from 'vitest';
import { daysOf, monthlyPace } from './pace.ts';

const balance = { items: [{ currency: 'RUB' as const, amountMinor: 600_000, heldMinor: 0 }], daysLeft: 13 };

test('the pace agrees with how long the server says the balance lasts', () => {
  const month = monthlyPace(balance, 'RUB') as number;
  expect(daysOf(600_000, month)).toBe(13);
  expect(daysOf(1_200_000, month)).toBe(26);
});

test('the pace is unknown without charges, for another currency and for a balance of less than a day', () => {
  expect(monthlyPace({ ...balance, daysLeft: null }, 'RUB')).toBeNull();
  expect(monthlyPace({ ...balance, daysLeft: 0 }, 'RUB')).toBeNull();
  expect(monthlyPace(balance, 'USD')).toBeNull();
  expect(monthlyPace(undefined, 'RUB')).toBeNull();
});
