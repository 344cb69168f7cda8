import { uuidv7 } from '../platform/db/uuid.ts';
import { hourMs, minuteMs } from './calendar.ts';
import { refundReasons } from './names.ts';
import type { Random } from './random.ts';
import type { DemoMember } from './team.ts';

interface RefundablePayment {
  id: string;
  amountMinor: number;
  refundedMinor: number;
  createdAt: Date;
}

export interface DemoRefund {
  id: string;
  payment: RefundablePayment;
  paymentId: string;
  amountMinor: number;
  reason: string;
  status: 'succeeded' | 'canceled';
  requestedBy: string;
  createdAt: Date;
  settledAt: Date;
}

/** Some payments are refunded, wholly or in part, one to four days later; some refunds are declined. */
export function planRefund(
  random: Random,
  payment: RefundablePayment,
  team: DemoMember[],
  now: number,
): DemoRefund | null {
  if (random.next() >= 0.03) return null;
  const evening = Math.floor(payment.createdAt.getTime() / (24 * hourMs)) * 24 * hourMs + 15.7 * hourMs;
  const createdAt = new Date(evening + random.between(1, 4) * 24 * hourMs + random.between(0, 15) * minuteMs);
  const settledAt = new Date(createdAt.getTime() + random.between(1, 8) * minuteMs);
  if (settledAt.getTime() > now) return null;
  const isWhole = random.next() < 0.4;
  const part = Math.round((payment.amountMinor * random.between(2, 7)) / 10 / 100) * 100;
  return {
    id: uuidv7(createdAt.getTime()),
    payment,
    paymentId: payment.id,
    amountMinor: isWhole ? payment.amountMinor : part,
    reason: random.pick(refundReasons),
    status: random.next() < 0.12 ? 'canceled' : 'succeeded',
    requestedBy: requester(random, team, createdAt),
    createdAt,
    settledAt,
  };
}

function requester(random: Random, team: DemoMember[], at: Date): string {
  const allowed = team.filter(({ role, joinedAt }) => role !== 'member' && joinedAt <= at);
  return random.pick(allowed).person.id;
}
