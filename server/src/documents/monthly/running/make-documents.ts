import type { Business } from '@kazna/contract/admin/business';
import type { Database } from '../../../platform/db/database.ts';
import { taxPeriodOn } from '../../tax/tax-period.ts';
import { receiptDaysDueOn } from '../advances/advance-rule.ts';
import { issueAdvance } from '../advances/issue-advance.ts';
import { selectReceiptsOf } from '../advances/store.ts';
import { closingForm } from '../closing-data.ts';
import { closeMonth } from '../month/close-month.ts';
import { type Step, selectOrganizationsToClose, selectOrganizationsWithReceipts } from './store.ts';

/**
 * How a step is made: who has to be gone through, and what each of them gets. Files are drawn when a letter attaches
 * them or somebody opens them: drawing takes ten times as long as the rest, and months would close in hours.
 */
export interface Work {
  selectOrganizations: (page: { limit: number; cursor: string | undefined }) => Promise<string[]>;
  /** Repeated, it makes only what lacks. */
  makeFor: (organizationId: string) => Promise<void>;
}

/** Null where nobody can get such a document: the tax period in force does not ask for it, or there is none. */
export function workOf(db: Database, business: Business, { task, day }: Step, now: Date): Work | null {
  return task === 'months' ? monthWork(db, business, day.slice(0, 7), now) : advanceWork(db, business, day, now);
}

function monthWork(db: Database, business: Business, period: string, now: Date): Work | null {
  if (!closingForm(business, period)) return null;
  return {
    selectOrganizations: (page) => selectOrganizationsToClose(db, period, page),
    makeFor: async (organizationId) => {
      await db.transaction((tx) => closeMonth(tx, { organizationId, period, createdBy: null }, now));
    },
  };
}

function advanceWork(db: Database, business: Business, day: string, now: Date): Work | null {
  const days = receiptDaysDueOn(day).filter((receiptDay) => taxPeriodOn(business.taxPeriods, receiptDay)?.vat);
  const [from, to] = [days.at(0), days.at(-1)];
  if (!from || !to) return null;
  return {
    selectOrganizations: (page) => selectOrganizationsWithReceipts(db, { from, to }, page),
    // A transaction each: the row of the numbers is locked until its end.
    makeFor: async (organizationId) => {
      for (const receipt of await selectReceiptsOf(db, organizationId, { from, to }))
        await db.transaction((tx) => issueAdvance(tx, receipt, now));
    },
  };
}
