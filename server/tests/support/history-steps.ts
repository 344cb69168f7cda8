import type { DiscountForm } from '@kazna/contract/admin/subscriptions';

/** How often each is done, to the others. */
const weights = {
  ...{ wait: 4, until: 6, connect: 2, change: 2, quantity: 1, keep: 1, pause: 2, resume: 3, blink: 1, stop: 1, end: 2 },
  ...{ 'top up': 3, spend: 3, price: 4, promise: 3, refund: 1, discount: 2, 'no discount': 1 },
};
type StepName = keyof typeof weights;
export const historySteps = Object.entries(weights).flatMap(([name, times]) =>
  Array<StepName>(times).fill(name as StepName),
);

export interface HistoryStep {
  do: StepName;
  seconds: number;
  which: number;
  amount: number;
}

/** What is decided by a day shows on it alone: days after a next charge. */
export const aroundCharge = [-1, 0, 0, 0, 1, 2, 4];
export const maxWaitSeconds = 100 * 86_400;
/** What each organization begins with. */
export const fundsMinor = [60_000, 3000, 2_000_000];

export function discountFormOf({ which, amount }: HistoryStep, ownTariffId: string): DiscountForm {
  const size = which % 3 === 0 ? { amountMinor: amount } : { percent: 1 + (amount % 100) };
  const tariffId = which % 2 === 0 ? ownTariffId : undefined;
  const periods = [1, 2, 3, undefined][amount % 4];
  return { ...size, ...(tariffId && { tariffId }), ...(periods && { periods }), reason: 'Договор' };
}
