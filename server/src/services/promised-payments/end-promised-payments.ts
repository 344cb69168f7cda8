import { toDecimal } from '@kazna/contract/shared/money';
import { jobActors, recordAction } from '../../audit/actions-store.ts';
import { endOverdue, endPromised, readOwedOfPromise } from '../../money/ledger/promised-limit-store.ts';
import { notifyMembers } from '../../organizations/notify-members.ts';
import { announce } from '../../platform/db/announce.ts';
import { businessNow } from '../../platform/db/business-now.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { byPages, eachInTurn } from '../../platform/each-in-turn.ts';
import { lockOrganizations, selectRunning } from '../subscriptions/due-store.ts';
import { addDays, type Day, dayIn, startOfDayIn } from '../subscriptions/periods.ts';
import { runDueBefore } from '../subscriptions/run-due.ts';
import { suspendForDebt } from '../subscriptions/stop.ts';
import type { EngineContext } from '../subscriptions/wait-for-money.ts';
import { promiseEnds, promiseUnpaid } from './notifications.ts';
import {
  lockPromise,
  markEnded,
  markLookedAt,
  type PromiseRow,
  selectEnding,
  selectSoonEnding,
  selectUnpaid,
} from './store.ts';

/** Ends promises whose last day is over, and those left unpaid that were paid since. */
export async function endPromisedPayments(context: EngineContext): Promise<void> {
  const { db, zone } = context;
  const today = dayIn(zone, await businessNow(db));
  await eachInTurn(
    byPages((after, limit) => selectEnding(db, today, after, limit)),
    async (promise) => {
      // Charges due while the promise was in force are made with it, also by a worker that slept meanwhile.
      if (await runDueBefore(context, promise.organizationId, addDays(promise.until, 1)))
        await db.transaction((tx) => endPromise(tx, promise, { zone, today }));
    },
  );
  await eachInTurn(
    byPages((after, limit) => selectUnpaid(db, after, limit)),
    (promise) => db.transaction((tx) => settleUnpaid(tx, promise)),
  );
}

/** A day before the last one, or on it where the debt is made only then. To be called once the day's charges are made. */
export async function remindOfPromises({ db, zone }: EngineContext): Promise<void> {
  const today = dayIn(zone, await businessNow(db));
  const soon = { today, tomorrow: addDays(today, 1), takenBefore: startOfDayIn(zone, today) };
  await eachInTurn(
    byPages((after, limit) => selectSoonEnding(db, soon, after, limit)),
    (promise) => db.transaction((tx) => remind(tx, promise, today)),
  );
}

/** A source notifies once, on whichever day. */
async function remind(tx: Transaction, promise: PromiseRow, today: Day): Promise<void> {
  const { id, organizationId, currency, until } = promise;
  if (!(await lockPromise(tx, id, 'active'))) return;
  await markLookedAt(tx, id, today);
  const amountMinor = await readOwedOfPromise(tx, promise);
  if (amountMinor <= 0) return;
  await notifyMembers(tx, promiseEnds, { organizationId, sourceId: id, details: { amountMinor, currency, until } });
}

/** Lock order: the organization, the promise, its subscriptions, then the balance. A row that is locked waits for a next call. */
async function endPromise(tx: Transaction, promise: PromiseRow, at: { zone: string; today: Day }): Promise<void> {
  const { id, organizationId } = promise;
  if (!(await lockOrganizations(tx, [organizationId])).has(organizationId)) return;
  if (!(await lockPromise(tx, id, 'active'))) return;
  await selectRunning(tx, organizationId);
  const isPaid = await endPromised(tx, promise);
  await finish(tx, promise, isPaid ? 'paid' : 'unpaid');
  if (isPaid) return;
  const { amountMinor, currency, until } = promise;
  await suspendForDebt(tx, { ...at, organizationId, currency });
  await notifyMembers(tx, promiseUnpaid, { organizationId, sourceId: id, details: { amountMinor, currency, until } });
}

async function settleUnpaid(tx: Transaction, promise: PromiseRow): Promise<void> {
  if (!(await lockPromise(tx, promise.id, 'unpaid'))) return;
  if (await endOverdue(tx, promise)) await finish(tx, promise, 'paid');
}

async function finish(tx: Transaction, promise: PromiseRow, status: 'paid' | 'unpaid'): Promise<void> {
  const { id, organizationId, amountMinor, currency, until } = promise;
  await markEnded(tx, id, status);
  const details = { amount: toDecimal({ amountMinor, currency }), currency, until };
  const actor = { id: jobActors.subscriptions, address: null };
  await recordAction(tx, actor, { organizationId, action: `promised_payment.${status}`, details });
  announce(tx, { organizationId }, 'subscriptions');
}
