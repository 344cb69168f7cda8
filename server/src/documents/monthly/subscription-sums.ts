import { quoted } from '@kazna/contract/shared/quoted';
import { fromMillionths } from '@kazna/contract/shared/usage-price';
import { addDays, dayInDigits } from '../calendar.ts';
import type { ServiceSum } from './month-lines.ts';

/** What a month has of one charge of a subscription: the charge, what was given back of it, or both. */
export interface ChargedDays {
  subscriptionId: string;
  versionId: string;
  isSetup: boolean;
  /** Of usage: what was counted. */
  used?: { meter: string; unit: string; quantity: string } | null;
  /** As documents name the service. */
  service: string;
  tariff: string;
  unit: string;
  quantity: number;
  from: string;
  /** The first day after them. */
  to: string;
  /** Whether the month has the charge itself. */
  isCharged: boolean;
  /** The days that were given back within the month; null where none were. */
  credited: { from: string; to: string } | null;
  /** Charged, less what was given back within the month. */
  amountMinor: number;
}

/**
 * Lines by service, tariff and days. Days that were given back in the month of their charge are left out of its line; those
 * of an earlier charge stand as a line below zero. Days and weeks of one subscription that follow one another are one
 * line, and equal lines of several subscriptions are one with their quantities together.
 */
export function subscriptionSums(charges: readonly ChargedDays[]): ServiceSum[] {
  const spans = joinDays(withAllQuantities(charges).map(usedDays));
  // The name says the counted unit, so that equal ones of two subscriptions are two lines.
  const sums = spans.map((span) => ({ ...sumOf(span), of: span.used ? span.subscriptionId : '' }));
  const groups = Map.groupBy(sums, ({ name, amountMinor, of }) => `${amountMinor < 0} ${of} ${name}`);
  return [...groups.values()]
    .map((all) => all.map(({ of: _, ...sum }) => sum))
    .map((equal) => ({
      ...(equal[0] as ServiceSum),
      quantity: equal.reduce((sum, { quantity }) => sum + quantity, 0),
      amountMinor: equal.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    }));
}

/**
 * Charges of which something is left. A correction of usage takes its quantity back from the newest charge alone, however
 * many it gives back: what such a charge cannot bear is taken from the one before it.
 */
function withAllQuantities(charges: readonly ChargedDays[]): ChargedDays[] {
  const kept: ChargedDays[] = [];
  const missing = new Map<string, bigint>();
  for (const charge of charges.toReversed()) {
    const { used, amountMinor } = charge;
    if (!used) {
      if (amountMinor !== 0) kept.push(charge);
      continue;
    }
    const key = `${charge.subscriptionId} ${charge.versionId} ${used.meter}`;
    const quantity = millionthsOf(used.quantity) + (missing.get(key) ?? 0n);
    missing.set(key, quantity < 0n ? quantity : 0n);
    if (amountMinor !== 0)
      kept.push({ ...charge, used: { ...used, quantity: fromMillionths(quantity > 0n ? quantity : 0n) } });
  }
  return kept.toReversed();
}

function usedDays(charge: ChargedDays): ChargedDays {
  const { isCharged, credited, from } = charge;
  if (!credited) return charge;
  // A charge whose days all came back may still differ from them by what was refunded apart.
  if (isCharged) return credited.from > from ? { ...charge, to: credited.from } : charge;
  return { ...charge, ...credited };
}

function joinDays(charges: ChargedDays[]): ChargedDays[] {
  const spans: ChargedDays[] = [];
  const endingBefore = new Map<string, ChargedDays>();
  const keyOf = (span: ChargedDays, day: string) =>
    `${span.subscriptionId} ${span.versionId} ${span.used?.meter ?? span.quantity} ${day}`;
  for (const charge of charges.toSorted((one, other) => (one.from < other.from ? -1 : Number(one.from > other.from)))) {
    const isJoinable = charge.amountMinor > 0 && !charge.isSetup;
    const last = isJoinable ? endingBefore.get(keyOf(charge, charge.from)) : undefined;
    const span = last ?? { ...charge };
    if (last)
      Object.assign(last, {
        to: charge.to,
        amountMinor: last.amountMinor + charge.amountMinor,
        ...usedOf(last, charge),
      });
    else spans.push(span);
    if (isJoinable) endingBefore.set(keyOf(span, span.to), span);
  }
  return spans;
}

function usedOf({ used }: ChargedDays, { used: more }: ChargedDays): Pick<ChargedDays, 'used'> {
  if (!used || !more) return {};
  return { used: { ...used, quantity: fromMillionths(millionthsOf(used.quantity) + millionthsOf(more.quantity)) } };
}

const millionthsOf = (quantity: string) =>
  BigInt(
    quantity.includes('.') ? quantity.replace('.', '').padEnd(quantity.indexOf('.') + 6, '0') : `${quantity}000000`,
  );

/** A whole quantity stands in its own column where the price of one is even; another one stands in the name. */
function usageSum({
  service,
  tariff,
  used,
  from,
  to,
  amountMinor,
}: ChargedDays & { used: NonNullable<ChargedDays['used']> }): ServiceSum {
  const name = `${service} ${quoted(tariff)}, ${used.meter}, ${daysInDigits(from, to)}`;
  const quantity = fromMillionths(millionthsOf(used.quantity));
  // A give-back of a later month is an amount; its quantity stands in the line of its charge.
  if (amountMinor < 0) return { name, service, from, unit: used.unit, quantity: 1, amountMinor };
  if (/^[1-9]\d{0,11}$/.test(quantity))
    return { name, service, from, unit: used.unit, quantity: Number(quantity), amountMinor };
  return {
    name: `${name}, ${quantity.replace('.', ',')}\u00a0${used.unit}`,
    service,
    from,
    unit: used.unit,
    quantity: 1,
    amountMinor,
  };
}

function sumOf(span: ChargedDays): ServiceSum {
  return span.used ? usageSum({ ...span, used: span.used }) : feeSum(span);
}

function feeSum({ service, tariff, isSetup, from, to, quantity, unit, amountMinor }: ChargedDays): ServiceSum {
  const name = `${service} ${quoted(tariff)}, ${isSetup ? 'подключение' : daysInDigits(from, to)}`;
  // The fee at the start is one, whatever the quantity.
  return { name, service, from, unit, quantity: isSetup ? 1 : quantity, amountMinor };
}

/** «01.11.2026–30.11.2026», «01.11.2026» */
function daysInDigits(from: string, to: string): string {
  const last = addDays(to, -1);
  return last > from ? `${dayInDigits(from)}–${dayInDigits(last)}` : dayInDigits(from);
}
