import type { Day } from './subscription-calendar.ts';

/** A line with all that it was worked out from. */
export interface Line {
  kind: string;
  from: Day;
  to: Day;
  versionId: string;
  quantity: number;
  periodMinor: number;
  periodDays: number;
  amountMinor: number;
  chargeId: string | null;
  discountId: string | null;
}

export interface ModelDiscount {
  id: string;
  tariffId: string | null;
  percent: number | null;
  amountMinor: number | null;
  periods: number | null;
  isEnded: boolean;
}

/** They end with a period, by which it is counted. */
export const isOfPeriod = ({ kind }: Pick<Line, 'kind'>) => kind === 'period' || kind === 'change' || kind === 'resume';

/** Of the periods that the discount was for. */
function endsOf(lines: Line[], discountId: string): Set<Day> {
  return new Set(lines.filter((one) => isOfPeriod(one) && one.discountId === discountId).map(({ to }) => to));
}

interface Charged {
  kind: string;
  to: Day;
  tariffId: string;
  /** Lines of the subscription before it. */
  before: Line[];
}

interface Subscription {
  /** With those that are not checked yet. */
  lines: Line[];
  wasEnded: boolean;
  isEnded: boolean;
}

/** Everything of one organization that its subscriptions depend on. */
export interface ModelOrganization {
  /** Newest first. */
  discounts: ModelDiscount[];
  /** What has ended counts for the discounts of all, and may have ended before a charge or after it. */
  subscriptions: Subscription[];
  availableMinor: number;
  /** The day on which the last promise that was not kept was broken. */
  brokenPromiseOn: Day | null;
  /** Charges that the business refunded. */
  refunded: Set<string>;
}

/** The one that goes first, and those before it that an end at the same time may have used up. */
export function possibleDiscounts(
  { kind, to, tariffId, before }: Charged,
  charged: Subscription,
  { discounts, subscriptions }: ModelOrganization,
): (ModelDiscount | null)[] {
  const active = discounts.filter(({ isEnded }) => !isEnded);
  const inOrder = [
    ...active.filter((one) => one.tariffId === tariffId),
    ...active.filter((one) => one.tariffId === null),
  ];
  const possible: (ModelDiscount | null)[] = [];
  for (const discount of inOrder) {
    const ends = endsOf(before, discount.id);
    const isWithinOne = kind !== 'period' && [...ends].some((end) => to <= end);
    const usedBy = (some: Subscription[]) =>
      some.reduce((sum, one) => sum + (one === charged ? 0 : endsOf(one.lines, discount.id).size), ends.size);
    const least = usedBy(subscriptions.filter(({ wasEnded }) => wasEnded));
    const most = usedBy(subscriptions.filter(({ isEnded }) => isEnded));
    const { periods } = discount;
    if (periods === null || isWithinOne || most < periods) return [...possible, discount];
    if (least < periods) possible.push(discount);
  }
  return [...possible, null];
}

export function discountedPrice(fullMinor: number, discount: ModelDiscount | null): number {
  if (discount?.percent) return Math.floor((fullMinor * (100 - discount.percent) * 2 + 100) / 200);
  return Math.max(0, fullMinor - (discount?.amountMinor ?? 0));
}
