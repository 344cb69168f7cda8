import { expect, test } from 'vitest';
import { withDots } from './range-forms.tsx';

test('a date typed as digits gets its dots', () => {
  const typed = (keys: string) => [...keys].reduce((text, key) => withDots(text + key), '');
  expect(typed('14112026')).toBe('14.11.2026');
  expect(typed('14.11.2026')).toBe('14.11.2026');
  expect(typed('1.2.2026')).toBe('1.2.2026');
  expect(typed('14')).toBe('14');
});

test('a deleted dot in a date field stays deleted', () => {
  expect(withDots('14.11')).toBe('14.11');
  expect(withDots('14')).toBe('14');
});
