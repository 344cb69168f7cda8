import { expect, test } from 'vitest';
import { estimateStrength } from './new-password-field.tsx';

test.each(['', 'Aa1!', '12345678', 'aaaaaaaaaaaaaaaa', 'abcdefgh', 'password', 'qwertyui'])(
  '%s is weak',
  (password) => {
    expect(estimateStrength(password)).toBe('слабый');
  },
);

test.each(['tramvay77', 'Kot1959ov', 'молокорека'])('%s is middling', (password) => {
  expect(estimateStrength(password)).toBe('средний');
});

test.each(['correct horse battery', 'зелёный трамвай у моста', 'vT9#mQ2!xL4z'])('%s is strong', (password) => {
  expect(estimateStrength(password)).toBe('надёжный');
});
