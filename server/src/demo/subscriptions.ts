import { businessDay, businessZone } from '@kazna/contract/shared/business-time';
import type { Transaction } from '../platform/db/database.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { insertDiscount } from '../services/catalogue/discounts-store.ts';
import { type Draft, draftOf, priceOf, setupDraft } from '../services/subscriptions/charge-lines.ts';
import { insertLines } from '../services/subscriptions/lines-store.ts';
import { nextPeriod, nextStepAt, warningDays } from '../services/subscriptions/next-step.ts';
import { addDays, type Day } from '../services/subscriptions/periods.ts';
import { partsOf } from '../services/subscriptions/price.ts';
import {
  insertSubscription,
  type SubscriptionRow,
  saveSubscriptions,
} from '../services/subscriptions/subscriptions-store.ts';
import { watchWaiting } from '../services/subscriptions/wait-for-money.ts';

import type { DemoCatalogue } from './catalogue.ts';
import { backdateSubscriptions, insertPastMoves, insertSubscriptionCharges, type PastMove } from './services-store.ts';
import type { DemoPerson } from './team.ts';

export interface DemoSubscription {
  row: SubscriptionRow;
  paid: { draft: Draft; at: Date }[];
  /** When it was paused or ended. */
  stops?: Date[];
}

interface Plan {
  tariff: string;
  /** Months and days before today. */
  since: { months: number; days: number };
  quantity?: number;
}

/** By company. The third one's balance runs low, so that its server, renewed two days ago, waits for money. */
const plans: Plan[][] = [
  [
    { tariff: 'start', since: { months: 8, days: 4 } },
    { tariff: 'archive', since: { months: 9, days: 11 } },
    { tariff: 'storage', since: { months: 6, days: 17 }, quantity: 4 },
    { tariff: 'domain', since: { months: 7, days: 2 } },
    { tariff: 'engineer', since: { months: 3, days: 9 } },
  ],
  [
    { tariff: 'pro', since: { months: 5, days: 12 } },
    { tariff: 'support', since: { months: 0, days: 4 } },
  ],
  [
    { tariff: 'pro', since: { months: 4, days: 2 } },
    { tariff: 'domain', since: { months: 5, days: 20 } },
  ],
  [{ tariff: 'storage', since: { months: 4, days: 23 }, quantity: 2 }],
];

/** The first company pays less for its storage, for good. */
const discountOf = (tariffId: string) => ({
  ...{ id: uuidv7(), tariffId, percent: 10, amountMinor: null, currency: null, periodsLeft: null, coveredTo: null },
});

export function planSubscriptions(
  catalogue: DemoCatalogue,
  { index, organizationId, now }: { index: number; organizationId: string; now: number },
): DemoSubscription[] {
  const today = Temporal.PlainDate.from(businessDay(new Date(now)));
  return (plans[index] ?? []).flatMap(({ tariff, since, quantity = 1 }) => {
    const sold = catalogue.get(tariff);
    if (!sold) return [];
    const startedOn = today.subtract({ days: since.days }).subtract({ months: since.months }).toString();
    const { trialDays } = sold.version.terms;
    const trialTo = trialDays > 0 ? addDays(startedOn, trialDays) : null;
    const firstPaid = trialTo ?? startedOn;
    const isDiscounted = index === 0 && tariff === 'storage';
    const row: SubscriptionRow = {
      ...{ ...sold, id: uuidv7(), organizationId, quantity, anchor: firstPaid, trialTo, chargedTo: firstPaid },
      ...{ status: trialTo ? ('trial' as const) : ('active' as const), suspendedOn: null, pending: null },
      ...{ pendingTariffName: null, announced: [], warnedFor: null, startedOn, endedOn: null, owesGrace: false },
      ...{ termsFrom: startedOn, usageOwedMinor: 0, hasUsage: false },
      triedFeeMinor: trialTo ? sold.version.terms.setupFeeMinor : null,
      ...{ covering: null, discounts: isDiscounted ? [discountOf(sold.version.tariffId)] : [], createdAt: '' },
    };
    return [{ row, paid: [] }];
  });
}

/** Charges what is due as the day begins, as far as the balance goes; the rest is tried again the next morning. */
export function chargeSubscriptions(
  subscriptions: DemoSubscription[],
  { startMs, balanceMinor }: { startMs: number; balanceMinor: number },
): { draft: Draft; at: Date }[] {
  const at = new Date(startMs + 1000);
  const today = businessDay(at);
  let left = balanceMinor;
  return subscriptions.flatMap((subscription) => {
    const charged: { draft: Draft; at: Date }[] = [];
    for (let row = subscription.row; row.chargedTo <= today; row = subscription.row) {
      const drafts = draftsOf(row);
      const sum = drafts.reduce((total, { line }) => total + line.amountMinor, 0);
      if (sum > left) break;
      left -= sum;
      charged.push(...drafts.map((draft) => ({ draft, at })));
      const line = (drafts.at(-1) as Draft).line;
      subscription.row = { ...row, chargedTo: line.to, covering: { ...line, leftMinor: line.amountMinor } };
    }
    for (const { draft } of charged) draft.line.chargeId = uuidv7(at.getTime());
    subscription.paid.push(...charged);
    return charged;
  });
}

function draftsOf(row: SubscriptionRow): Draft[] {
  const parts = partsOf(row.version.terms, row.anchor, nextPeriod(row), priceOf(row).periodMinor);
  const drafts = parts.map((part) => draftOf(row, 'period', part));
  const isFirst = row.chargedTo === row.startedOn && row.version.terms.setupFeeMinor > 0;
  return isFirst ? [setupDraft(row, row.startedOn), ...drafts] : drafts;
}

/** Before the past of the balance is imported, which refers to the charges. */
export async function writeSubscriptions(
  tx: Transaction,
  subscriptions: DemoSubscription[],
  { organizationId, owner, staff, now }: { organizationId: string; owner: DemoPerson; staff: DemoPerson; now: number },
): Promise<void> {
  const today = businessDay(new Date(now));
  for (const { row } of subscriptions) {
    const { id, version, quantity, trialTo, startedOn: day } = row;
    for (const { id: discountId, tariffId, percent, amountMinor, currency } of row.discounts) {
      const size = { percent, amountMinor, currency, periods: null, reason: 'Договор на год' };
      await insertDiscount(tx, { id: discountId, organizationId, tariffId, ...size, createdBy: staff.id });
    }
    const terms = { tariffId: version.tariffId, versionId: version.id, quantity, status: 'active' as const };
    await insertSubscription(tx, { id, organizationId, ...terms, day, trialTo, createdBy: owner.id });
  }
  const paid = subscriptions.flatMap((subscription) => subscription.paid);
  await insertSubscriptionCharges(
    tx,
    organizationId,
    paid.map(({ draft: { row, line }, at }) => ({
      ...{ id: line.chargeId as string, subscriptionId: row.id, amountMinor: line.amountMinor },
      ...{ description: line.description, service: row.documentName, createdAt: at },
    })),
  );
  await insertLines(
    tx,
    paid.map(({ draft }) => draft.line),
  );
  // Saving records what has changed since: nothing, once the past stands.
  await insertPastMoves(tx, subscriptions.flatMap(pastMoves));
  const rows = subscriptions.map(({ row }) => asOf(row, today));
  await saveSubscriptions(
    tx,
    rows.map((row) => ({ ...row, nextStepAt: nextStepAt(businessZone, row, today) })),
  );
  await backdateSubscriptions(tx, organizationId);
}

/** Charges that wait for money: it is watched once the balance has its past. */
export async function watchSubscriptions(tx: Transaction, organizationId: string, now: number): Promise<void> {
  await watchWaiting(tx, [organizationId], businessDay(new Date(now)));
}

/** Each time the subscription brought more or less a month. */
function pastMoves({ row, paid, stops = [] }: DemoSubscription): PastMove[] {
  const { id: subscriptionId, organizationId, serviceId, version } = row;
  const prices = paid
    .filter(({ draft: { line } }) => line.kind === 'period' || line.kind === 'resume')
    .map(({ draft: { line }, at }) => ({ at, afterMinor: monthlyOf(line.periodMinor, version.terms.period) }));
  const steps = [...prices, ...stops.map((at) => ({ at, afterMinor: 0 }))].sort((a, b) => +a.at - +b.at);
  return steps.flatMap(({ at, afterMinor }, index) => {
    const beforeMinor = steps[index - 1]?.afterMinor ?? 0;
    if (beforeMinor === afterMinor) return [];
    const change = { id: uuidv7(at.getTime()), beforeMinor, afterMinor, isFirst: index === 0, at };
    return [{ ...change, subscriptionId, organizationId, serviceId, tariffId: version.tariffId }];
  });
}

/** Tariffs of the demo are by the month or by the year. */
function monthlyOf(periodMinor: number, { unit }: { unit: string }): number {
  return unit === 'year' ? Math.round(periodMinor / 12) : periodMinor;
}

function asOf(row: SubscriptionRow, today: Day): SubscriptionRow {
  if (row.status === 'ended' || row.status === 'paused') return row;
  const isSoon = addDays(row.chargedTo, -warningDays) <= today;
  const warned = { ...row, warnedFor: isSoon ? row.chargedTo : null };
  if (row.chargedTo > today) return warned;
  const suspendedOn = addDays(row.chargedTo, row.version.terms.graceDays);
  if (today < suspendedOn) return { ...warned, status: 'past_due' };
  return { ...warned, status: 'suspended', suspendedOn };
}
