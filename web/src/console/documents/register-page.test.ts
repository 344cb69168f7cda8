// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { shownPeriod } from './register-page.tsx';

test('the register opens with the last month that is over, and ignores an invalid month', () => {
  expect(shownPeriod({}, '2026-01-15')).toBe('2025-12');
  expect(shownPeriod({ period: '2026-13' }, '2026-03-01')).toBe('2026-02');
  expect(shownPeriod({ period: '2025-07' }, '2026-03-01')).toBe('2025-07');
});
