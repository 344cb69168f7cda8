import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { id, pageOf, pageQuery, time } from '../shared/fields.ts';
import { currency } from '../shared/money.ts';

/** «2026-11». */
const month = z.string().check(z.regex(/^(?!0000)\d{4}-(0[1-9]|1[0-2])$/));
const day = z.iso.date();
const minor = z.int();

export const moveKinds = ['new', 'up', 'resumed', 'down', 'stopped'] as const;
export type MoveKind = (typeof moveKinds)[number];
export const moveFilters = [...moveKinds, 'lost'] as const;
export type MoveFilter = (typeof moveFilters)[number];
export const chargeKinds = ['fixed', 'usage', 'setup', 'other'] as const;
export type ChargeKind = (typeof chargeKinds)[number];
export const customerMoveKinds = ['new', 'returned', 'lost'] as const;

const maxMonths = 36;

const scope = {
  currency: z._default(currency, 'RUB'),
  serviceId: z.optional(id),
  /** Alone: a tariff belongs to one service. */
  tariffId: z.optional(id),
};
const access = { staff: 'admin.money' } as const;
const sum = z.object({ amountMinor: minor, count: z.int() });

const revenueMonth = z.object({
  month,
  /** The month is not over, or has not begun. */
  isOpen: z.boolean(),
  mrrStartMinor: minor,
  mrrEndMinor: minor,
  /** Of subscriptions. What goes down or stops is below zero: start and moves make the end. */
  moves: z.object({ new: sum, up: sum, resumed: sum, down: sum, stopped: sum }),
  customersStart: z.int(),
  customersEnd: z.int(),
  customers: z.object({ new: sum, returned: sum, lost: sum }),
  /** Charges less refunds of charges, by the day in the ledger. */
  revenueMinor: minor,
  charges: z.object({ fixed: sum, usage: sum, setup: sum, other: sum }),
  refundedMinor: minor,
  /** Organizations whose charges of the month are more than their refunds. */
  payers: z.int(),
});
export type RevenueMonth = z.output<typeof revenueMonth>;

const cohort = z.object({
  /** Of the first charge. */
  month,
  customers: z.int(),
  /** From that month on, as far as the chosen months go. */
  months: z.array(z.object({ month, customers: z.int(), amountMinor: minor })),
});
export type Cohort = z.output<typeof cohort>;

const revenue = z.object({
  currency,
  /** Those that something was charged or owed in. */
  currencies: z.array(currency),
  /** Null before the first count. */
  countedAt: z.nullable(time),
  months: z.array(revenueMonth),
  cohorts: z.array(cohort),
  /** Of the chosen months, the largest first; empty where a service or tariff is chosen. */
  services: z.array(z.object({ id, name: z.string(), revenueMinor: minor, mrrMinor: minor })),
  /** Balances below zero, whatever the service. */
  debts: sum,
  /** What subscriptions will charge within 30 days if nothing changes. */
  upcoming: z.object({ amountMinor: minor, count: z.int(), days: z.array(z.object({ day, amountMinor: minor })) }),
});
export type Revenue = z.output<typeof revenue>;

export const getRevenue = endpoint({
  method: 'GET',
  path: '/api/admin/revenue',
  summary: 'Recurring revenue and how it moved, churn, cohorts, charges by kind, debts and what is ahead, by month',
  access,
  query: z.object({
    ...scope,
    /** The last month; this one by default. */
    to: z.optional(month),
    months: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(maxMonths)), 12),
  }),
  status: 200,
  answer: revenue,
});

/** People's own organizations share one name, so that of the owner stands beside it. */
const organization = z.object({ id, name: z.string(), owner: z.nullable(z.string()) });
const named = z.object({ id, name: z.string() });

const revenueMove = z.object({
  id,
  day,
  kind: z.enum(moveKinds),
  organization,
  subscriptionId: id,
  service: named,
  tariff: named,
  beforeMinor: minor,
  afterMinor: minor,
});
export type RevenueMove = z.output<typeof revenueMove>;

export const listRevenueMoves = endpoint({
  method: 'GET',
  path: '/api/admin/revenue/moves',
  summary: 'Changes of what subscriptions bring a month, newest first',
  access,
  query: z.object({
    ...{ ...pageQuery, ...scope, month },
    /** Lost is what went down or stopped. */
    kind: z.optional(z.enum(moveFilters)),
  }),
  status: 200,
  answer: pageOf(revenueMove),
});

const revenueSubscription = z.object({
  subscriptionId: id,
  organization,
  service: named,
  tariff: named,
  /** Since when it brings so much. */
  since: day,
  monthlyMinor: minor,
});
export type RevenueSubscription = z.output<typeof revenueSubscription>;

export const listRevenueSubscriptions = endpoint({
  method: 'GET',
  path: '/api/admin/revenue/subscriptions',
  summary: 'What each subscription brought a month at the end of a month, newest subscriptions first',
  access,
  query: z.object({ ...pageQuery, ...scope, month }),
  status: 200,
  answer: pageOf(revenueSubscription),
});

const revenueCustomer = z.object({
  organization,
  cohort: month,
  fixedMinor: minor,
  usageMinor: minor,
  setupMinor: minor,
  otherMinor: minor,
  amountMinor: minor,
});
export type RevenueCustomer = z.output<typeof revenueCustomer>;

export const listRevenueCustomers = endpoint({
  method: 'GET',
  path: '/api/admin/revenue/customers',
  summary: 'What each customer brought in a month, the largest first',
  access,
  query: z.object({
    ...{ ...pageQuery, ...scope, month, cohort: z.optional(month) },
    /** Those that have charges of the kind. */
    kind: z.optional(z.enum(chargeKinds)),
  }),
  status: 200,
  answer: pageOf(revenueCustomer),
});

const customerMove = z.object({
  organization,
  day,
  kind: z.enum(customerMoveKinds),
  beforeMinor: minor,
  afterMinor: minor,
});
export type CustomerMove = z.output<typeof customerMove>;

/** The cursor of a row: an organization may leave and return within a month. */
const dayCursor = z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)));

export const listCustomerMoves = endpoint({
  method: 'GET',
  path: '/api/admin/revenue/customer-moves',
  summary: 'Customers that began, returned or left in a month, newest first',
  access,
  query: z.object({
    ...{ limit: pageQuery.limit, cursor: dayCursor, ...scope, month },
    kind: z.optional(z.enum(customerMoveKinds)),
  }),
  status: 200,
  answer: pageOf(customerMove),
});

const debtor = z.object({
  organization,
  amountMinor: minor,
  /** When the balance went below zero. */
  since: time,
  /** Staff's credit limit, without promised payments. */
  creditLimitMinor: minor,
});
export type Debtor = z.output<typeof debtor>;

export const listDebtors = endpoint({
  method: 'GET',
  path: '/api/admin/revenue/debtors',
  summary: 'Organizations whose balance is below zero, the largest debt first',
  access,
  query: z.object({ ...pageQuery, currency: scope.currency }),
  status: 200,
  answer: pageOf(debtor),
});

const upcomingSubscription = z.object({
  subscriptionId: id,
  organization,
  service: named,
  tariff: named,
  /** Of the first charge. */
  on: day,
  count: z.int(),
  amountMinor: minor,
});
export type UpcomingSubscription = z.output<typeof upcomingSubscription>;

export const listUpcoming = endpoint({
  method: 'GET',
  path: '/api/admin/revenue/upcoming',
  summary: 'What each subscription will charge within 30 days, the soonest first',
  access,
  query: z.object({ ...pageQuery, ...scope }),
  status: 200,
  answer: pageOf(upcomingSubscription),
});
