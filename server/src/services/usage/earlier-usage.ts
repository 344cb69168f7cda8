import type { Meter } from '@kazna/contract/admin/meters';
import type { PartOfPeriod } from '@kazna/contract/shared/usage-price';
import type { Queries } from '../../platform/db/database.ts';
import { type Day, daysBetween, earlierOf, startOfDayIn } from '../subscriptions/periods.ts';
import type { SubscriptionRow } from '../subscriptions/subscriptions-store.ts';
import { selectEarlier } from './charging-store.ts';
import { selectQuantity } from './hours-store.ts';
import { type UsagePart, usageParts } from './usage-parts.ts';

/** Stopped subscriptions of the same service whose period would still run when this one begins. */
interface EarlierUse {
  ids: string[];
  from: Day;
  /** Where the last of their periods would have ended. */
  to: Day;
}

export async function findEarlierUse(db: Queries, row: SubscriptionRow, first: UsagePart): Promise<EarlierUse | null> {
  const { organizationId, serviceId, id } = row;
  const stopped = await selectEarlier(db, { organizationId, serviceId, id, endedBy: first.from });
  const cut = stopped.flatMap((one) => {
    const last = usageParts(one.history, one, one.endedOn).at(-1);
    return last && last.termsTo > first.from ? [{ id: one.id, from: last.from, to: last.termsTo }] : [];
  });
  if (cut.length === 0) return null;
  return {
    ids: cut.map((one) => one.id),
    from: cut.map(({ from }) => from).reduce(earlierOf),
    to: cut.map(({ to }) => to).reduce((one, other) => (one > other ? one : other)),
  };
}

interface Asked {
  zone: string;
  row: SubscriptionRow;
  meter: Meter;
  part: UsagePart;
  /** The days whose usage is counted end before it. */
  to: Day;
  quantity: bigint;
}

/**
 * What a part begins after, and what it adds to it: stopping and connecting again begins no tier anew. Where its period is
 * another one, the earlier usage counts for the days that both have. The highest value costs no less when it is cut.
 */
export async function continueFrom(
  db: Queries,
  { ids, from, to: earlierTo }: EarlierUse,
  { zone, row, meter, part, to, quantity }: Asked,
): Promise<{ added: bigint; before: Pick<PartOfPeriod, 'usedBefore' | 'isIncludedOnce'> }> {
  if (meter.aggregation === 'max') return { added: quantity, before: {} };
  const asked = {
    organizationId: row.organizationId,
    meter,
    from: startOfDayIn(zone, from),
    to: startOfDayIn(zone, to),
  };
  const earlier = await selectQuantity(db, { ...asked, subscriptionIds: ids });
  // Values that both have are one.
  const added =
    meter.aggregation === 'unique'
      ? (await selectQuantity(db, { ...asked, subscriptionIds: [...ids, row.id] })) - earlier
      : quantity;
  const days = BigInt(daysBetween(part.from, part.termsTo));
  const common = BigInt(daysBetween(part.from, earlierOf(part.termsTo, earlierTo)));
  const usedBefore = earlier > 0n ? (earlier * common) / days : 0n;
  return { added, before: { usedBefore, isIncludedOnce: part.terms.version.terms.priceMinor === 0 } };
}
