import type { UpcomingCharge } from '@kazna/contract/cabinet/dashboard';
import type { DayRange } from '@kazna/contract/shared/tariffs';
import { businessNow } from '../../platform/db/business-now.ts';
import type { Queries } from '../../platform/db/database.ts';
import { priceOf, setupAfterTrial } from './charge-lines.ts';
import { selectOfOrganization } from './lists-store.ts';
import { nextPeriod } from './next-step.ts';
import { addDays, type Day, dayIn, daysBetween } from './periods.ts';
import { partsOf } from './price.ts';
import { switched } from './resume-parts.ts';
import type { ApplicableDiscount, SubscriptionRow } from './subscriptions-store.ts';

export const horizonDays = 30;
/** Of one subscription: a tariff by the day has one a day. */
const maxCharges = horizonDays + 1;

/** Returns what the organization's subscriptions will charge within 30 days if nothing changes, by day. */
export async function readUpcomingCharges(
  db: Queries,
  zone: string,
  organizationId: string,
): Promise<UpcomingCharge[]> {
  const [rows, now] = await Promise.all([selectOfOrganization(db, organizationId), businessNow(db)]);
  return upcomingCharges(rows, dayIn(zone, now));
}

/** What the subscription will charge within 30 days. */
export function chargesOfNextDays(row: SubscriptionRow, today: Day): UpcomingCharge[] {
  return chargesUntil(row, addDays(today, horizonDays)).charges;
}

function upcomingCharges(rows: SubscriptionRow[], today: Day): UpcomingCharge[] {
  return rows
    .flatMap((row) => chargesOfNextDays(row, today))
    .sort((one, other) => (one.on < other.on ? -1 : Number(one.on > other.on)));
}

interface Ahead {
  charges: UpcomingCharge[];
  /** Where there are more than are listed: the day from which they go on, and what 30 days of them cost. */
  goesOn: { on: Day; paceMinor: number } | null;
}

/** What the subscription will charge until the day, with the terms, fees and discounts that will apply then. */
export function chargesUntil(first: SubscriptionRow, until: Day): Ahead {
  if (first.status !== 'active' && first.status !== 'trial' && first.status !== 'past_due')
    return { charges: [], goesOn: null };
  const charges: UpcomingCharge[] = [];
  for (let row = first; row.chargedTo <= until; ) {
    const next = switched(row, row.chargedTo);
    const days = nextPeriod(next);
    const { periodMinor, discount } = priceOf(next);
    const parts = partsOf(next.version.terms, next.anchor, days, periodMinor);
    const setupMinor = setupAfterTrial(next).reduce((sum, { line }) => sum + line.amountMinor, 0);
    const amountMinor = parts.reduce((sum, part) => sum + part.amountMinor, setupMinor);
    if (charges.length === maxCharges)
      return { charges, goesOn: { on: row.chargedTo, paceMinor: monthOf(amountMinor, days) } };
    if (amountMinor > 0)
      charges.push({
        ...{ subscriptionId: row.id, on: row.chargedTo, serviceName: row.serviceName, tariffName: row.tariffName },
        ...{ amountMinor, currency: next.version.terms.currency },
      });
    row = { ...next, status: 'active', chargedTo: days.to, discounts: afterPeriod(next.discounts, discount) };
  }
  return { charges, goesOn: null };
}

const monthOf = (amountMinor: number, { from, to }: DayRange) =>
  Math.round((amountMinor * horizonDays) / daysBetween(from, to));

function afterPeriod(discounts: ApplicableDiscount[], used: ApplicableDiscount | null): ApplicableDiscount[] {
  if (used?.periodsLeft == null) return discounts;
  const { id, periodsLeft } = used;
  return discounts.map((one) => (one.id === id ? { ...one, periodsLeft: periodsLeft - 1 } : one));
}
