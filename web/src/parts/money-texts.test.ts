import { expect, test } from 'vitest';
import { heldText } from './money-texts.ts';

const balance = (currency: 'RUB' | 'USD', heldMinor: number) => ({ currency, amountMinor: 500, heldMinor });

test('what is set aside is named by currency, and nothing is said of zeros', () => {
  expect(heldText(undefined)).toBe('');
  expect(heldText([balance('RUB', 0)])).toBe('');
  expect(heldText([balance('RUB', 120_000), balance('USD', 0)])).toBe('В резерве 1\u00a0200,00\u00a0₽');
  expect(heldText([balance('RUB', 100), balance('USD', 250)])).toBe('В резерве 1,00\u00a0₽, 2,50\u00a0$');
});
