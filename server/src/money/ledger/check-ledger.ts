import type { Queries } from '../../platform/db/database.ts';
import { selectFaults } from './store.ts';

/** Proves that every balance and every day's sums equal the transfers, and every currency adds up to zero; answers what does not. */
export async function checkLedger(db: Queries): Promise<string[]> {
  return (await selectFaults(db)).map((fault) => fault.what);
}
