import { businessZone } from '@kazna/contract/shared/business-time';
import type { Currency } from '@kazna/contract/shared/money';
import { readAvailable } from '../../money/ledger/resume-watch-store.ts';
import { businessNow } from '../../platform/db/business-now.ts';
import type { Queries } from '../../platform/db/database.ts';
import { readAccrued } from '../usage/accrued.ts';
import { selectOfOrganization } from './lists-store.ts';
import { warningDays } from './next-step.ts';
import { addDays, dayIn } from './periods.ts';
import { nextChargeOf } from './present.ts';
import { neededFor } from './resume-parts.ts';

/** What the balance lacks for subscriptions that wait for money and for charges of the next days; at most zero if nothing. */
export async function readMissing(
  db: Queries,
  organizationId: string,
  currency: Currency,
  zone = businessZone,
): Promise<number> {
  const all = await selectOfOrganization(db, organizationId);
  const rows = all.filter(({ version }) => version.terms.currency === currency);
  if (rows.length === 0) return 0;
  const now = await businessNow(db);
  const today = dayIn(zone, now);
  const soon = addDays(today, warningDays);
  const accrued = await readAccrued(db, { zone, now }, rows);
  const dueMinor = rows.reduce((sum, row) => {
    // The debt of usage is a part of the usage.
    const used = sum + (accrued.get(row.id)?.amountMinor ?? 0);
    if (row.status === 'past_due' || row.status === 'suspended')
      return used + neededFor(row, today) - row.usageOwedMinor;
    const next = nextChargeOf(row);
    return next && next.on <= soon ? used + next.amountMinor : used;
  }, 0);
  return dueMinor > 0 ? dueMinor - (await readAvailable(db, organizationId, currency)) : 0;
}
