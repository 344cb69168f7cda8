import { notifyMembersIn } from '../../notifications/notifications-store.ts';
import { directory } from '../../organizations/reads.ts';
import { businessNow } from '../../platform/db/business-now.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { endAnnouncing, findToAnnounce, markAnnounced } from './announcements-store.ts';
import { discountOf } from './charge-lines.ts';
import { chargedAtFrom } from './next-step.ts';
import { priceAnnounced } from './notifications.ts';
import { type Day, dayIn, periodAt } from './periods.ts';
import { publish } from './present.ts';
import { periodPrice } from './price.ts';
import type { ApplicableDiscount, SubscriptionRow } from './subscriptions-store.ts';
import { type EngineContext, watchWaiting } from './wait-for-money.ts';

const batchSize = 100;

/** Announces new prices to running subscriptions, a batch a transaction, so that a restart goes on where it was. */
export async function announcePrices({ db, zone }: EngineContext): Promise<boolean> {
  const version = await findToAnnounce(db);
  if (!version) return false;
  await db.transaction((tx) => announceBatch(tx, zone, version));
  return true;
}

async function announceBatch(tx: Transaction, zone: string, versionId: string): Promise<void> {
  const today = dayIn(zone, await businessNow(tx));
  const rows = await markAnnounced(tx, versionId, today, batchSize);
  if (rows.length === 0) return endAnnouncing(tx, versionId);
  for (const row of rows) publish(tx, 'subscription.price_announced', row, today);
  await notifyMembersIn(
    directory,
    tx,
    priceAnnounced,
    rows.flatMap((row) => noticeOf(row, versionId, today)),
  );
  const suspended = rows.filter(({ status }) => status === 'suspended');
  await watchWaiting(tx, [...new Set(suspended.map(({ organizationId }) => organizationId))], today);
}

function noticeOf(row: SubscriptionRow, versionId: string, today: Day) {
  const { organizationId, serviceName, tariffName, version, quantity } = row;
  const announced = row.announced.find((one) => one.version.id === versionId);
  if (!announced) return [];
  const on = chargedAtFrom(row, announced);
  const discount = discountOf(row);
  const lasting = discount && lastsTo(row, discount, on) ? discount : null;
  const details = {
    ...{ serviceName, tariffName, currency: version.terms.currency, on, graceTo: today },
    oldMinor: periodPrice(version.terms, quantity, discount),
    amountMinor: periodPrice(announced.version.terms, quantity, lasting),
    isDiscountOver: discount !== null && lasting === null,
    fullMinor: lasting?.periodsLeft ? periodPrice(announced.version.terms, quantity, null) : null,
  };
  return [{ organizationId, sourceId: uuidv7(), details }];
}

/** Whether periods of the discount are left for the first charge on the day or later. */
function lastsTo(
  { version, anchor, chargedTo }: SubscriptionRow,
  { periodsLeft }: ApplicableDiscount,
  day: Day,
): boolean {
  if (periodsLeft === null) return true;
  let from = chargedTo;
  for (let used = 0; used < periodsLeft; used++) {
    if (from >= day) return true;
    from = periodAt(version.terms, anchor, from).to;
  }
  return false;
}
