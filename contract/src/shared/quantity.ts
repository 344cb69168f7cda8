import { groupThousands } from './money.ts';

/** Returns «25 шт.» or «25 × место»: the unit is the business's own, and only an abbreviation needs no plural. */
export function quantityText(quantity: number, unit: string): string {
  const isShort = unit.replace('.', '').length <= 3;
  return `${groupThousands(quantity)}\u00a0${isShort ? unit : `×\u00a0${unit}`}`;
}
