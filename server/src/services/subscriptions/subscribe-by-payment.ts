import { lockSharedWithPermission } from '../../organizations/locks.ts';
import { notifyMembers } from '../../organizations/notify-members.ts';
import type { Subscribing } from '../../payments/create-payment.ts';
import { businessNow } from '../../platform/db/business-now.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { eachInTurn } from '../../platform/each-in-turn.ts';
import { Problem } from '../../platform/http/problem.ts';
import { findConnectable } from '../catalogue/catalogue-store.ts';
import { connect, planConnecting } from './connect.ts';
import { lockOrganizations } from './due-store.ts';
import { insertIntent, lockIntent, selectSettled, settleIntent, type WaitingIntent } from './intents-store.ts';
import { connectingRefused } from './notifications.ts';
import { dayIn } from './periods.ts';
import type { EngineContext } from './wait-for-money.ts';

/** Stores what the payment is made for, with the price that the customer has seen. */
export async function storeIntent(tx: Transaction, zone: string, intent: Subscribing): Promise<void> {
  const { paymentId, organizationId, userId, subscribe } = intent;
  await lockSharedWithPermission(tx, organizationId, userId, 'services.manage');
  const request = { organizationId, form: subscribe, actorId: userId, mayConnectHidden: false };
  const planned = await planConnecting(tx, zone, request);
  const { tariffId } = subscribe;
  await insertIntent(tx, { paymentId, organizationId, tariffId, ...planned, requestedBy: userId });
}

/** Connects what was paid for, once. Where it cannot, the money stays on the balance and the customer is notified. */
export async function connectPaid(context: EngineContext): Promise<void> {
  await eachInTurn(await selectSettled(context.db), (intent) => settle(context, intent));
}

async function settle({ db, zone }: EngineContext, intent: WaitingIntent): Promise<void> {
  if (intent.paymentStatus !== 'succeeded')
    return db.transaction((tx) => settleIntent(tx, intent, { status: 'dropped' }));
  try {
    await db.transaction((tx) => connectIntent(tx, zone, intent));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await db.transaction((tx) => refuseIntent(tx, zone, intent, error.code));
  }
}

async function connectIntent(tx: Transaction, zone: string, intent: WaitingIntent): Promise<void> {
  const { organizationId, tariffId, versionId, quantity, requestedBy, totalMinor } = intent;
  if (!(await lockOrganizations(tx, [organizationId])).has(organizationId)) return;
  // Who has paid may have been removed since, and the organization suspended or closed.
  await lockSharedWithPermission(tx, organizationId, requestedBy, 'services.manage');
  const found = await findConnectable(tx, tariffId, dayIn(zone, await businessNow(tx)));
  if (found?.version.id !== versionId) throw new Problem('terms_changed');
  if (!(await lockIntent(tx, intent))) return;
  const request = { organizationId, form: { tariffId, quantity }, actorId: requestedBy, mayConnectHidden: false };
  const row = await connect(tx, zone, { ...request, mostMinor: totalMinor ?? undefined });
  await settleIntent(tx, intent, { status: 'connected', subscriptionId: row.id });
}

async function refuseIntent(tx: Transaction, zone: string, intent: WaitingIntent, reason: string): Promise<void> {
  const { organizationId, tariffId, paymentId } = intent;
  if (!(await lockIntent(tx, intent))) return;
  await settleIntent(tx, intent, { status: 'refused', reason });
  const found = await findConnectable(tx, tariffId, dayIn(zone, await businessNow(tx)));
  const isShort = reason === 'insufficient_funds';
  const details = { serviceName: found?.serviceName ?? 'Услуга', tariffName: found?.tariffName ?? '', isShort };
  await notifyMembers(tx, connectingRefused, { organizationId, sourceId: paymentId, details });
}
