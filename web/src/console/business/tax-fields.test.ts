import { expect, test } from 'vitest';
import { businessToday, describePeriods } from './tax-fields.tsx';

test('the tax period in force is the last one that has begun, in any order', () => {
  const periods = [
    { from: '2020-01-01', regime: 'usn', vat: null },
    { from: '2027-01-01', regime: 'osno', vat: 22 },
    { from: '2026-01-01', regime: 'usn', vat: 5 },
  ] as const;
  expect(describePeriods(periods, '2026-11-16').map(({ text, when }) => `${text} ${when}`)).toEqual([
    'ОСНО, НДС 22\u00a0%, УПД будет с 1 января 2027',
    'УСН, НДС 5\u00a0%, УПД действует с 1 января 2026',
    'УСН, без НДС, акты действовал с 1 января 2020',
  ]);
});

test('the business’s day begins at midnight in Moscow', () => {
  expect(businessToday(new Date('2025-12-31T20:59:00Z'))).toBe('2025-12-31');
  expect(businessToday(new Date('2025-12-31T21:00:00Z'))).toBe('2026-01-01');
});
