import { quantityText } from '@kazna/contract/shared/quantity';
import { type VatRate, vatIncluded, vatOfLines } from '../vat.ts';

/** What an organization was charged for one service within a month, less what was given back within it. */
export interface ServiceSum {
  /** Null for the smallest ones of a month with more services than lines. */
  name: string | null;
  /** Of a subscription: lines of one service stand together, by their days. */
  service?: string;
  from?: string;
  /** What the quantity counts; absent where it is the number of charges. */
  unit?: string;
  quantity: number;
  amountMinor: number;
}

export interface MonthLine {
  name: string;
  /** Absent where the line is one unit on paper, whatever number of charges made it up. */
  unit?: string;
  quantity: number;
  amountMinor: number;
  vatMinor: number;
}

export interface MonthTotals {
  lines: MonthLine[];
  amountMinor: number;
  vatMinor: number;
}

export const maxLines = 200;

/**
 * The lines of a month, services with the biggest sum first, the rest last. Their sums are the ledger's to the kopeck: a
 * service of which more was given back than charged stands as a line below zero, and what came out even is left out.
 */
export function monthLines(sums: readonly ServiceSum[], vat: VatRate): MonthTotals {
  const lines = inOrder(foldRest(sums.filter(({ name, amountMinor }) => amountMinor !== 0 || name === null))).map(
    nameLine,
  );
  const amounts = lines.map(({ amountMinor }) => amountMinor);
  const taxes = vatOfLines(amounts, vat);
  const amountMinor = amounts.reduce((sum, amount) => sum + amount, 0);
  return {
    lines: lines.map((line, index) => ({ ...line, vatMinor: taxes[index] as number })),
    amountMinor,
    vatMinor: vatIncluded(amountMinor, vat),
  };
}

const bySize = (one: ServiceSum, other: ServiceSum) =>
  other.amountMinor - one.amountMinor || ((one.name ?? '') < (other.name ?? '') ? -1 : 1);

/** Where there are more than fit, the smallest ones become a part of the rest. */
function foldRest(sums: ServiceSum[]): ServiceSum[] {
  if (sums.length <= maxLines) return sums;
  const named = sums.filter(({ name }) => name !== null).toSorted(bySize);
  const rest = [...named.slice(maxLines - 1), ...sums.filter(({ name }) => name === null)];
  const quantityOf = ({ unit, quantity, amountMinor }: ServiceSum) => (unit || amountMinor < 0 ? 1 : quantity);
  const quantity = rest.reduce((sum, one) => sum + quantityOf(one), 0);
  const amountMinor = rest.reduce((sum, one) => sum + one.amountMinor, 0);
  return [...named.slice(0, maxLines - 1), { name: null, quantity, amountMinor }];
}

function inOrder(sums: ServiceSum[]): ServiceSum[] {
  const groups = Map.groupBy(sums, ({ name, service }) => service ?? name);
  return [...groups]
    .map(([name, lines]) => ({
      ...{ name, quantity: 0, lines: lines.toSorted(byDays) },
      amountMinor: lines.reduce((sum, line) => sum + line.amountMinor, 0),
    }))
    .toSorted((one, other) => Number(one.name === null) - Number(other.name === null) || bySize(one, other))
    .flatMap(({ lines }) => lines);
}

function byDays(one: ServiceSum, other: ServiceSum): number {
  const [from, otherFrom] = [one.from ?? '', other.from ?? ''];
  return from === otherFrom ? bySize(one, other) : from < otherFrom ? -1 : 1;
}

/** A price a unit is said where it is whole kopecks; otherwise the line is one unit, and its name says how many. */
function nameLine({ name, unit, quantity, amountMinor }: ServiceSum): Omit<MonthLine, 'vatMinor'> {
  if (name === null) return { name: 'Прочие услуги', quantity, amountMinor };
  if (unit && amountMinor > 0 && amountMinor % quantity === 0) return { name, unit, quantity, amountMinor };
  const counted = unit && quantity > 1 ? `${name}, ${quantityText(quantity, unit)}` : name;
  if (amountMinor < 0) return { name: `Возврат: ${counted}`, quantity: 1, amountMinor };
  return { name: counted, quantity: unit ? 1 : quantity, amountMinor };
}
