import { expect, test } from 'vitest';
import { groupTypedAmount } from './typed-amount.tsx';

/** `|` marks the caret. */
function typed(marked: string): string {
  const { text, caret } = groupTypedAmount({ text: marked.replace('|', ''), caret: marked.indexOf('|') });
  return `${text.slice(0, caret)}|${text.slice(caret)}`.replaceAll('\u00a0', ' ');
}

test.each([
  ['1|', '1|'],
  ['1250|', '1 250|'],
  ['12500,5|', '12 500,5|'],
  ['1 2500|', '12 500|'],
  ['1234567.|', '1 234 567.|'],
  ['1 2|34 567', '1 2|34 567'],
  ['12500 ₽|', '12 500|'],
  ['12 34|', '1 234|'],
  ['9|1 000', '9|1 000'],
  ['|12500', '|12 500'],
])('digits of %j are grouped with the caret at the same digit: %j', (text, expected) => {
  expect(typed(text)).toBe(expected);
});

test.each(['', 'сто', '1,2,3', '-500', '1.500,50', '5e3'])('%j is no plain amount and stays as typed', (text) => {
  expect(groupTypedAmount({ text, caret: text.length })).toEqual({ text, caret: text.length });
});

test('a fraction that is too long is not cut: a shorter one would be another amount', () => {
  expect(groupTypedAmount({ text: '1.500', caret: 5 }).text).toBe('1.500');
});
