import type { MeterNames } from '@kazna/contract/cabinet/services';
import { type Currency, currencySign, formatMoney, groupThousands } from '@kazna/contract/shared/money';
import type { TariffTerms } from '@kazna/contract/shared/tariffs';
import { type MeterTerms, type Tier, toMillionths, type UsagePrice } from '@kazna/contract/shared/usage-price';

type Quantity = MeterTerms['includedQuantity'];

/** Returns «Трафик: 100 ГБ в цене, сверх них 5,00 ₽ за 1 ГБ» of each meter, in the order of the terms. */
export function usagePriceTexts(
  { meters, currency }: Pick<TariffTerms, 'meters' | 'currency'>,
  names: MeterNames = [],
): string[] {
  return meters.map((terms) => {
    const { name, unit } = names.find(({ key }) => key === terms.meter) ?? { name: terms.meter, unit: 'ед.' };
    return `${name}: ${usagePriceText(terms, unit, currency)}`;
  });
}

function usagePriceText(
  { price, includedQuantity, minimumMinor }: MeterTerms,
  unit: string,
  currency: Currency,
): string {
  const isIncluded = (toMillionths(includedQuantity) ?? 0n) > 0n;
  const parts = [
    isIncluded ? `${quantityText(includedQuantity, unit)} в\u00a0цене, сверх них ` : '',
    priceText(price, unit, currency),
    minimumMinor > 0 ? `, не\u00a0меньше ${formatMoney({ amountMinor: minimumMinor, currency })} за период` : '',
  ];
  return parts.join('');
}

function priceText(price: UsagePrice, unit: string, currency: Currency): string {
  switch (price.model) {
    case 'unit':
      return `${rateText(price.unitMinor, currency)} за\u00a01\u00a0${unit}`;
    case 'package':
      return `${formatMoney({ amountMinor: price.packageMinor, currency })} за каждые ${quantityText(price.size, unit)}`;
    case 'graduated':
      return tiersText(price.tiers, unit, currency);
    case 'volume':
      return `весь расход по цене ступени: ${tiersText(price.tiers, unit, currency)}`;
  }
}

function tiersText(tiers: Tier[], unit: string, currency: Currency): string {
  return tiers
    .map(({ upTo, unitMinor, flatMinor }, index) => {
      const range = upTo === null ? (index > 0 ? 'дальше ' : '') : `до ${quantityText(upTo, unit)} `;
      const flat = flatMinor > 0 ? ` и ${formatMoney({ amountMinor: flatMinor, currency })} за ступень` : '';
      return `${range}${rateText(unitMinor, currency)} за\u00a01\u00a0${unit}${flat}`;
    })
    .join(', ');
}

const quantityText = (quantity: Quantity, unit: string) => `${usedText(String(quantity))}\u00a0${unit}`;

/** Returns «1 234,5» with no-break spaces. */
export function usedText(quantity: string): string {
  const [whole = '', fraction] = quantity.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u00a0');
  return fraction ? `${grouped},${fraction}` : grouped;
}

/** Returns «0,005 ₽»: a unit may cost parts of a kopeck. */
function rateText(unitMinor: Quantity, currency: Currency): string {
  const digits = String(toMillionths(unitMinor) ?? 0n).padStart(9, '0');
  const fraction = digits.slice(-8).replace(/0+$/, '').padEnd(2, '0');
  return `${groupThousands(digits.slice(0, -8))},${fraction}\u00a0${currencySign(currency)}`;
}
