import {
  chargeKinds,
  customerMoveKinds,
  moveKinds,
  type Revenue,
  type RevenueMonth,
} from '@kazna/contract/admin/revenue';
import { currencies } from '@kazna/contract/shared/money';
import type { Database } from '../platform/db/database.ts';
import { inSnapshot } from '../platform/db/snapshot.ts';
import {
  type CohortSum,
  type Figure,
  readCounted,
  readDebts,
  type Scope,
  selectCohorts,
  selectFigures,
  selectServices,
  selectUpcomingDays,
} from './figures-store.ts';

interface RevenueRequest extends Scope {
  /** «2026-11»; this month by default. */
  to?: string | undefined;
  months: number;
}

const maxServices = 20;

/** Figures of one answer agree, whatever is counted meanwhile. */
export function getRevenue(db: Database, request: RevenueRequest): Promise<Revenue> {
  return inSnapshot(db, async (tx) => {
    const counted = await readCounted(tx);
    const last = request.to ? `${request.to}-01` : counted.thisMonth;
    const months = monthsUntil(last, request.months);
    const range = { from: months[0] as string, to: last };
    const isOfAll = !request.serviceId && !request.tariffId;
    const figures = await selectFigures(tx, request, range);
    const cohorts = await selectCohorts(tx, request, range);
    const days = await selectUpcomingDays(tx, request);
    const payers = new Map<string, number>();
    for (const { month, customers } of cohorts) payers.set(month, (payers.get(month) ?? 0) + customers);
    return {
      currency: request.currency,
      currencies: currencies.filter((one) => counted.currencies.includes(one)),
      countedAt: counted.countedAt,
      months: monthsOf(figures, months, counted.thisMonth, payers),
      cohorts: cohortsOf(cohorts, months),
      services: isOfAll ? await selectServices(tx, request, range, maxServices) : [],
      debts: await readDebts(tx, request.currency),
      upcoming: {
        amountMinor: days.reduce((total, { amountMinor }) => total + amountMinor, 0),
        count: days.reduce((total, { count }) => total + count, 0),
        days: days.map(({ day, amountMinor }) => ({ day, amountMinor })),
      },
    };
  });
}

const shortMonth = (day: string) => day.slice(0, 7);

function monthsUntil(last: string, count: number): string[] {
  const end = Temporal.PlainDate.from(last);
  return Array.from({ length: count }, (_, index) => end.subtract({ months: count - 1 - index }).toString());
}

/** Each month goes on where the one before ended, so that start and moves make the end. */
function monthsOf(figures: Figure[], months: string[], thisMonth: string, payers: Map<string, number>): RevenueMonth[] {
  const found = new Map(figures.map((figure) => [`${figure.month} ${figure.figure}`, figure]));
  const sumsOf = <Name extends string>(month: string | null, names: readonly Name[], prefix = '') =>
    Object.fromEntries(
      names.map((name) => {
        const { amountMinor = 0, count = 0 } = found.get(`${month} ${prefix}${name}`) ?? {};
        return [name, { amountMinor, count }];
      }),
    ) as Record<Name, { amountMinor: number; count: number }>;
  const total = (sums: Record<string, { amountMinor: number }>) =>
    Object.values(sums).reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const gained = ({ new: began, returned, lost }: Record<'new' | 'returned' | 'lost', { count: number }>) =>
    began.count + returned.count - lost.count;
  let mrr = total(sumsOf(null, moveKinds));
  let customers = gained(sumsOf(null, customerMoveKinds, customersPrefix));
  return months.map((month) => {
    const [mrrStartMinor, customersStart] = [mrr, customers];
    const moves = sumsOf(month, moveKinds);
    const customerMoves = sumsOf(month, customerMoveKinds, customersPrefix);
    const charges = sumsOf(month, chargeKinds);
    mrr += total(moves);
    customers += gained(customerMoves);
    return {
      ...{ month: shortMonth(month), isOpen: month >= thisMonth, moves, charges, customers: customerMoves },
      ...{ mrrStartMinor, mrrEndMinor: mrr, customersStart, customersEnd: customers, revenueMinor: total(charges) },
      refundedMinor: found.get(`${month} refunded`)?.amountMinor ?? 0,
      payers: payers.get(month) ?? 0,
    };
  });
}

const customersPrefix = 'customers_';

/** Those that were first charged in one of the months: of others the size is not known here. */
function cohortsOf(sums: CohortSum[], months: string[]): Revenue['cohorts'] {
  return months.flatMap((cohort) => {
    const own = new Map(sums.filter((sum) => sum.cohort === cohort).map((sum) => [sum.month, sum]));
    const first = own.get(cohort);
    if (!first) return [];
    const shown = months
      .filter((month) => month >= cohort)
      .map((month) => {
        const { customers = 0, amountMinor = 0 } = own.get(month) ?? {};
        return { month: shortMonth(month), customers, amountMinor };
      });
    return [{ month: shortMonth(cohort), customers: first.charged, months: shown }];
  });
}
