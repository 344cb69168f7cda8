import type { PaymentStatus } from '@kazna/contract/cabinet/payments';
import { uuidv7 } from '../platform/db/uuid.ts';
import { type DemoDay, dayBefore, hourMs, minuteMs } from './calendar.ts';
import {
  credits,
  type DemoCompany,
  dailyServices,
  meteredServices,
  oneOffServices,
  purposes,
  reasons,
} from './names.ts';
import type { Random } from './random.ts';
import { type DemoRefund, planRefund } from './refunds.ts';
import type { DemoMember } from './team.ts';

export interface DemoPayment {
  id: string;
  createdBy: string;
  amountMinor: number;
  method: 'card' | 'sbp';
  cardLast4: string | null;
  description: string | null;
  status: PaymentStatus;
  reason: string | null;
  refundedMinor: number;
  /** What the provider says came, for a payment in review. */
  claimedMinor?: number;
  createdAt: Date;
}

export interface DemoTransfer {
  id: string;
  key: string;
  kind: 'top_up' | 'refund' | 'refund_reversal' | 'charge' | 'adjustment';
  /** Positive: to the organization; negative: from it. */
  amountMinor: number;
  sourceId: string | null;
  createdAt: Date;
}

export interface DemoCharge {
  id: string;
  amountMinor: number;
  service: string;
  description: string;
  createdAt: Date;
}

export interface DemoYear {
  payments: DemoPayment[];
  refunds: DemoRefund[];
  corrections: DemoCorrection[];
  charges: DemoCharge[];
  transfers: DemoTransfer[];
}

/** What subscriptions charge as a day begins, of a balance. */
export type ChargeDue = (startMs: number, balanceMinor: number) => { id: string; amountMinor: number; at: Date }[];

const outcomes: [PaymentStatus, number][] = [
  ['succeeded', 86],
  ['canceled', 10],
  ['expired', 4],
];

/** The company tops up when its balance runs low and spends most on working days. */
export function simulateYear(
  random: Random,
  company: DemoCompany,
  { team, chargeDue }: { team: DemoMember[]; chargeDue: ChargeDue },
  now: number,
): DemoYear {
  const year: DemoYear = { payments: [], refunds: [], corrections: [], charges: [], transfers: [] };
  const planned: DemoRefund[] = [];
  let balance = 0;
  const move = (transfer: Omit<DemoTransfer, 'id'>) => {
    balance += transfer.amountMinor;
    year.transfers.push({ id: uuidv7(transfer.createdAt.getTime()), ...transfer });
  };
  for (let daysAgo = company.foundedDaysAgo - 1; daysAgo >= 0; daysAgo -= 1) {
    const day = dayBefore(now, daysAgo);
    const isQuiet = daysAgo <= company.quietDays;
    for (const { id, amountMinor, at } of chargeDue(day.startMs, balance))
      move(transferOf('charge', id, -amountMinor, at.getTime(), id));
    for (const payment of isQuiet ? [] : dayPayments(random, company, team, day, balance)) {
      // Today goes on after the demo was filled.
      if (payment.createdAt.getTime() > now - hourMs) continue;
      year.payments.push(payment);
      if (payment.status !== 'succeeded') continue;
      move(transferOf('top_up', payment.id, payment.amountMinor, payment.createdAt.getTime() + minuteMs, payment.id));
      const refund = planRefund(random, payment, team, now);
      if (refund) planned.push(refund);
    }
    for (const refund of planned.filter(({ createdAt }) => isWithin(day, createdAt))) {
      if (refund.amountMinor > balance) continue;
      const { id, paymentId, amountMinor, createdAt, settledAt } = refund;
      year.refunds.push(refund);
      move(transferOf('refund', id, -amountMinor, createdAt.getTime(), paymentId));
      if (refund.status === 'canceled')
        move(transferOf('refund_reversal', id, amountMinor, settledAt.getTime(), paymentId));
      else refund.payment.refundedMinor = amountMinor;
    }
    for (const correction of dayCorrections(random, company.dailySpendMinor, day)) {
      const { id, amountMinor, createdAt } = correction;
      if (-amountMinor > balance || isQuiet || createdAt.getTime() > now) continue;
      year.corrections.push(correction);
      move(transferOf('adjustment', id, amountMinor, createdAt.getTime(), id));
    }
    const chargedAt = day.startMs + 23 * hourMs;
    const spend = isQuiet ? Math.round(balance * 0.12) : Math.min(balance, daySpend(random, company, day));
    if (spend > 0 && chargedAt < now) {
      const charge = chargeOf(spend, chargedAt, daysAgo);
      year.charges.push(charge);
      move(transferOf('charge', charge.id, -spend, chargedAt, charge.id));
    }
  }
  return year;
}

function isWithin({ startMs }: DemoDay, moment: Date): boolean {
  return moment.getTime() >= startMs && moment.getTime() < startMs + 24 * hourMs;
}

function transferOf(
  kind: DemoTransfer['kind'],
  keyId: string,
  amountMinor: number,
  at: number,
  sourceId: string | null,
): Omit<DemoTransfer, 'id'> {
  return { key: `${kind}:${keyId}`, kind, amountMinor, sourceId, createdAt: new Date(at) };
}

function chargeOf(amountMinor: number, at: number, daysAgo: number): DemoCharge {
  const [service, description] = dailyServices[daysAgo % dailyServices.length] as (typeof dailyServices)[number];
  return { id: uuidv7(at), amountMinor, service, description, createdAt: new Date(at) };
}

function daySpend(random: Random, { dailySpendMinor }: DemoCompany, { isWeekend, season }: DemoDay): number {
  return Math.round(dailySpendMinor * season * (isWeekend ? 0.2 : 0.6 + random.next() * 0.8));
}

/** Between 9:00 and 18:30 in Moscow, in the order of time. */
function dayPayments(
  random: Random,
  { dailySpendMinor }: DemoCompany,
  team: DemoMember[],
  { startMs, isWeekend, season }: DemoDay,
  balance: number,
): DemoPayment[] {
  const isLow = balance < dailySpendMinor * 10 * season;
  const count = isWeekend ? random.between(0, 1) : isLow ? random.between(2, 6) : random.between(0, 2);
  const times = Array.from({ length: count }, () => startMs + random.between(9 * 60, 18 * 60 + 30) * minuteMs);
  return times.toSorted((a, b) => a - b).map((at) => makePayment(random, team, at, dailySpendMinor * season));
}

export function makePayment(random: Random, team: DemoMember[], at: number, spendMinor: number): DemoPayment {
  const status = drawOutcome(random);
  const createdAt = new Date(at + random.between(0, 59_999));
  const createdBy = drawPayer(random, team, at);
  const amountMinor = Math.max(100_00, Math.round((spendMinor * random.between(2, 10)) / 1000_00) * 100_00);
  const method = random.next() < 0.6 ? 'card' : 'sbp';
  const description = random.pick(purposes);
  const reason = drawReason(random, status);
  const isCardKnown = method === 'card' && status !== 'expired' && reason !== 'canceled_by_user';
  return {
    id: uuidv7(createdAt.getTime()),
    createdBy,
    amountMinor,
    method,
    cardLast4: isCardKnown ? cardOf(team, createdBy) : null,
    description,
    status,
    reason,
    refundedMinor: 0,
    createdAt,
  };
}

function drawReason(random: Random, status: PaymentStatus): string | null {
  if (status === 'canceled') return random.pick(reasons);
  return status === 'expired' ? 'expired_on_confirmation' : null;
}

/** Everybody pays with a card of their own. */
function cardOf(team: DemoMember[], personId: string): string {
  const place = team.findIndex(({ person }) => person.id === personId);
  return String(1000 + ((place * 1871 + 3477) % 9000));
}

function drawPayer(random: Random, team: DemoMember[], at: number): string {
  const present = team.filter(({ joinedAt }) => joinedAt.getTime() <= at);
  const weights = { owner: 2, admin: 2, accountant: 6, member: 1 };
  const tickets = present.flatMap(({ person, role }) => Array.from({ length: weights[role] }, () => person.id));
  return random.pick(tickets);
}

function drawOutcome(random: Random): PaymentStatus {
  let left = random.between(1, 100);
  for (const [status, share] of outcomes) {
    left -= share;
    if (left <= 0) return status;
  }
  return 'succeeded';
}

interface DemoCorrection {
  id: string;
  amountMinor: number;
  reason: string;
  createdAt: Date;
}

/** What staff post by hand: subscriptions, services by the piece, one-off work and credits. */
function dayCorrections(random: Random, dailySpendMinor: number, day: DemoDay): DemoCorrection[] {
  const post = (amountMinor: number, reason: string): DemoCorrection[] => {
    const createdAt = new Date(day.startMs + 19.2 * hourMs + random.between(0, 80) * minuteMs);
    return amountMinor === 0 ? [] : [{ id: uuidv7(createdAt.getTime()), amountMinor, reason, createdAt }];
  };
  const share = (part: number) => Math.round((dailySpendMinor * part) / 10_00) * 10_00;
  if (day.dayOfMonth === 2) return post(-share(2.4), `Абонентская плата за ${day.monthName}`);
  if (day.dayOfMonth === 5) return post(-share(0.3), 'Хранение документов, 50 ГБ');
  if (day.dayOfMonth === 12) return post(-share(0.5 + random.next() * 1.5), random.pick(oneOffServices));
  if (day.dayOfMonth === 26 && random.next() < 0.25)
    return post(share(0.3 + random.next() * 0.6), random.pick(credits));
  if (!day.isBillingDay) return [];
  const { name, unit, priceMinor } = random.pick(meteredServices);
  const count = Math.round((dailySpendMinor * day.season * (0.3 + random.next() * 0.7)) / priceMinor);
  return post(-count * priceMinor, `${name}, ${count}\u00a0${unit}`);
}
