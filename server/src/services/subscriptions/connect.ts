import { maxSubscriptions, type Subscribing } from '@kazna/contract/cabinet/services';
import type { SubscribeForm } from '@kazna/contract/shared/subscribe-form';
import type { BillLine } from '@kazna/contract/shared/tariffs';
import { openBalance } from '../../money/ledger/resume-watch-store.ts';
import { businessNow } from '../../platform/db/business-now.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { Problem } from '../../platform/http/problem.ts';
import { claimKey } from '../../platform/idempotency/claim-key.ts';
import {
  discountsFor,
  findConnectable,
  lockTariffShared,
  markToAnnounce,
  selectDiscountsOf,
} from '../catalogue/catalogue-store.ts';
import { payUsage, readOwedUsage } from '../usage/pay-usage.ts';
import { asBillLine, chargeLines, draftOf, priceOf, setupDraft } from './charge-lines.ts';
import { nextPeriod, nextStepAt } from './next-step.ts';
import { addDays, type Day, dayIn } from './periods.ts';
import { nextChargeOf, publish } from './present.ts';
import { maxChargeMinor, partsOf } from './price.ts';
import { graceDrafts } from './resume-parts.ts';
import {
  countRunning,
  findSubscription,
  hadTrial,
  insertSubscription,
  lockConnecting,
  markGracePaid,
  type SubscriptionRow,
  saveSubscriptions,
  selectOwing,
} from './subscriptions-store.ts';
import { watchWaiting } from './wait-for-money.ts';

export interface SubscribeRequest {
  organizationId: string;
  form: SubscribeForm;
  actorId: string;
  /** Staff and the business's programs connect what customers are not shown. */
  mayConnectHidden: boolean;
  /** What the customer has seen: more is not charged. */
  mostMinor?: number | undefined;
  /** The version that the customer has seen: no other is connected. */
  versionId?: string | undefined;
  /** Where an idempotency key was claimed for it. */
  id?: string;
}

/** The subscription as it would begin today, before anything is stored. */
async function plan(db: Database | Transaction, zone: string, request: SubscribeRequest) {
  const { organizationId, form, mayConnectHidden } = request;
  const today = dayIn(zone, await businessNow(db));
  const found = await findConnectable(db, form.tariffId, today);
  if (!found || (!found.isShown && !mayConnectHidden)) throw new Problem('not_found');
  if (found.isClosed) throw new Problem('tariff_closed');
  const { version, ...names } = found;
  const quantity = form.quantity ?? 1;
  if (quantity > version.terms.maxQuantity) throw new Problem('quantity_not_allowed');
  const hasTrial = version.terms.trialDays > 0 && !(await hadTrial(db, organizationId, found.serviceId));
  const trialTo = hasTrial ? addDays(today, version.terms.trialDays) : null;
  const row: SubscriptionRow = {
    ...{ ...names, id: request.id ?? uuidv7(), organizationId, version, quantity, anchor: trialTo ?? today, trialTo },
    ...{ termsFrom: today, usageOwedMinor: 0, hasUsage: version.terms.meters.length > 0 },
    ...{ status: hasTrial ? ('trial' as const) : ('active' as const), chargedTo: trialTo ?? today, suspendedOn: null },
    ...{ pending: null, pendingTariffName: null, announced: [], warnedFor: null, startedOn: today, endedOn: null },
    ...{ covering: null, discounts: discountsFor(found.serviceId, await selectDiscountsOf(db, organizationId)) },
    ...{ owesGrace: false, createdAt: '', triedFeeMinor: hasTrial ? version.terms.setupFeeMinor : null },
  };
  if (priceOf(row).periodMinor > maxChargeMinor) throw new Problem('quantity_not_allowed');
  const owing = (await selectOwing(db, organizationId)).filter(
    (other) => other.serviceId === found.serviceId && other.version.terms.currency === version.terms.currency,
  );
  const grace = owing.filter(({ owesGrace }) => owesGrace);
  const owed = grace.flatMap((ended) => graceDrafts(ended, addDays(ended.endedOn as Day, 1), ended.id));
  const usage = owing.filter(({ usageOwedMinor }) => usageOwedMinor > 0);
  const usageLines = await Promise.all(
    usage.map(async (one) => owedUsageLine(one, today, await readOwedUsage(db, zone, one))),
  );
  const drafts = [...owed, ...(hasTrial ? [] : firstDrafts(row, today))];
  const draftLines = drafts.map(({ line }) => asBillLine(line));
  const lines = [...usageLines.filter(({ amountMinor }) => amountMinor > 0), ...draftLines];
  return { row, today, grace, usage, drafts, lines, draftsMinor: sumOf(draftLines), totalMinor: sumOf(lines) };
}

function sumOf(lines: BillLine[]): number {
  return lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

/** The version that would be connected now, and what it would charge at once. */
export async function planConnecting(tx: Transaction, zone: string, request: SubscribeRequest) {
  await lockTariffShared(tx, request.form.tariffId);
  const { row, totalMinor } = await plan(tx, zone, request);
  return { versionId: row.version.id, quantity: row.quantity, totalMinor };
}

/** Usage that is owed for the service is paid before it is connected again. */
function owedUsageLine({ serviceName, tariffName }: SubscriptionRow, today: Day, amountMinor: number): BillLine {
  const description = `${serviceName}, тариф «${tariffName}»: использование, которое ещё не оплачено`;
  return { description, from: today, to: today, amountMinor };
}

export function firstDrafts(row: SubscriptionRow, today: Day) {
  const parts = partsOf(row.version.terms, row.anchor, nextPeriod(row), priceOf(row).periodMinor);
  const drafts = parts.map((part) => draftOf(row, 'period', part));
  return row.version.terms.setupFeeMinor > 0 ? [setupDraft(row, today), ...drafts] : drafts;
}

export async function previewConnecting(
  db: Database,
  zone: string,
  request: SubscribeRequest,
  availableMinor: (currency: SubscriptionRow['version']['terms']['currency']) => Promise<number>,
): Promise<Subscribing> {
  const { row, lines, totalMinor } = await plan(db, zone, request);
  const { currency } = row.version.terms;
  const available = await availableMinor(currency);
  const after = row.status === 'trial' ? row : { ...row, chargedTo: nextPeriod(row).to };
  return {
    ...{ lines, totalMinor, currency, when: 'now', nextCharge: nextChargeOf(after), trialTo: row.trialTo },
    ...{ availableMinor: available, missingMinor: Math.max(0, totalMinor - available), versionId: row.version.id },
  };
}

/** Begins a subscription and charges its first period, or neither. Lock order: the organization is locked by then. */
export async function connect(tx: Transaction, zone: string, request: SubscribeRequest): Promise<SubscriptionRow> {
  const { organizationId, actorId } = request;
  await lockConnecting(tx, organizationId);
  await lockTariffShared(tx, request.form.tariffId);
  const { row, today, grace, usage, drafts, draftsMinor, totalMinor } = await plan(tx, zone, request);
  requireShown(request, totalMinor);
  if (request.versionId !== undefined && request.versionId !== row.version.id) throw new Problem('terms_changed');
  if ((await countRunning(tx, organizationId)) >= maxSubscriptions) throw new Problem('too_many_subscriptions');
  const { id, version, quantity, status, trialTo } = row;
  await openBalance(tx, organizationId, version.terms.currency);
  await insertSubscription(tx, {
    ...{ id, organizationId, tariffId: version.tariffId, versionId: version.id, quantity, status, trialTo },
    ...{ day: today, createdBy: actorId },
  });
  await markToAnnounce(tx, version.tariffId, version.id);
  let chargedMinor = draftsMinor;
  for (const one of usage) chargedMinor += await payUsage(tx, zone, one);
  // Usage comes without waiting for anybody's lock.
  requireShown(request, chargedMinor);
  await chargeLines(tx, drafts);
  await markGracePaid(
    tx,
    grace.map(({ id }) => id),
  );
  const line = drafts.find(({ line }) => line.kind === 'period')?.line;
  const begun: SubscriptionRow = line
    ? { ...row, chargedTo: line.to, covering: { ...line, leftMinor: line.amountMinor } }
    : row;
  await saveSubscriptions(tx, [{ ...begun, nextStepAt: nextStepAt(zone, begun, today) }]);
  // One that was suspended for usage needs no money for it any more.
  if (usage.length > 0) await watchWaiting(tx, [organizationId], today);
  const stored = (await findSubscription(tx, id)) as SubscriptionRow;
  publish(tx, 'subscription.created', stored, today);
  return stored;
}

function requireShown({ mostMinor = Number.POSITIVE_INFINITY }: SubscribeRequest, totalMinor: number): void {
  if (totalMinor > mostMinor) throw new Problem('terms_changed');
}

/** Connects once per idempotency key; a refusal leaves the key free. */
export async function connectOnce(
  tx: Transaction,
  zone: string,
  request: SubscribeRequest & { key: string; record?: (tx: Transaction, row: SubscriptionRow) => Promise<void> },
): Promise<SubscriptionRow> {
  const { organizationId, actorId, key, form, record } = request;
  const scope = `subscriptions:${actorId}`;
  const claim = { scope, key, body: { organizationId, ...form }, reference: uuidv7(), keepDays: null };
  const claimed = await claimKey(tx, claim);
  if (!claimed.isNew) return (await findSubscription(tx, claimed.reference)) as SubscriptionRow;
  const row = await connect(tx, zone, { ...request, id: claim.reference });
  await record?.(tx, row);
  return row;
}
