import { expect, test } from 'vitest';
import { type ChargedDays, subscriptionSums } from './subscription-sums.ts';

const usage = (day: string, quantity: string, amountMinor: number): ChargedDays => ({
  ...{ subscriptionId: 's', versionId: 'v', isSetup: false, service: 'Хранилище', tariff: 'По объёму', unit: 'шт.' },
  ...{ quantity: 1, from: `2026-04-0${day}`, to: `2026-04-0${Number(day) + 1}`, isCharged: true, credited: null },
  ...{ used: { meter: 'Объём', unit: 'ГБ', quantity }, amountMinor },
});
const said = (charges: ChargedDays[]) =>
  subscriptionSums(charges).map(({ name, quantity, amountMinor }) => [name, quantity, amountMinor]);

test('usage that was given back over several charges lowers the quantity of all of them together', () => {
  // Eight were taken back: all of the last day's five, and three of the day before.
  expect(said([usage('1', '5.000000', 50), usage('2', '5.000000', 20), usage('3', '-3.000000', 0)])).toEqual([
    ['Хранилище «По объёму», Объём, 01.04.2026–02.04.2026', 7, 70],
  ]);
});

test('usage of which the money alone was given back keeps its quantity out of other lines', () => {
  expect(said([usage('1', '5.000000', 50), usage('3', '4.000000', 0)])).toEqual([
    ['Хранилище «По объёму», Объём, 01.04.2026', 5, 50],
  ]);
});
