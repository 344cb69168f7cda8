import type { PaymentStatus } from '@kazna/contract/payments';
import { uuidv7 } from '../db/uuid.ts';
import { purposes, reasons } from './names.ts';
import type { Random } from './random.ts';

export interface DemoPayment {
  id: string;
  createdBy: string;
  amountMinor: number;
  method: 'card' | 'sbp';
  description: string | null;
  status: PaymentStatus;
  reason: string | null;
  refundedMinor: number;
  createdAt: Date;
}

export interface DemoTransfer {
  id: string;
  key: string;
  kind: 'top_up' | 'refund' | 'charge';
  /** Above zero: to the organization; below: from it. */
  amountMinor: number;
  sourceId: string | null;
  createdAt: Date;
}

export interface DemoYear {
  payments: DemoPayment[];
  transfers: DemoTransfer[];
}

const dayMs = 24 * 60 * 60 * 1000;
/** How payments end, a word for each part of a hundred. */
const outcomes: [PaymentStatus, number][] = [
  ['succeeded', 84],
  ['canceled', 10],
  ['expired', 5],
  ['review', 1],
];

/** A year of an organization that tops up when its balance runs low and spends a little every working day. */
export function liveThroughYear(random: Random, people: string[], now: number, dailySpendMinor: number): DemoYear {
  const payments: DemoPayment[] = [];
  const transfers: DemoTransfer[] = [];
  let balance = 0;
  for (let day = 365; day >= 1; day -= 1) {
    const morning = now - day * dayMs;
    const tries = balance < dailySpendMinor * 10 ? random.between(1, 6) : random.between(0, 2);
    for (let turn = 0; turn < tries; turn += 1) {
      const payment = makePayment(random, people, morning + random.between(0, 8 * 60 * 60 * 1000), dailySpendMinor);
      payments.push(payment);
      if (payment.status !== 'succeeded') continue;
      balance += payment.amountMinor;
      transfers.push(moveOf(payment, 'top_up', payment.amountMinor));
      if (payment.refundedMinor === 0) continue;
      balance -= payment.refundedMinor;
      transfers.push(moveOf(payment, 'refund', -payment.refundedMinor));
    }
    const spend = Math.min(balance, Math.round(dailySpendMinor * (0.5 + random.next())));
    if (spend > 0 && new Date(morning).getUTCDay() % 6 !== 0) {
      balance -= spend;
      const createdAt = new Date(morning + 20 * 60 * 60 * 1000);
      const id = uuidv7(createdAt.getTime());
      transfers.push({ id, key: `charge:${id}`, kind: 'charge', amountMinor: -spend, sourceId: null, createdAt });
    }
  }
  return { payments, transfers };
}

function makePayment(random: Random, people: string[], at: number, dailySpendMinor: number): DemoPayment {
  const status = drawOutcome(random);
  const amountMinor = Math.max(100_00, Math.round((dailySpendMinor * random.between(2, 10)) / 1000_00) * 100_00);
  const isRefunded = status === 'succeeded' && random.next() < 0.03;
  const createdAt = new Date(at);
  return {
    id: uuidv7(at),
    createdBy: random.pick(people),
    amountMinor,
    method: random.next() < 0.6 ? 'card' : 'sbp',
    description: random.pick(purposes),
    status,
    reason: status === 'canceled' ? random.pick(reasons) : reasonOf(status),
    refundedMinor: isRefunded ? Math.round(amountMinor / random.between(1, 4)) : 0,
    createdAt,
  };
}

function reasonOf(status: PaymentStatus): string | null {
  if (status === 'expired') return 'expired_on_confirmation';
  return status === 'review' ? 'amount_differs' : null;
}

function drawOutcome(random: Random): PaymentStatus {
  let left = random.between(1, 100);
  for (const [status, share] of outcomes) {
    left -= share;
    if (left <= 0) return status;
  }
  return 'succeeded';
}

function moveOf(payment: DemoPayment, kind: 'top_up' | 'refund', amountMinor: number): DemoTransfer {
  const createdAt = new Date(payment.createdAt.getTime() + 60_000);
  const key = `${kind}:${payment.id}`;
  return { id: uuidv7(createdAt.getTime()), key, kind, amountMinor, sourceId: payment.id, createdAt };
}
