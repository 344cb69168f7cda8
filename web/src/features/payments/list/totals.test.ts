import { expect, test } from 'vitest';
import { totalsParts } from './totals.tsx';

const nothing = { currency: 'RUB' as const, paidMinor: 0, refundedMinor: 0, pendingMinor: 0, failedMinor: 0 };
const texts = (change: object) =>
  totalsParts({ ...nothing, ...change }).map(({ word, amount }) => `${word} ${amount}`.replaceAll('\u00a0', ' '));

test('totals separate paid, refunded, pending and failed amounts', () => {
  expect(texts({ paidMinor: 100_000, refundedMinor: 20_000, failedMinor: 30_000 })).toEqual([
    'Оплачено 1 000,00 ₽',
    'возвращено 200,00 ₽',
    'не прошло 300,00 ₽',
  ]);
  expect(texts({ pendingMinor: 500 })).toEqual(['Ждёт оплаты 5,00 ₽']);
});
