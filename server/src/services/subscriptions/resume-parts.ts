import type { DayRange } from '@kazna/contract/shared/tariffs';
import { type Draft, draftOf, priceOf, setupAfterTrial } from './charge-lines.ts';
import { nextPeriod, switchOn, type Version } from './next-step.ts';
import { type Day, daysBetween, earlierOf, haveSamePeriods, laterOf, periodAt } from './periods.ts';
import { partsOf } from './price.ts';
import type { SubscriptionRow } from './subscriptions-store.ts';

/** Days of grace that were used and not paid, at the prices that their periods would have begun with. */
export function graceDrafts(row: SubscriptionRow, until: Day, changeId: string): Draft[] {
  const to = row.suspendedOn ? earlierOf(row.suspendedOn, until) : until;
  // A change agreed on since applies once it goes on.
  return graceFrom({ ...row, pending: null }, { from: row.chargedTo, to }, changeId);
}

function graceFrom(row: SubscriptionRow, { from, to }: DayRange, changeId: string): Draft[] {
  if (from >= to) return [];
  const priced = switched(row, from);
  const end = earlierOf(periodAt(priced.version.terms, priced.anchor, from).to, to);
  const { periodMinor } = priceOf(priced, end);
  const parts = partsOf(priced.version.terms, priced.anchor, { from, to: end }, periodMinor);
  const drafts = parts.map((part) => draftOf(priced, 'grace', part, changeId));
  return [...drafts, ...graceFrom(priced, { from: end, to }, changeId)];
}

/** With the change and then the price that wait for the day. */
export function switched(row: SubscriptionRow, day: Day): SubscriptionRow {
  const step = switchOn(row, day);
  return step ? switched(withTerms(row, step, day), day) : row;
}

/** The row with another version or quantity from the day on. Periods of another length begin on it. */
export function withTerms(
  row: SubscriptionRow,
  { version, quantity }: Pick<SubscriptionRow, 'version' | 'quantity'>,
  day: Day,
): SubscriptionRow {
  const anchor = haveSamePeriods(row.version.terms, version.terms) ? row.anchor : day;
  const isSame = version.id === row.version.id && anchor === row.anchor;
  const announced = newerThan(row, version);
  return { ...row, version, quantity, anchor, termsFrom: isSame ? row.termsFrom : day, pending: null, announced };
}

/** Of what was announced for the row's tariff. */
function newerThan({ version, announced }: SubscriptionRow, other: Version): SubscriptionRow['announced'] {
  if (version.tariffId !== other.tariffId) return [];
  const place = announced.findIndex((one) => one.version.id === other.id);
  return place === -1 ? announced : announced.slice(0, place);
}

/** What a suspended or paused subscription is charged when it goes on: days of grace, then the rest of the period. */
export function resumption(
  row: SubscriptionRow,
  today: Day,
  changeId: string,
): { row: SubscriptionRow; drafts: Draft[] } {
  const grace = row.status === 'suspended' ? [...graceDrafts(row, today, changeId), ...setupAfterTrial(row)] : [];
  const next = switched(row, today);
  // Today may be paid already: the day of a pause is used.
  const from = laterOf(today, row.chargedTo);
  const { to } = periodAt(next.version.terms, next.anchor, today);
  const resumed = { ...next, status: 'active' as const, suspendedOn: null, chargedTo: laterOf(from, to) };
  if (from >= to) return { row: resumed, drafts: grace };
  const parts = partsOf(next.version.terms, next.anchor, { from, to }, priceOf(next, to).periodMinor);
  return { row: resumed, drafts: [...grace, ...parts.map((part) => draftOf(next, 'resume', part, changeId))] };
}

/** What the balance must have for a waiting subscription to go on today. */
export function neededFor(row: SubscriptionRow, today: Day): number {
  if (row.status === 'suspended') return row.usageOwedMinor + sumOf(resumption(row, today, row.id).drafts);
  if (row.status !== 'past_due') return row.usageOwedMinor;
  const parts = partsOf(row.version.terms, row.anchor, nextPeriod(row), priceOf(row).periodMinor);
  const owedMinor = row.usageOwedMinor + sumOf(setupAfterTrial(row));
  return parts.reduce((sum, { amountMinor }) => sum + amountMinor, owedMinor);
}

/** What its next step needs on whichever day: usage is paid apart, and the rest of a period becomes smaller from day to day. */
export function leastNeededFor(row: SubscriptionRow, today: Day): number {
  if (row.usageOwedMinor > 0) return row.usageOwedMinor;
  if (row.status !== 'suspended') return neededFor(row, today);
  const next = switched(row, today);
  const owed = [...graceDrafts(row, today, row.id), ...setupAfterTrial(row)];
  // A price that was announced for a later day may be lower.
  const later = next.announced.map(({ version }) => withTerms(next, { ...next, version }, today));
  return sumOf(owed) + Math.min(...[next, ...later].map((one) => leastOfDay(one, today)));
}

function leastOfDay(row: SubscriptionRow, today: Day): number {
  const { from, to } = periodAt(row.version.terms, row.anchor, today);
  // Another period may be longer by as much.
  return Math.floor(priceOf(row, to).periodMinor / (daysBetween(from, to) + 3));
}

function sumOf(drafts: Draft[]): number {
  return drafts.reduce((sum, { line }) => sum + line.amountMinor, 0);
}
