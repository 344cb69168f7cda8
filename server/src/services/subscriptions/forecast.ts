import type { Currency, Money } from '@kazna/contract/shared/money';
import { paceDays } from '../../money/ledger/rules.ts';
import type { Queries } from '../../platform/db/database.ts';
import { readAccrued } from '../usage/accrued.ts';
import { selectPace } from './lines-store.ts';
import { selectOfOrganization } from './lists-store.ts';
import { addDays, type Day, dayIn, daysBetween, laterOf } from './periods.ts';
import type { SubscriptionRow } from './subscriptions-store.ts';
import { chargesUntil } from './upcoming.ts';

/** A balance that lasts longer says nothing more. */
const forecastDays = 366;

interface Forecast {
  /** Null where nothing is spent and nothing is known to be charged. */
  daysLeft: number | null;
  /** What a month costs; null where it costs nothing. */
  monthMinor: number | null;
}

/** How long the balance lasts: subscriptions by their charges ahead, all other spending at the pace of the last 30 days. */
export async function readForecast(
  db: Queries,
  zone: string,
  organizationId: string,
  { amountMinor, currency }: Money,
): Promise<Forecast> {
  const [pace, rows] = await Promise.all([
    selectPace(db, organizationId, currency),
    selectOfOrganization(db, organizationId),
  ]);
  if (!pace) return { daysLeft: null, monthMinor: null };
  const today = dayIn(zone, pace.now);
  // Charges of subscriptions are ahead of it: those of the past would count them twice.
  const paceMinor = Math.max(0, pace.chargedMinor - pace.subscribedMinor);
  const until = addDays(today, forecastDays);
  const ahead = rows.filter(isOf(currency)).map((row) => chargesUntil(row, until));
  const { usedMinor, usagePaceMinor } = await readUsed(db, { zone, now: pace.now }, rows.filter(isOf(currency)));
  const events = ahead.flatMap(({ charges, goesOn }) => [
    ...charges.map(({ on, amountMinor }) => ({ day: daysFrom(today, on), amountMinor, paceMinor: 0 })),
    ...(goesOn ? [{ day: daysFrom(today, goesOn.on), amountMinor: 0, paceMinor: goesOn.paceMinor }] : []),
  ]);
  return forecast({
    amountMinor: amountMinor - usedMinor,
    paceMinor: paceMinor + usagePaceMinor,
    events,
    monthDays: daysOfMonth(today),
  });
}

/** A subscription by the month is charged once within them, whatever their number. */
export function daysOfMonth(today: Day): number {
  return daysBetween(today, Temporal.PlainDate.from(today).add({ months: 1 }).toString());
}

const isOf =
  (currency: Currency) =>
  ({ version }: SubscriptionRow) =>
    version.terms.currency === currency;

/** Usage is spent already, whenever it is charged. */
async function readUsed(db: Queries, time: { zone: string; now: string }, rows: SubscriptionRow[]) {
  const used = [...(await readAccrued(db, time, rows)).values()];
  return {
    usedMinor: used.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    usagePaceMinor: used.reduce((sum, { monthMinor }) => sum + monthMinor, 0),
  };
}

/**
 * What will be spent until the end of the month: subscriptions by their charges ahead, what is used and not charged yet,
 * and usage and all else at their pace.
 */
export async function readRestOfMonth(
  db: Queries,
  zone: string,
  organizationId: string,
  currency: Currency,
): Promise<number> {
  const [pace, rows] = await Promise.all([
    selectPace(db, organizationId, currency),
    selectOfOrganization(db, organizationId),
  ]);
  if (!pace) return 0;
  const today = dayIn(zone, pace.now);
  const [year = 0, month = 0] = today.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
  const ahead = rows
    .filter(isOf(currency))
    .flatMap((row) => chargesUntil(row, lastDay).charges)
    .filter(({ on }) => on <= lastDay)
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const { usedMinor, usagePaceMinor } = await readUsed(db, { zone, now: pace.now }, rows.filter(isOf(currency)));
  const paceMinor = Math.max(0, pace.chargedMinor - pace.subscribedMinor) + usagePaceMinor;
  return ahead + usedMinor + Math.round((paceMinor * daysBetween(today, lastDay)) / paceDays);
}

/** An overdue charge is due today. */
function daysFrom(today: Day, day: Day): number {
  return daysBetween(today, laterOf(today, day));
}

interface Spending {
  /** What the balance has. */
  amountMinor: number;
  /** Of 30 days. */
  paceMinor: number;
  /** Charges, and what raises the pace from a day on, as days from today. */
  events: { day: number; amountMinor: number; paceMinor: number }[];
  /** Of the month ahead. */
  monthDays: number;
}

/** Below zero for a balance that is. */
export function forecast({ amountMinor, paceMinor, events, monthDays }: Spending): Forecast {
  // A charge due today was not paid before: it is of the month behind.
  const monthMinor = events
    .filter(({ day }) => day > 0 && day <= monthDays)
    .reduce((sum, event) => sum + event.amountMinor, paceMinor);
  const costs = { monthMinor: monthMinor || null };
  if (amountMinor < 0) {
    return { ...costs, daysLeft: monthMinor === 0 ? -1 : Math.floor((amountMinor * paceDays) / monthMinor) };
  }
  if (paceMinor === 0 && events.length === 0) return { ...costs, daysLeft: null };
  let [day, pace] = [0, paceMinor];
  // In parts of a minor unit, so that a day of the pace is a whole number.
  let left = BigInt(amountMinor) * BigInt(paceDays);
  for (const event of events.toSorted((one, other) => one.day - other.day)) {
    const spent = BigInt(pace) * BigInt(event.day - day);
    if (spent > left) break;
    left -= spent + BigInt(event.amountMinor) * BigInt(paceDays);
    day = event.day;
    if (left < 0n) return { ...costs, daysLeft: day };
    pace += event.paceMinor;
  }
  return { ...costs, daysLeft: pace === 0 ? forecastDays : day + Number(left / BigInt(pace)) };
}
