import type { Currency } from '@kazna/contract/shared/money';
import { readAvailable } from '../../money/ledger/resume-watch-store.ts';
import { businessNow } from '../../platform/db/business-now.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { Problem } from '../../platform/http/problem.ts';
import { payUsage } from '../usage/pay-usage.ts';
import { chargeLines, creditLine, giveBack } from './charge-lines.ts';
import { selectRunning } from './due-store.ts';
import { nextStepAt } from './next-step.ts';
import { addDays, type Day, dayIn, earlierOf } from './periods.ts';
import { publish } from './present.ts';
import { graceDrafts } from './resume-parts.ts';
import { type SubscriptionRow, saveSubscriptions } from './subscriptions-store.ts';
import { resumeNow, watchWaiting } from './wait-for-money.ts';

/** All of these work on a subscription that is locked. */
interface At {
  zone: string;
  today: Day;
}

async function save(tx: Transaction, { zone, today }: At, row: SubscriptionRow): Promise<SubscriptionRow> {
  await saveSubscriptions(tx, [{ ...row, nextStepAt: nextStepAt(zone, row, today) }]);
  return row;
}

/** Today is used: what is given back begins tomorrow. */
async function giveBackFromTomorrow(tx: Transaction, row: SubscriptionRow, today: Day): Promise<SubscriptionRow> {
  const tomorrow = addDays(today, 1);
  const credit = creditLine(row, tomorrow, uuidv7());
  if (credit) await giveBack(tx, credit);
  return { ...row, chargedTo: earlierOf(row.chargedTo, tomorrow), covering: null };
}

export async function pauseSubscription(tx: Transaction, at: At, row: SubscriptionRow): Promise<SubscriptionRow> {
  if (row.status !== 'active' || !row.version.terms.mayPause) throw new Problem('subscription_not_changeable');
  const paused = await save(tx, at, { ...(await giveBackFromTomorrow(tx, row, at.today)), status: 'paused' });
  publish(tx, 'subscription.paused', paused, at.today);
  return paused;
}

/** After a pause, or instead of the end that a stop has set. */
export async function resumeSubscription(tx: Transaction, at: At, row: SubscriptionRow): Promise<SubscriptionRow> {
  if (row.status === 'stopping') {
    const isTrial = row.trialTo !== null && at.today < row.trialTo;
    const resumed = await save(tx, at, { ...row, status: isTrial ? 'trial' : 'active' });
    publish(tx, 'subscription.resumed', resumed, at.today);
    return resumed;
  }
  if (row.status !== 'paused') throw new Problem('subscription_not_changeable');
  // Who is paused is not suspended for usage that is owed: going on must not be a way around it.
  if (row.usageOwedMinor > 0) await payUsage(tx, at.zone, row);
  return resumeNow(tx, at.zone, row, at.today);
}

/** A subscription that is not paid yet ends at once: no days are left to use up. */
export async function stopSubscription(
  tx: Transaction,
  at: At,
  row: SubscriptionRow,
  { when, isRefunded = row.version.terms.refundOnStop }: { when: 'now' | 'period_end'; isRefunded?: boolean },
): Promise<SubscriptionRow> {
  if (row.status === 'ended') throw new Problem('subscription_not_changeable');
  const isPaid = row.status === 'active' || row.status === 'trial' || row.status === 'stopping';
  if (when === 'period_end' && isPaid) {
    if (row.status === 'stopping') throw new Problem('subscription_not_changeable');
    const stopping = await save(tx, at, { ...row, status: 'stopping', pending: null });
    publish(tx, 'subscription.changed', stopping, at.today);
    return stopping;
  }
  return endNow(tx, at, row, isRefunded);
}

async function endNow(
  tx: Transaction,
  at: At,
  row: SubscriptionRow,
  isRefunded: boolean,
  isClosing = false,
): Promise<SubscriptionRow> {
  const isWaiting = row.status === 'past_due' || row.status === 'suspended';
  const { owesGrace } = isWaiting && !isClosing ? await chargeGrace(tx, at.today, row) : { owesGrace: isWaiting };
  if (!isWaiting && isRefunded && row.status !== 'paused') await giveBackFromTomorrow(tx, row, at.today);
  const ended = await save(tx, at, {
    ...{ ...row, status: 'ended', endedOn: at.today, owesGrace, pending: null, covering: null },
  });
  if (isWaiting) await watchWaiting(tx, [row.organizationId], at.today);
  publish(tx, 'subscription.stopped', ended, at.today);
  return ended;
}

/** Days of grace were used: they are charged if the balance has them, and otherwise when the service is connected again. */
async function chargeGrace(tx: Transaction, today: Day, row: SubscriptionRow): Promise<{ owesGrace: boolean }> {
  const drafts = graceDrafts(row, addDays(today, 1), uuidv7());
  const owedMinor = drafts.reduce((sum, { line }) => sum + line.amountMinor, 0);
  const availableMinor = await readAvailable(tx, row.organizationId, row.version.terms.currency);
  if (owedMinor > availableMinor) return { owesGrace: true };
  await chargeLines(tx, drafts);
  return { owesGrace: false };
}

/** Of a running one what is unused from tomorrow on comes back. What was stopped must not go on when the debt is paid. */
export async function suspendOrEnd(tx: Transaction, at: At, row: SubscriptionRow): Promise<void> {
  // A period used up already ends on its own day, not on that of the promise: the engine's next step does it.
  if (row.status === 'stopping' && row.chargedTo > at.today) await endNow(tx, at, row, true);
  if (row.status === 'active') await suspendOne(tx, at, row);
}

async function suspendOne(tx: Transaction, at: At, row: SubscriptionRow): Promise<void> {
  const unused = await giveBackFromTomorrow(tx, row, at.today);
  const suspended = await save(tx, at, { ...unused, status: 'suspended', suspendedOn: unused.chargedTo });
  publish(tx, 'subscription.suspended', suspended, at.today);
}

/**
 * A promise that was not kept: all services that are paid from the balance which owes it stop, and what is unused comes
 * back. Those of other currencies are paid, and would go on at once.
 */
export async function suspendForDebt(
  tx: Transaction,
  at: At & { organizationId: string; currency: Currency },
): Promise<void> {
  for (const row of await selectRunning(tx, at.organizationId))
    if (row.version.terms.currency === at.currency) await suspendOrEnd(tx, at, row);
  await watchWaiting(tx, [at.organizationId], at.today);
}

const idle = ['trial', 'paused', 'suspended'];

/**
 * Of an organization that closes, those that nothing is paid for. It has bonuses at most, which are lost, and no credit.
 * Usage is to be charged after the end, so that a service with meters is stopped before, unless its trial makes it free.
 */
export async function endIdle(tx: Transaction, zone: string, organizationId: string): Promise<void> {
  const today = dayIn(zone, await businessNow(tx));
  for (const row of await selectRunning(tx, organizationId))
    if (idle.includes(row.status) && (row.status === 'trial' || !row.hasUsage))
      await endNow(tx, { zone, today }, row, false, true);
}
