import type { SubscriptionUsage, UsageStep } from '@kazna/contract/cabinet/usage';
import { fromMillionths, type MeterTerms, usageAmount } from '@kazna/contract/shared/usage-price';
import { businessNow } from '../../platform/db/business-now.ts';
import type { Database } from '../../platform/db/database.ts';
import { addDays, type Day, dayIn, daysBetween, startOfDayIn } from '../subscriptions/periods.ts';
import type { SubscriptionRow } from '../subscriptions/subscriptions-store.ts';
import { rateSoFar } from './accrued.ts';
import { type Rated, restOf } from './charge-usage.ts';
import { selectBuckets } from './hours-store.ts';

const shownDays: Record<UsageStep, number> = { day: 31, hour: 2 };

/** What a subscription has used of the meters of its tariff. */
export async function presentUsage(
  { db, zone }: { db: Database; zone: string },
  row: SubscriptionRow,
  by: UsageStep,
): Promise<SubscriptionUsage> {
  const today = dayIn(zone, await businessNow(db));
  const rated = await rateSoFar(db, { zone, today }, row);
  const current = rated.filter(({ part }) => part.from <= today && part.to > today);
  const from = startOfDayIn(zone, addDays(today, 1 - shownDays[by]));
  const to = startOfDayIn(zone, addDays(today, 1));
  const meters: SubscriptionUsage['meters'] = [];
  for (const one of current) {
    const { part, meter, quantity, amountMinor } = one;
    const terms = termsOf(one);
    const asked = { organizationId: row.organizationId, meter, subscriptionId: row.id, from, to };
    meters.push({
      ...{ key: meter.key, name: meter.name, unit: meter.unit, from: part.from, to: part.to },
      ...{ quantity: fromMillionths(quantity), amountMinor, includedQuantity: String(terms.includedQuantity) },
      forecastMinor: forecastOf(one, terms, today),
      points: await selectBuckets(db, asked, by, zone),
    });
  }
  const notChargedMinor = Math.max(
    0,
    rated.reduce((sum, one) => sum + restOf(one), 0),
  );
  return { currency: row.version.terms.currency, notChargedMinor, meters };
}

const termsOf = ({ part, meter }: Rated) =>
  part.terms.version.terms.meters.find((one) => one.meter === meter.key) as MeterTerms;

/** The highest and the number of different values do not grow with time. */
function forecastOf({ part, meter, quantity, share }: Rated, terms: MeterTerms, today: Day): number {
  const days = daysBetween(part.from, part.to);
  const passed = daysBetween(part.from, today) + 1;
  const isGrowing = meter.aggregation === 'sum' || meter.aggregation === 'count';
  const expected = isGrowing ? (quantity * BigInt(days)) / BigInt(passed) : quantity;
  return usageAmount(terms, expected, share);
}
