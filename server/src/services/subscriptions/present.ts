import type { Subscription, SubscriptionDetails } from '@kazna/contract/cabinet/services';
import type { EventType } from '@kazna/contract/v1/event-types';
import type { Subscription as OperatorSubscription } from '@kazna/contract/v1/services';
import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { recordEvent } from '../../platform/outbox/record-event.ts';
import { asBillLine, creditLine, discountOf, priceOf, setupAfterTrial } from './charge-lines.ts';
import { appliesFrom, chargedAtFrom, nextPeriod } from './next-step.ts';
import { addDays, type Day, periodAt } from './periods.ts';
import { partsOf } from './price.ts';
import { neededFor, resumption, switched } from './resume-parts.ts';
import type { ApplicableDiscount, SubscriptionRow } from './subscriptions-store.ts';

/** The next charge that is known by now, with the terms that will apply then. */
export function nextChargeOf(row: SubscriptionRow): { on: Day; amountMinor: number } | null {
  if (row.status !== 'active' && row.status !== 'trial' && row.status !== 'past_due') return null;
  const later = switched(row, row.chargedTo);
  const { periodMinor } = priceOf(later);
  const parts = partsOf(later.version.terms, later.anchor, nextPeriod(later), periodMinor);
  const setupMinor = setupAfterTrial(row).reduce((sum, { line }) => sum + line.amountMinor, 0);
  return { on: row.chargedTo, amountMinor: parts.reduce((sum, part) => sum + part.amountMinor, setupMinor) };
}

function currentPeriodOf(row: SubscriptionRow, today: Day) {
  if (row.status === 'ended' || row.status === 'paused' || row.status === 'suspended') return null;
  if (row.trialTo && today < row.trialTo) return { from: row.startedOn, to: row.trialTo };
  return periodAt(row.version.terms, row.anchor, row.chargedTo > today ? today : row.chargedTo);
}

export function presentSubscription(row: SubscriptionRow, today: Day): Subscription {
  const { version, pending } = row;
  const announced = announcedOf(row);
  const discount = discountOf(row);
  const isWaiting = row.status === 'past_due' || row.status === 'suspended';
  return {
    id: row.id,
    status: row.status,
    service: { id: row.serviceId, name: row.serviceName, unit: row.unit, group: row.group },
    tariff: { id: version.tariffId, name: row.tariffName, isVisible: row.isTariffVisible },
    terms: version.terms,
    quantity: row.quantity,
    periodMinor: priceOf(row).periodMinor,
    currentPeriod: currentPeriodOf(row, today),
    nextCharge: nextChargeOf(row),
    trialTo: row.trialTo,
    graceTo: row.status === 'past_due' ? addDays(row.chargedTo, version.terms.graceDays - 1) : null,
    neededMinor: isWaiting || row.usageOwedMinor > 0 ? neededFor(row, today) : null,
    pendingChange: pending && {
      tariffId: pending.version.tariffId,
      tariffName: row.pendingTariffName ?? row.tariffName,
      quantity: pending.quantity,
      on: row.chargedTo > today ? row.chargedTo : today,
    },
    announcedPrice: announced && {
      priceMinor: announced.version.terms.priceMinor,
      from: chargedAtFrom(row, announced),
    },
    discount: discount && describeDiscount(discount),
    startedOn: row.startedOn,
    endedOn: row.endedOn,
    createdAt: row.createdAt,
  };
}

/** The first price that will be charged; none of a subscription that ends before, or becomes another tariff's. */
function announcedOf({ status, announced, pending, version }: SubscriptionRow) {
  const isLeft =
    status === 'stopping' || status === 'ended' || (pending && pending.version.tariffId !== version.tariffId);
  const [first = null] = announced.toSorted((one, other) => (appliesFrom(one) < appliesFrom(other) ? -1 : 1));
  return isLeft ? null : first;
}

/** What a pause or a stop would give back today, and what going on would charge; null where they would do nothing. */
export function presentOutlook(row: SubscriptionRow, today: Day): Pick<SubscriptionDetails, 'unused' | 'resuming'> {
  const credit = row.status === 'active' ? creditLine(row, addDays(today, 1), row.id) : null;
  const unused = credit && { from: credit.from, to: credit.to, amountMinor: -credit.amountMinor };
  if (row.status !== 'paused') return { unused, resuming: null };
  const { row: next, drafts } = resumption(row, today, row.id);
  const lines = drafts.map(({ line }) => asBillLine(line));
  const totalMinor = lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return { unused, resuming: { lines, totalMinor, currency: next.version.terms.currency, when: 'now' } };
}

/** «−10 %»; an amount is said by the price that it leaves. */
export function describeDiscount({ percent, periodsLeft }: ApplicableDiscount): string {
  const size = percent === null ? 'Скидка' : `Скидка ${String(percent).replace('.', ',')} %`;
  return periodsLeft === null ? size : `${size}, осталось периодов: ${periodsLeft}`;
}

export function presentForProgram(row: SubscriptionRow, today: Day): OperatorSubscription {
  const { pending, version } = row;
  return {
    id: row.id,
    organizationId: row.organizationId,
    status: row.status,
    serviceId: row.serviceId,
    tariffId: version.tariffId,
    quantity: row.quantity,
    currency: version.terms.currency,
    periodMinor: priceOf(row).periodMinor,
    currentPeriod: currentPeriodOf(row, today),
    nextCharge: nextChargeOf(row),
    trialTo: row.trialTo,
    pendingChange: pending && {
      tariffId: pending.version.tariffId,
      quantity: pending.quantity,
      on: row.chargedTo > today ? row.chargedTo : today,
    },
    endedOn: row.endedOn,
    createdAt: row.createdAt,
  };
}

type SubscriptionEvent = Extract<EventType, `subscription.${string}`>;

/** To the business's programs and to open pages. */
export function publish(tx: Transaction, type: SubscriptionEvent, row: SubscriptionRow, today: Day): void {
  const { organizationId } = row;
  recordEvent(tx, { type, organizationId, data: presentForProgram(row, today) });
  announce(tx, { organizationId }, 'subscriptions');
}
