import { businessDay } from '@kazna/contract/shared/business-time';
import { importTransfers } from '../money/ledger/import-transfers.ts';
import type { Transaction } from '../platform/db/database.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { type Draft, draftOf, priceOf } from '../services/subscriptions/charge-lines.ts';
import { nextPeriod } from '../services/subscriptions/next-step.ts';
import { type Day, startOfDayIn } from '../services/subscriptions/periods.ts';
import { partsOf } from '../services/subscriptions/price.ts';
import type { SubscriptionRow } from '../services/subscriptions/subscriptions-store.ts';
import { dayMs, hourMs, minuteMs } from './calendar.ts';
import type { DemoContext } from './company.ts';
import { insertPaymentEvents, insertPayments } from './store.ts';
import { type DemoSubscription, writeSubscriptions } from './subscriptions.ts';
import type { DemoPerson } from './team.ts';
import type { DemoPayment, DemoTransfer } from './year.ts';

interface DemoCustomer {
  person: DemoPerson;
  index: number;
  organizationId: string;
}

/** What happens as so many months have begun since the start: another quantity, or what is done to the subscription. */
type Change = { month: number; to: number | 'pause' | 'resume' | 'stop' };

/** By turns. */
const habits: { tariff: string; quantity: number; changes: Change[] }[] = [
  { tariff: 'start', quantity: 1, changes: [] },
  {
    tariff: 'storage',
    quantity: 2,
    changes: [
      { month: 2, to: 6 },
      { month: 6, to: 4 },
    ],
  },
  { tariff: 'start', quantity: 1, changes: [{ month: 3, to: 'stop' }] },
  { tariff: 'storage', quantity: 3, changes: [{ month: 3, to: 8 }] },
  {
    tariff: 'start',
    quantity: 1,
    changes: [
      { month: 2, to: 'pause' },
      { month: 4, to: 'resume' },
    ],
  },
  {
    tariff: 'storage',
    quantity: 4,
    changes: [
      { month: 2, to: 2 },
      { month: 5, to: 'stop' },
    ],
  },
];

interface Past {
  subscription: DemoSubscription;
  payments: DemoPayment[];
  transfers: DemoTransfer[];
  balanceMinor: number;
}

/** A person who buys a service by the calendar month and pays by card before each charge. Returns the number of payments. */
export async function simulateCustomer(tx: Transaction, context: DemoContext, customer: DemoCustomer): Promise<number> {
  const { person, organizationId } = customer;
  const past = simulatePast(context, customer);
  if (!past) return 0;
  const { staff, now } = context;
  await writeSubscriptions(tx, [past.subscription], { organizationId, owner: person, staff, now });
  await insertPayments(tx, organizationId, past.payments);
  await insertPaymentEvents(tx, organizationId);
  await importTransfers(
    tx,
    past.transfers.map((transfer) => ({ ...transfer, organizationId, currency: 'RUB' })),
  );
  return past.payments.length;
}

function simulatePast({ catalogue, now }: DemoContext, { person, index, organizationId }: DemoCustomer): Past | null {
  const habit = habits[index % habits.length] as (typeof habits)[0];
  const sold = catalogue.get(habit.tariff);
  const startedMs = person.createdAt.getTime() + (2 + (index % 7)) * dayMs;
  if (!sold || startedMs > now - dayMs) return null;
  const startedOn = businessDay(new Date(startedMs));
  const row: SubscriptionRow = {
    ...{ ...sold, id: uuidv7(startedMs), organizationId, quantity: habit.quantity, anchor: startedOn, trialTo: null },
    ...{ chargedTo: startedOn, status: 'active', suspendedOn: null, pending: null, pendingTariffName: null },
    ...{ announced: [], warnedFor: null, startedOn, endedOn: null, owesGrace: false, covering: null, discounts: [] },
    ...{ createdAt: '', termsFrom: startedOn, usageOwedMinor: 0, hasUsage: false, triedFeeMinor: null },
  };
  const past: Past = { subscription: { row, paid: [], stops: [] }, payments: [], transfers: [], balanceMinor: 0 };
  const today = businessDay(new Date(now));
  charge(past, person, 'period', { day: startedOn, at: new Date(startedMs) });
  for (let month = 1, day = past.subscription.row.chargedTo; day <= today; month += 1, day = nextMonth(day)) {
    const to = habit.changes.find((change) => change.month === month)?.to;
    const at = new Date(Date.parse(startOfDayIn('Europe/Moscow', day)) + 1000);
    if (!step(past, person, { day, at, to })) break;
  }
  return past;
}

const nextMonth = (day: Day) => Temporal.PlainDate.from(day).add({ months: 1 }).toString();

/** Returns false once the subscription has ended. */
function step(
  past: Past,
  person: DemoPerson,
  { day, at, to }: { day: Day; at: Date; to?: Change['to'] | undefined },
): boolean {
  const { subscription } = past;
  if (to === 'stop' || to === 'pause') {
    subscription.stops?.push(at);
    const end = to === 'stop' ? { status: 'ended' as const, endedOn: day } : { status: 'paused' as const };
    subscription.row = { ...subscription.row, ...end, covering: null };
    return to === 'pause';
  }
  if (typeof to === 'number') subscription.row = { ...subscription.row, quantity: to };
  const isResumed = to === 'resume';
  if (isResumed) subscription.row = { ...subscription.row, status: 'active', chargedTo: day };
  if (subscription.row.status === 'active') charge(past, person, isResumed ? 'resume' : 'period', { day, at });
  return true;
}

function charge(past: Past, person: DemoPerson, kind: 'period' | 'resume', { day, at }: { day: Day; at: Date }): void {
  const { subscription } = past;
  const { row } = subscription;
  const parts = partsOf(
    row.version.terms,
    row.anchor,
    nextPeriod({ ...row, chargedTo: day }),
    priceOf(row).periodMinor,
  );
  const drafts = parts.map((part) => draftOf(row, kind, part));
  const sum = drafts.reduce((total, { line }) => total + line.amountMinor, 0);
  if (past.balanceMinor < sum) pay(past, person, sum - past.balanceMinor, at);
  for (const { line } of drafts) {
    const id = uuidv7(at.getTime());
    line.chargeId = id;
    move(past, { kind: 'charge', amountMinor: -line.amountMinor, sourceId: id, at });
  }
  subscription.paid.push(...drafts.map((draft) => ({ draft, at })));
  const { line } = drafts.at(-1) as Draft;
  subscription.row = { ...row, chargedTo: line.to, covering: { ...line, leftMinor: line.amountMinor } };
}

const roundMinor = 500_00;

/** The evening before, a round amount. */
function pay(past: Past, person: DemoPerson, missingMinor: number, chargedAt: Date): void {
  const isFirst = past.payments.length === 0;
  const atMs = chargedAt.getTime() - (isFirst ? 10 * minuteMs : 5 * hourMs);
  const id = uuidv7(atMs);
  const amountMinor = Math.ceil(missingMinor / roundMinor) * roundMinor;
  past.payments.push({
    ...{ id, createdBy: person.id, amountMinor, method: 'card', cardLast4: '4477', description: null },
    ...{ status: 'succeeded', reason: null, refundedMinor: 0, createdAt: new Date(atMs) },
  });
  move(past, { kind: 'top_up', amountMinor, sourceId: id, at: new Date(atMs + minuteMs) });
}

interface Move {
  kind: 'top_up' | 'charge';
  amountMinor: number;
  sourceId: string;
  at: Date;
}

function move(past: Past, { kind, amountMinor, sourceId, at }: Move): void {
  past.transfers.push({
    ...{ id: uuidv7(at.getTime()), key: `${kind}:${sourceId}`, kind, amountMinor, sourceId, createdAt: at },
  });
  past.balanceMinor += amountMinor;
}
