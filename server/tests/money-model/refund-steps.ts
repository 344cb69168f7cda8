import type { History } from './history.ts';
import { isRefundable, type Refund } from './records.ts';
import type { Step, StepName } from './step.ts';

interface Chance {
  one<T>(from: readonly T[]): T | undefined;
  recent<T>(from: T[]): T | undefined;
  amount(exact: number): number;
  below(count: number): number;
  isLikely(share: number): boolean;
}

const names = ['refund payment', 'decide refund', 'ask of refund', 'resolve refund'] as const;
type RefundStepName = (typeof names)[number];
export const isRefundStep = (name: StepName): name is RefundStepName => (names as readonly StepName[]).includes(name);

/** Of ten, the others succeed. */
const outcomes = ['canceled', 'canceled', 'pending', 'pending', 'pending'] as const;

export function refundStep(name: RefundStepName, history: History, chance: Chance): Step | undefined {
  const { one, isLikely } = chance;
  if (name === 'refund payment') return orderStep(history, chance);
  const all = [...history.refunds.values()];
  const pending = all.filter(({ status }) => status === 'pending');
  if (name === 'decide refund') {
    const chosen = one(pending.filter(({ atProvider }) => atProvider === 'pending'));
    return chosen && { do: name, refund: chosen.label, status: isLikely(0.6) ? 'succeeded' : 'canceled' };
  }
  if (name === 'ask of refund') {
    const chosen = one(pending);
    return chosen && { do: name, refund: chosen.label };
  }
  const unclear = one(pending.filter(({ isUnclear }) => isUnclear));
  const chosen = unclear ?? (isLikely(0.05) ? one(all) : undefined);
  return (
    chosen && { do: name, refund: chosen.label, status: chosen.atProvider === 'canceled' ? 'canceled' : 'succeeded' }
  );
}

/** Often one more of a payment that has one under way, so that their answers meet. */
function orderStep(
  { payments, refunds, bonuses }: History,
  { one, recent, amount, below, isLikely }: Chance,
): Step | undefined {
  const all = [...payments.values()];
  const isUnderWay = ({ status, payment }: Refund) => status === 'pending' && isRefundable(payment);
  const another = isLikely(0.5) ? one([...refunds.values()].filter(isUnderWay))?.payment : undefined;
  const earning = isLikely(0.2) ? one(bonuses.map(({ payment }) => payment).filter(isRefundable)) : undefined;
  const paid = another ?? earning ?? recent(all.filter(isRefundable)) ?? recent(all);
  if (!paid) return undefined;
  const { card } = paid.organization.accounts[paid.currency].in;
  const left = Math.min(card, paid.amount - paid.refunded);
  const outcome = outcomes[below(10)] ?? 'succeeded';
  // Parts, so that more than one fits into a payment.
  const sum = left > 3 && isLikely(0.4) ? 1 + below(left / 2) : amount(isLikely(0.7) ? left : card);
  return { do: 'refund payment', payment: paid.label, amount: sum, byStaff: isLikely(0.3), outcome };
}
