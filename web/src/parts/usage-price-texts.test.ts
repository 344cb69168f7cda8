import type { MeterTerms, UsagePrice } from '@kazna/contract/shared/usage-price';
import { expect, test } from 'vitest';
import { usagePriceTexts } from './usage-price-texts.ts';

const names = [{ key: 'traffic', name: 'Трафик', unit: 'ГБ' }];

function textOf(price: UsagePrice, terms: Partial<MeterTerms> = {}): string | undefined {
  const meter = { meter: 'traffic', price, includedQuantity: 0, minimumMinor: 0, ...terms };
  return usagePriceTexts({ meters: [meter], currency: 'RUB' }, names)[0]?.replaceAll('\u00a0', ' ');
}

const tiers = [
  { upTo: '1000', unitMinor: 500, flatMinor: 0 },
  { upTo: null, unitMinor: '0.5', flatMinor: 10_000 },
];

test.each<[UsagePrice, string]>([
  [{ model: 'unit', unitMinor: 500 }, 'Трафик: 5,00 ₽ за 1 ГБ'],
  [{ model: 'unit', unitMinor: '0.000001' }, 'Трафик: 0,00000001 ₽ за 1 ГБ'],
  [{ model: 'unit', unitMinor: '123456789' }, 'Трафик: 1 234 567,89 ₽ за 1 ГБ'],
  [{ model: 'package', size: '10', packageMinor: 9_900 }, 'Трафик: 99,00 ₽ за каждые 10 ГБ'],
  [{ model: 'graduated', tiers }, 'Трафик: до 1 000 ГБ 5,00 ₽ за 1 ГБ, дальше 0,005 ₽ за 1 ГБ и 100,00 ₽ за ступень'],
  [{ model: 'graduated', tiers: tiers.slice(1) }, 'Трафик: 0,005 ₽ за 1 ГБ и 100,00 ₽ за ступень'],
  [
    { model: 'volume', tiers },
    'Трафик: весь расход по цене ступени: до 1 000 ГБ 5,00 ₽ за 1 ГБ, дальше 0,005 ₽ за 1 ГБ и 100,00 ₽ за ступень',
  ],
])('a price of usage by %o is said as people read it', (price, text) => {
  expect(textOf(price)).toBe(text);
});

test('included quantity and the least sum stand beside the price', () => {
  expect(textOf({ model: 'unit', unitMinor: 500 }, { includedQuantity: '100.5', minimumMinor: 30_000 })).toBe(
    'Трафик: 100,5 ГБ в цене, сверх них 5,00 ₽ за 1 ГБ, не меньше 300,00 ₽ за период',
  );
});

test('a meter whose name has not come is named by its key', () => {
  const meter = {
    meter: 'calls',
    price: { model: 'unit' as const, unitMinor: 1 },
    includedQuantity: 0,
    minimumMinor: 0,
  };
  expect(usagePriceTexts({ meters: [meter], currency: 'RUB' })[0]).toContain('calls: 0,01');
});
