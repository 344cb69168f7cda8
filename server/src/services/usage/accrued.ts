import type { Currency } from '@kazna/contract/shared/money';
import { businessNow } from '../../platform/db/business-now.ts';
import type { Queries } from '../../platform/db/database.ts';
import { selectMetered } from '../subscriptions/lists-store.ts';
import { addDays, type Day, dayIn, daysBetween } from '../subscriptions/periods.ts';
import type { SubscriptionRow } from '../subscriptions/subscriptions-store.ts';
import { closedDay, type Rated, rateUsage, restOf } from './charge-usage.ts';
import { findBilledTo } from './charging-store.ts';

export interface Accrued {
  /** Used and not charged yet. */
  amountMinor: number;
  /** What 30 days of the current pace cost. */
  monthMinor: number;
}

interface BalanceOf {
  organizationId: string;
  currency: Currency;
}

const paceDays = 30;

/** What each subscription has used by now, whether its day or period is over or not. */
export async function readAccrued(
  db: Queries,
  { zone, now }: { zone: string; now: string },
  rows: SubscriptionRow[],
): Promise<Map<string, Accrued>> {
  const accrued = new Map<string, Accrued>();
  const today = dayIn(zone, now);
  for (const row of rows) {
    const rated = await rateSoFar(db, { zone, today }, row);
    const amountMinor = Math.max(
      0,
      rated.reduce((sum, one) => sum + restOf(one), 0),
    );
    const current = rated.filter(({ part }) => part.to > today);
    const monthMinor = current.reduce((sum, one) => sum + monthOf(one, today), 0);
    if (amountMinor > 0 || monthMinor > 0) accrued.set(row.id, { amountMinor, monthMinor });
  }
  return accrued;
}

/** What the organization has used and was not charged for yet: it is spent, and must not be returned. */
export async function readUnbilled(
  db: Queries,
  zone: string,
  { organizationId, currency }: BalanceOf,
): Promise<number> {
  const rows = (await selectMetered(db, organizationId)).filter(({ version }) => version.terms.currency === currency);
  if (rows.length === 0) return 0;
  const accrued = await readAccrued(db, { zone, now: await businessNow(db) }, rows);
  return [...accrued.values()].reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

/**
 * Names of stopped services whose last usage may still come, or is not charged or given back yet, or is owed: closing the
 * organization waits for them, so that leaving ends no bill.
 */
export async function readUnbilledServices(db: Queries, zone: string, organizationId: string): Promise<string[]> {
  const now = await businessNow(db);
  const today = dayIn(zone, now);
  const names = new Set<string>();
  for (const row of await selectMetered(db, organizationId)) {
    const { status, endedOn, trialTo, serviceName } = row;
    if (status !== 'ended' || endedOn === null || (trialTo !== null && trialTo > endedOn)) continue;
    const isOpen =
      row.usageOwedMinor > 0 ||
      closedDay(zone, now) <= endedOn ||
      (await rateSoFar(db, { zone, today }, row)).some((rated) => restOf(rated) !== 0);
    if (isOpen) names.add(serviceName);
  }
  return [...names].sort();
}

/** Of a subscription without meters, nothing. */
export async function rateSoFar(
  db: Queries,
  { zone, today }: { zone: string; today: Day },
  row: SubscriptionRow,
): Promise<Rated[]> {
  const billedTo = row.hasUsage ? await findBilledTo(db, row.id) : null;
  return billedTo === null ? [] : rateUsage(db, { zone, row, billedTo, until: addDays(today, 1), isSoFar: true });
}

function monthOf({ part, amountMinor }: Rated, today: Day): number {
  return Math.round((amountMinor * paceDays) / (daysBetween(part.from, today) + 1));
}
