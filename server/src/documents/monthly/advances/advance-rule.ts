import { addDays, nextQuarter } from '../../calendar.ts';
import { isPaid, type Lot, type Trace } from './movement.ts';

/** An invoice for an advance is due within so many days of its receipt. */
const daysToInvoice = 5;

/**
 * The day on which a top-up gets its advance invoice, for what is left of it as that day begins. None is needed for what
 * was used within five days of the receipt and within its quarter.
 */
export function advanceDueDay(receiptDay: string): string {
  const [due, quarter] = [addDays(receiptDay, daysToInvoice), nextQuarter(receiptDay)];
  return due < quarter ? due : quarter;
}

/** No receipt before it is due later than the day. */
export function firstReceiptDueAfter(day: string): string {
  return addDays(day, 1 - daysToInvoice);
}

export function receiptDaysDueOn(day: string): string[] {
  return Array.from({ length: daysToInvoice }, (_, index) => addDays(day, index - daysToInvoice)).filter(
    (receiptDay) => advanceDueDay(receiptDay) === day,
  );
}

export function lotsUsed({ lots, uses }: Trace, from: string, to: string): Lot[] {
  return lotsWith(lots, uses, (_lot, day) => day >= from && day <= to);
}

/** Those of them whose use came after their advance invoice, so that the invoice has to be named. */
export function advancesUsed({ lots, uses }: Trace, from: string, to: string): Lot[] {
  return lotsWith(lots, uses, (lot, day) => day >= from && day <= to && day >= advanceDueDay(lot.day));
}

function lotsWith(lots: Lot[], uses: Trace['uses'], isCounted: (lot: Lot, day: string) => boolean): Lot[] {
  const byId = new Map(lots.filter(isPaid).map((lot) => [lot.id, lot]));
  const sums = new Map<string, number>();
  for (const { lotId, day, amountMinor } of uses) {
    const lot = byId.get(lotId);
    if (lot && isCounted(lot, day)) sums.set(lotId, (sums.get(lotId) ?? 0) + amountMinor);
  }
  return [...byId.values()].filter(({ id }) => (sums.get(id) ?? 0) > 0);
}
