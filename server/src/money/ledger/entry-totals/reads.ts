import { sql } from '../../../platform/db/sql.ts';

/** SQL of the Moscow day before which all entries are in `ledger_entry_totals`. */
export const entriesClosedThrough = sql`(select least(through_day, entries_through_day) from ledger_checkpoint)`;
