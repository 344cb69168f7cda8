import { notifyMembersIn } from '../../notifications/notifications-store.ts';
import { directory } from '../../organizations/reads.ts';
import { businessNow } from '../../platform/db/business-now.ts';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { eachInTurn } from '../../platform/each-in-turn.ts';
import { Problem } from '../../platform/http/problem.ts';
import { lockOrganizations } from '../subscriptions/due-store.ts';
import { subscriptionPastDue } from '../subscriptions/notifications.ts';
import { addDays, type Day, dayIn } from '../subscriptions/periods.ts';
import { suspendOrEnd } from '../subscriptions/stop.ts';
import { findSubscription, lockSubscription, type SubscriptionRow } from '../subscriptions/subscriptions-store.ts';
import { type EngineContext, watchWaiting } from '../subscriptions/wait-for-money.ts';
import { type DueUsage, lockClock, postponeUsage, selectDueUsage, updateClock } from './charging-store.ts';
import { payUsage, planUsage } from './pay-usage.ts';

const batchSize = 200;

/** Charges usage that is due, a subscription a transaction. Returns whether more may be. */
export async function chargeDueUsage(context: EngineContext): Promise<boolean> {
  const due = await selectDueUsage(context.db, batchSize);
  let moved = 0;
  await eachInTurn(due, async (one) => {
    try {
      if (await chargeOne(context, one)) moved += 1;
    } catch (error) {
      await postponeUsage(context.db, one.id);
      throw error;
    }
  });
  return moved > 0;
}

export async function isUsageDue(db: Queries): Promise<boolean> {
  return (await selectDueUsage(db, 1)).length > 0;
}

async function chargeOne(context: EngineContext, due: DueUsage): Promise<boolean> {
  const run = (work: (tx: Transaction, row: SubscriptionRow) => Promise<void>) =>
    context.db.transaction(async (tx) => {
      const organizations = await lockOrganizations(tx, [due.organizationId]);
      if (!organizations.has(due.organizationId) || !(await lockSubscription(tx, due.id))) return false;
      const clock = await lockClock(tx, due.id);
      if (!clock?.isDue) return false;
      await work(tx, (await findSubscription(tx, due.id)) as SubscriptionRow);
      return true;
    });
  try {
    return await run(async (tx, row) => {
      await payUsage(tx, context.zone, row);
      if (row.usageOwedMinor > 0) await watchWaiting(tx, [row.organizationId], await todayOf(tx, context.zone));
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'insufficient_funds') return run((tx, row) => owe(tx, context.zone, row));
    // A closed organization is not charged any more.
    if (error.code === 'organization_closed') return run((tx, row) => giveUp(tx, row));
    throw error;
  }
}

const todayOf = async (tx: Transaction, zone: string) => dayIn(zone, await businessNow(tx));

/** Usage that the balance does not suffice for has the days of grace of its tariff; then the service is suspended. */
async function owe(tx: Transaction, zone: string, row: SubscriptionRow): Promise<void> {
  const { clock, chargedMinor, nextAt } = await planUsage(tx, zone, row);
  const today = await todayOf(tx, zone);
  const owedSince = clock.owedSince ?? today;
  await updateClock(tx, row.id, { ...clock, owedMinor: chargedMinor, owedSince, nextAt });
  const graceTo = addDays(owedSince, row.version.terms.graceDays);
  if (clock.owedSince === null) await notify(tx, row, { chargedMinor, today, graceTo });
  if (today >= graceTo) await suspendOrEnd(tx, { zone, today }, row);
  await watchWaiting(tx, [row.organizationId], today);
}

async function notify(
  tx: Transaction,
  row: SubscriptionRow,
  { chargedMinor, today, graceTo }: { chargedMinor: number; today: Day; graceTo: Day },
): Promise<void> {
  const { organizationId, serviceName, tariffName, version } = row;
  const money = { currency: version.terms.currency, amountMinor: chargedMinor };
  const details = { serviceName, tariffName, ...money, on: today, graceTo: addDays(graceTo, -1) };
  await notifyMembersIn(directory, tx, subscriptionPastDue, [{ organizationId, sourceId: uuidv7(), details }]);
}

async function giveUp(tx: Transaction, row: SubscriptionRow): Promise<void> {
  const clock = await lockClock(tx, row.id);
  if (clock) await updateClock(tx, row.id, { ...clock, owedMinor: 0, owedSince: null, nextAt: null });
}
