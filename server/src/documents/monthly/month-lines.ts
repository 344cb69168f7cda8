import { type VatRate, vatIncluded, vatOfLines } from '../vat.ts';

/** What an organization was charged for one service within a month, less what was given back within it. */
export interface ServiceSum {
  /** Null for the smallest ones of a month with more services than lines. */
  name: string | null;
  /** How many charges. */
  quantity: number;
  amountMinor: number;
}

export interface MonthLine extends ServiceSum {
  name: string;
  vatMinor: number;
}

export interface MonthTotals {
  lines: MonthLine[];
  amountMinor: number;
  vatMinor: number;
}

export const maxLines = 200;

/**
 * The lines of a month, biggest first, the rest last. Their sums are the ledger's to the kopeck: a service of which more
 * was given back than charged stands as a line below zero, and what came out even is left out.
 */
export function monthLines(sums: readonly ServiceSum[], vat: VatRate): MonthTotals {
  const lines = sums
    .filter(({ name, amountMinor }) => amountMinor !== 0 || name === null)
    .toSorted((one, other) => Number(one.name === null) - Number(other.name === null) || compare(one, other))
    .map(nameLine);
  const amounts = lines.map(({ amountMinor }) => amountMinor);
  const taxes = vatOfLines(amounts, vat);
  const amountMinor = amounts.reduce((sum, amount) => sum + amount, 0);
  return {
    lines: lines.map((line, index) => ({ ...line, vatMinor: taxes[index] as number })),
    amountMinor,
    vatMinor: vatIncluded(amountMinor, vat),
  };
}

function compare(one: ServiceSum, other: ServiceSum): number {
  return other.amountMinor - one.amountMinor || ((one.name ?? '') < (other.name ?? '') ? -1 : 1);
}

function nameLine({ name, quantity, amountMinor }: ServiceSum): Omit<MonthLine, 'vatMinor'> {
  if (name === null) return { name: 'Прочие услуги', quantity, amountMinor };
  return amountMinor < 0 ? { name: `Возврат: ${name}`, quantity: 1, amountMinor } : { name, quantity, amountMinor };
}
