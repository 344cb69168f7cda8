import { toDecimal } from '@kazna/contract/shared/money';

/** Returns «2: 1500.00»: how many, and of how much in all. */
export function sumText(rows: readonly { amountMinor: number }[]): string {
  const amountMinor = rows.reduce((total, row) => total + row.amountMinor, 0);
  return `${rows.length}: ${toDecimal({ amountMinor, currency: 'RUB' })}`;
}

export function summaryOf(receipts: { status: string; amountMinor: number }[]): Record<string, string> {
  const sum = (status: string) => sumText(receipts.filter((receipt) => receipt.status === status));
  return { credited: sum('credited'), unidentified: sum('unidentified') };
}

/** Returns nothing for a statement without documents. */
export function daysOf({ firstDay, lastDay }: Record<'firstDay' | 'lastDay', string | null>): Record<string, string> {
  return firstDay && lastDay ? { firstDay, lastDay } : {};
}
