import { toDecimal } from '@kazna/contract/shared/money';
import { jobActors, recordAction } from '../../audit/actions-store.ts';
import { endOverdue, endPromised } from '../../money/ledger/promised-limit-store.ts';
import { notifyMembers } from '../../organizations/notify-members.ts';
import { announce } from '../../platform/db/announce.ts';
import { businessNow } from '../../platform/db/business-now.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { byPages, eachInTurn } from '../../platform/each-in-turn.ts';
import { lockOrganizations, selectRunning } from '../subscriptions/due-store.ts';
import { type Day, dayIn } from '../subscriptions/periods.ts';
import { suspendForDebt } from '../subscriptions/stop.ts';
import { promiseUnpaid } from './notifications.ts';
import { lockPromise, markEnded, type PromiseRow, selectEnding, selectUnpaid } from './store.ts';

interface PromiseContext {
  db: Database;
  /** Of the business: days begin by it. */
  zone: string;
}

/** Ends promises whose last day is over, and those left unpaid that were paid since. */
export async function endPromisedPayments({ db, zone }: PromiseContext): Promise<void> {
  const today = dayIn(zone, await businessNow(db));
  await eachInTurn(
    byPages((after, limit) => selectEnding(db, today, after, limit)),
    (promise) => db.transaction((tx) => endPromise(tx, promise, { zone, today })),
  );
  await eachInTurn(
    byPages((after, limit) => selectUnpaid(db, after, limit)),
    (promise) => db.transaction((tx) => settleUnpaid(tx, promise)),
  );
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
  await suspendForDebt(tx, { ...at, organizationId });
  const { amountMinor, currency, until } = promise;
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
