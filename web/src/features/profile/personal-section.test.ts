// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { formatPhone, internationalPhone } from './personal-section.tsx';

test.each(['89001234567', '8 (900) 123-45-67', '79001234567', '900 123 45 67', '+7 900 123-45-67'])(
  'the Russian phone %s is shown in the common format',
  (typed) => {
    expect(formatPhone(typed)).toBe('+7 900 123-45-67');
  },
);

test.each(['', '+375291234567', '12', 'нет телефона'])('the phone «%s» stays as typed', (typed) => {
  expect(formatPhone(typed)).toBe(typed);
  expect(internationalPhone(typed)).toBe(typed);
});
