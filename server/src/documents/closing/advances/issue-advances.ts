import type { Database } from '../../../platform/db/database.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { storeFileOf } from '../read-file.ts';
import { receiptDaysDueOn } from './advance-rule.ts';
import { issueAdvance } from './issue-advance.ts';
import { type Receipt, selectReceiptsOf } from './store.ts';

const batch = 100;

/** Issues the advance invoices that are due on a day. Returns whether all went well; repeated, it makes only what lacks. */
export async function issueAdvancesDueOn(
  db: Database,
  day: string,
  now: Date,
  onError: (error: Error) => void,
): Promise<boolean> {
  let isWhole = true;
  for (const receiptDay of receiptDaysDueOn(day)) {
    for await (const receipt of receiptsOf(db, receiptDay)) {
      try {
        const id = await db.transaction((tx) => issueAdvance(tx, receipt, now));
        if (id) await storeFileOf(db, id);
      } catch (error) {
        if (error instanceof Problem && error.code === 'buyer_requisites_required') continue;
        isWhole = false;
        onError(error as Error);
      }
    }
  }
  return isWhole;
}

async function* receiptsOf(db: Database, day: string): AsyncGenerator<Receipt> {
  let cursor: string | undefined;
  for (;;) {
    const receipts = await selectReceiptsOf(db, day, { limit: batch, cursor });
    yield* receipts;
    cursor = receipts.at(-1)?.transferId;
    if (receipts.length < batch) return;
  }
}
