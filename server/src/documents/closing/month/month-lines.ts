import { type VatRate, vatIncluded, vatOfLines } from '../../tax/vat.ts';

/** What an organization was charged for one service within a month, less what was given back within it. */
export interface ServiceSum {
  name: string;
  /** How many charges. */
  quantity: number;
  amountMinor: number;
}

export interface ClosingLine extends ServiceSum {
  vatMinor: number;
}

export interface MonthTotals {
  lines: ClosingLine[];
  amountMinor: number;
  vatMinor: number;
}

const maxLines = 200;

/**
 * The lines of a month, biggest first. Their sums are the ledger's to the kopeck: a service of which more was given back
 * than charged stands as a line below zero, what came out even is left out, and beyond 200 services the smallest ones
 * share a line.
 */
export function monthLines(sums: readonly ServiceSum[], vat: VatRate): MonthTotals {
  const named = sums
    .filter(({ amountMinor }) => amountMinor !== 0)
    .map((sum) => (sum.amountMinor < 0 ? { ...sum, name: `Возврат: ${sum.name}`, quantity: 1 } : sum))
    .toSorted((one, other) => other.amountMinor - one.amountMinor || (one.name < other.name ? -1 : 1));
  const lines = named.length > maxLines ? withRest(named) : named;
  const amounts = lines.map(({ amountMinor }) => amountMinor);
  const taxes = vatOfLines(amounts, vat);
  const amountMinor = amounts.reduce((sum, amount) => sum + amount, 0);
  return {
    lines: lines.map((line, index) => ({ ...line, vatMinor: taxes[index] as number })),
    amountMinor,
    vatMinor: vatIncluded(amountMinor, vat),
  };
}

function withRest(sums: ServiceSum[]): ServiceSum[] {
  const own = sums.slice(0, maxLines - 1);
  const rest = sums.slice(maxLines - 1);
  const total = (field: 'quantity' | 'amountMinor') => rest.reduce((sum, line) => sum + line[field], 0);
  return [...own, { name: 'Прочие услуги', quantity: total('quantity'), amountMinor: total('amountMinor') }];
}
