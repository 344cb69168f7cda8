import type { Currency } from '@kazna/contract/shared/money';
import {
  lockBalances,
  type ResumeWatch,
  selectResumable,
  watchForMoney,
} from '../../money/ledger/resume-watch-store.ts';
import { notifyMembers } from '../../organizations/notify-members.ts';
import { businessNow } from '../../platform/db/business-now.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { byPages, eachInTurn } from '../../platform/each-in-turn.ts';
import { Problem } from '../../platform/http/problem.ts';
import { markToAnnounce } from '../catalogue/catalogue-store.ts';
import { payUsage } from '../usage/pay-usage.ts';
import { chargeLines, draftOf, priceOf, setupAfterTrial } from './charge-lines.ts';
import { lockOrganizations, lookAgainAt, selectWaiting } from './due-store.ts';
import { nextPeriod, nextStepAt } from './next-step.ts';
import { subscriptionResumed } from './notifications.ts';
import { addDays, type Day, dayIn, startOfDayIn } from './periods.ts';
import { publish } from './present.ts';
import { partsOf } from './price.ts';
import type { Burst } from './report-burst.ts';
import { leastNeededFor, neededFor, resumption } from './resume-parts.ts';
import { findSubscription, lockSubscription, type SubscriptionRow, saveSubscriptions } from './subscriptions-store.ts';

export interface EngineContext {
  db: Database;
  /** Of the business: days begin by it. */
  zone: string;
  /** Called as subscriptions are charged for the first of more than two periods in a row, for the log. */
  onBurst: (bursts: Burst[]) => void;
}

/** Marks the balances at what the cheapest of their waiting subscriptions needs. */
export async function watchWaiting(tx: Transaction, organizationIds: string[], today: Day): Promise<void> {
  if (organizationIds.length === 0) return;
  await watch(tx, organizationIds, (row) => leastNeededFor(row, today));
}

/** The balances are locked before it is read who waits: two that mark one at once must not lose what the first of them saw. */
async function watch(
  tx: Transaction,
  organizationIds: string[],
  needed: (row: SubscriptionRow) => number,
): Promise<SubscriptionRow[]> {
  await lockBalances(tx, organizationIds);
  const waiting = await selectWaiting(tx, organizationIds);
  await watchForMoney(tx, watchesOf(organizationIds, waiting, needed));
  return waiting;
}

const currencies: Currency[] = ['RUB', 'USD', 'EUR', 'KZT', 'BYN'];

function watchesOf(
  organizationIds: string[],
  waiting: SubscriptionRow[],
  needed: (row: SubscriptionRow) => number,
): ResumeWatch[] {
  return organizationIds.flatMap((organizationId) =>
    currencies.map((currency) => {
      const amounts = waiting
        .filter((row) => row.organizationId === organizationId && row.version.terms.currency === currency)
        .map(needed);
      return { organizationId, currency, fromMinor: amounts.length > 0 ? Math.min(...amounts) : null };
    }),
  );
}

/** Tries the subscriptions of every organization whose balance has become sufficient. */
export async function resumeAll(context: EngineContext): Promise<void> {
  await eachInTurn(
    byPages((after, limit) => selectResumable(context.db, after, limit)),
    ({ id }) => resumeOrganization(context, id),
  );
}

/** Oldest first; one that the money does not suffice for lets the next one try. */
async function resumeOrganization(context: EngineContext, organizationId: string): Promise<void> {
  const { db, zone } = context;
  for (const { id, usageOwedMinor } of await selectWaiting(db, [organizationId])) {
    try {
      // Usage is of days before those that are paid in advance, and is paid although the fee does not fit: money that is
      // owed must not stay where it can be refunded.
      if (usageOwedMinor > 0) await db.transaction((tx) => payOwedUsage(tx, context, id, organizationId));
      await db.transaction((tx) => tryToResume(tx, context, id, organizationId));
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'insufficient_funds') throw error;
    }
  }
  await db.transaction(async (tx) => {
    const today = dayIn(zone, await businessNow(tx));
    if (!(await lockOrganizations(tx, [organizationId])).has(organizationId)) return;
    const waiting = await watch(tx, [organizationId], (row) => row.usageOwedMinor || neededFor(row, today));
    await lookTomorrow(tx, zone, waiting, today);
  });
}

/** What a suspended one needs becomes less by a day's price from day to day. */
async function lookTomorrow(tx: Transaction, zone: string, waiting: SubscriptionRow[], today: Day): Promise<void> {
  const ids = waiting.filter(({ status }) => status === 'suspended').map(({ id }) => id);
  if (ids.length > 0) await lookAgainAt(tx, ids, startOfDayIn(zone, addDays(today, 1)));
}

/** Null while somebody else has it. */
async function lockWaiting(tx: Transaction, id: string, organizationId: string): Promise<SubscriptionRow | null> {
  const organizations = await lockOrganizations(tx, [organizationId]);
  return organizations.has(organizationId) && (await lockSubscription(tx, id)) ? findSubscription(tx, id) : null;
}

async function payOwedUsage(
  tx: Transaction,
  { zone }: EngineContext,
  id: string,
  organizationId: string,
): Promise<void> {
  const row = await lockWaiting(tx, id, organizationId);
  if (row && row.usageOwedMinor > 0) await payUsage(tx, zone, row);
}

async function tryToResume(
  tx: Transaction,
  { zone }: EngineContext,
  id: string,
  organizationId: string,
): Promise<void> {
  const today = dayIn(zone, await businessNow(tx));
  const row = await lockWaiting(tx, id, organizationId);
  // Its lock was skipped when usage was paid: the turn comes again.
  if (row && row.usageOwedMinor > 0) return;
  if (row?.status === 'past_due') {
    const parts = partsOf(row.version.terms, row.anchor, nextPeriod(row), priceOf(row).periodMinor);
    const drafts = [...setupAfterTrial(row), ...parts.map((part) => draftOf(row, 'period', part))];
    await chargeLines(tx, drafts);
    const line = drafts.find(({ line }) => line.kind === 'period')?.line;
    const paid: SubscriptionRow = {
      ...{ ...row, status: 'active', chargedTo: nextPeriod(row).to },
      covering: line ? { ...line, leftMinor: line.amountMinor } : null,
    };
    await saveSubscriptions(tx, [{ ...paid, nextStepAt: nextStepAt(zone, paid, today) }]);
    publish(tx, 'subscription.charged', paid, today);
  } else if (row?.status === 'suspended') await resumeNow(tx, zone, row, today);
}

/** Charges what going on costs, of a subscription that is locked and suspended or paused. */
export async function resumeNow(
  tx: Transaction,
  zone: string,
  row: SubscriptionRow,
  today: Day,
): Promise<SubscriptionRow> {
  const changeId = uuidv7();
  const { row: next, drafts } = resumption(row, today, changeId);
  await chargeLines(tx, drafts);
  const line = drafts.findLast(({ line }) => line.kind === 'resume')?.line;
  const resumed = { ...next, covering: line ? { ...line, leftMinor: line.amountMinor } : row.covering };
  await saveSubscriptions(tx, [{ ...resumed, nextStepAt: nextStepAt(zone, resumed, today) }]);
  await markToAnnounce(tx, resumed.version.tariffId, resumed.version.id);
  publish(tx, 'subscription.resumed', resumed, today);
  const { organizationId, serviceName, tariffName, version } = resumed;
  const { currency } = version.terms;
  const amountMinor = drafts.reduce((sum, { line }) => sum + line.amountMinor, 0);
  const details = { serviceName, tariffName, currency, amountMinor, on: today, graceTo: today };
  if (row.status === 'suspended')
    await notifyMembers(tx, subscriptionResumed, { organizationId, sourceId: uuidv7(), details });
  return resumed;
}
