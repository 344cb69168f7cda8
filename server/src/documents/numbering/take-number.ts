import type { Transaction } from '../../platform/db/database.ts';
import { lockLastDay, takeNextNumber } from './store.ts';

/** Takes the next number of a series, which stays locked until the transaction ends. */
export function takeNumber(tx: Transaction, series: string): Promise<number> {
  return takeNextNumber(tx, series);
}

export interface DatedNumber {
  /** «2026-000001». */
  number: string;
  day: string;
}

/**
 * Takes the next number of a series that begins anew each year. Numbers follow dates: a document that comes after later
 * ones were numbered bears today's date. Everybody's next number waits for this lock, so it is the last one of a
 * transaction.
 */
export async function takeDatedNumber(
  tx: Transaction,
  series: string,
  { wanted, today }: { wanted: string; today: string },
): Promise<DatedNumber> {
  const last = await lockLastDay(tx, yearly(series, wanted));
  const day = last && last > wanted ? latest(last, today) : wanted;
  const sequence = await takeNextNumber(tx, yearly(series, day), day);
  return { number: `${day.slice(0, 4)}-${String(sequence).padStart(6, '0')}`, day };
}

const yearly = (series: string, day: string) => `${series}:${day.slice(0, 4)}`;
const latest = (one: string, other: string) => (one > other ? one : other);
