import { readLastClosedDay } from '../../../money/ledger/last-closed-day.ts';
import type { Queries, Transaction } from '../../../platform/db/database.ts';
import { uuidv7 } from '../../../platform/db/uuid.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { takeDatedNumber } from '../../numbering/take-number.ts';
import { issueOverdueAdvances } from '../advances/issue-advance.ts';
import { seriesOf } from '../document-row.ts';
import { notifyOfDocument } from '../notify-of-document.ts';
import { firstDayOf, lastDayOf, moscowDayOf, nextMonth } from '../periods.ts';
import { findMonthDocument, insertDocument, lockDocumentsOf } from '../store.ts';
import { draftMonth } from './draft-month.ts';

export interface MonthToClose {
  organizationId: string;
  period: string;
  /** Null for the job. */
  createdBy: string | null;
}

/** Refuses a month in which an open transaction may still charge something. */
export async function assertMonthIsOver(db: Queries, period: string, now: Date): Promise<void> {
  if ((await readLastClosedDay(db, now)) < firstDayOf(nextMonth(period))) throw new Problem('period_not_over');
}

/** Returns the id of the month's document, made now unless there is one. A month without charges has none. */
export async function closeMonth(
  tx: Transaction,
  { organizationId, period, createdBy }: MonthToClose,
  now: Date,
): Promise<string> {
  await lockDocumentsOf(tx, organizationId);
  const made = await findMonthDocument(tx, organizationId, period);
  if (made) return made;
  await issueOverdueAdvances(tx, organizationId, lastDayOf(period), now);
  const { kind, data, amountMinor, vatMinor } = await draftMonth(tx, organizationId, period);
  if (amountMinor === 0) throw new Problem('nothing_to_close');
  const id = uuidv7();
  const days = { wanted: lastDayOf(period), today: moscowDayOf(now) };
  const dated = await takeDatedNumber(tx, seriesOf[kind], days);
  const sums = { amountMinor, vatMinor, currency: 'RUB' as const };
  const rest = { revision: 0, sourceId: null, from: null, to: null, period, createdBy };
  await insertDocument(tx, { id, organizationId, kind, data, ...dated, ...sums, ...rest });
  await notifyOfDocument(tx, { id, organizationId, kind, period, ...dated, ...sums, revision: 0 });
  return id;
}
