import { jobActors } from '../../audit/actions-store.ts';
import { chargeInOneTransaction, type Outcomes } from '../../money/charges/charge-in-one-transaction.ts';
import { notifyMembersIn } from '../../notifications/notifications-store.ts';
import { directory } from '../../organizations/reads.ts';
import { businessNow } from '../../platform/db/business-now.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { eachInTurn } from '../../platform/each-in-turn.ts';
import { Problem } from '../../platform/http/problem.ts';
import { markToAnnounce } from '../catalogue/catalogue-store.ts';
import { chargeLines, type Draft, draftOf, entriesOf, priceOf, setupAfterTrial } from './charge-lines.ts';
import { type DueSubscription, findDueBefore, lockDue, lockOrganizations, postpone, selectDue } from './due-store.ts';
import { insertLines } from './lines-store.ts';
import { nextStep, nextStepAt, type Step } from './next-step.ts';
import { subscriptionPastDue, subscriptionSuspended } from './notifications.ts';
import { addDays, type Day, dayIn, earlierOf, startOfDayIn } from './periods.ts';
import { nextChargeOf, publish } from './present.ts';
import { partsOf } from './price.ts';
import { burstOf, notifyOfBursts } from './report-burst.ts';
import { neededFor, withTerms } from './resume-parts.ts';
import { type SubscriptionRow, saveSubscriptions } from './subscriptions-store.ts';
import { type EngineContext, watchWaiting } from './wait-for-money.ts';
import { warnOfCharges } from './warn-of-charges.ts';

const batchSize = 200;

/** Takes one step of each subscription that is due. Returns whether more may be: not while others have all of them locked. */
export async function runDue(context: EngineContext): Promise<boolean> {
  const { db } = context;
  const due = await selectDue(db, batchSize);
  if (due.length === 0) return false;
  // One organization that is busy or fails must not keep the others: each alone then.
  const { moved, alone } = await db
    .transaction((tx) => runBatch(tx, context, due, 'together'))
    .catch(() => ({ moved: 0, alone: due }));
  await eachInTurn(alone, (one) => runAlone(context, one));
  return moved > 0 || alone.length > 0;
}

/** Also while another worker takes the step. */
export async function isSomethingDue({ db }: Pick<EngineContext, 'db'>): Promise<boolean> {
  return (await selectDue(db, 1)).length > 0;
}

/**
 * Takes all steps of an organization that were due before the day, one after another: a worker that slept goes on in
 * order. Returns whether none is left: not while somebody else has one, or one that failed is to be tried again.
 */
export async function runDueBefore(context: EngineContext, organizationId: string, day: Day): Promise<boolean> {
  const one = await findDueBefore(context.db, organizationId, { day, at: startOfDayIn(context.zone, day) });
  if (!one) return true;
  return (await runAlone(context, one)) > 0 && runDueBefore(context, organizationId, day);
}

async function runAlone(context: EngineContext, one: DueSubscription): Promise<number> {
  const run = (mode: 'alone' | 'refused') => context.db.transaction((tx) => runBatch(tx, context, [one], mode));
  try {
    const { moved } = await run('alone').catch((error) => {
      if (!(error instanceof Problem) || error.code !== 'insufficient_funds') throw error;
      return run('refused');
    });
    return moved;
  } catch (error) {
    await postpone(context.db, one.id);
    throw error;
  }
}

interface Moved {
  row: SubscriptionRow;
  step: Step;
  drafts: Draft[];
}

/** Those whose charges only make sense together are left to be charged alone, so that all or none of them is. */
async function runBatch(
  tx: Transaction,
  context: EngineContext,
  due: DueSubscription[],
  mode: 'together' | 'alone' | 'refused',
): Promise<{ moved: number; alone: DueSubscription[] }> {
  const today = dayIn(context.zone, await businessNow(tx));
  const organizations = await lockOrganizations(
    tx,
    [...new Set(due.map(({ organizationId }) => organizationId))].sort(),
  );
  const ids = due.filter(({ organizationId }) => organizations.has(organizationId)).map(({ id }) => id);
  const locked = ids.length > 0 ? await lockDue(tx, ids) : [];
  const all = withoutLater(locked.map((row) => move(row, today)));
  const isAlone = ({ drafts }: Moved) => mode === 'together' && drafts.length > 1;
  const moved = all.filter((one) => !isAlone(one));
  const refused = await charge(tx, moved, mode);
  const bursts = moved.flatMap(({ row, step }) => {
    const burst = step.kind === 'charge' && !refused.has(row.id) ? burstOf(row, today) : null;
    return burst ? [burst] : [];
  });
  if (bursts.length > 0) context.onBurst(bursts);
  await notifyOfBursts(tx, bursts, today);
  const after = moved.map(({ row, step, drafts }) =>
    refused.has(row.id) ? refuse(row, today) : settle(row, step, drafts),
  );
  if (after.length > 0)
    await saveSubscriptions(
      tx,
      after.map((row) => ({ ...row, nextStepAt: nextStepAt(context.zone, row, today) })),
    );
  await announceNewer(tx, moved);
  await report(tx, moved, { after, refused, today, zone: context.zone });
  const waits = (status: string) => status === 'past_due' || status === 'suspended';
  const changed = after.filter((row, index) => waits(row.status) || waits(moved[index]?.row.status ?? ''));
  await watchWaiting(tx, [...new Set(changed.map(({ organizationId }) => organizationId))], today);
  return { moved: moved.length, alone: all.filter(isAlone).map(({ row }) => row) };
}

/** Charges of later days wait for the next pass: a service may be charged for several periods before they are due. */
function withoutLater(all: Moved[]): Moved[] {
  const firstDays = new Map<string, Day>();
  for (const { row, step } of all)
    if (step.kind === 'charge' || step.kind === 'switch')
      firstDays.set(row.organizationId, earlierOf(row.chargedTo, firstDays.get(row.organizationId) ?? row.chargedTo));
  return all.filter(({ row, step }) => step.kind !== 'charge' || row.chargedTo === firstDays.get(row.organizationId));
}

function move(row: SubscriptionRow, today: Day): Moved {
  const step = nextStep(row, today);
  if (step.kind !== 'charge') return { row, step, drafts: [] };
  const parts = partsOf(row.version.terms, row.anchor, step.days, priceOf(row).periodMinor);
  const drafts = [...setupAfterTrial(row), ...parts.map((part) => draftOf(row, 'period', part))];
  return { row, step, drafts };
}

/** Charges what is due, as far as the money of each organization goes. Returns the subscriptions that it was not enough for. */
async function charge(tx: Transaction, moved: Moved[], mode: 'together' | 'alone' | 'refused'): Promise<Set<string>> {
  const drafts = moved.flatMap(({ drafts }) => drafts);
  if (mode === 'refused') return new Set(drafts.map(({ row }) => row.id));
  if (mode === 'alone') {
    await chargeLines(tx, drafts);
    return new Set();
  }
  const entries = entriesOf(drafts);
  const outcomes: Outcomes =
    entries.length > 0 ? await chargeInOneTransaction(tx, jobActors.subscriptions, entries) : new Map();
  const isRefused = ({ line }: Draft) => line.chargeId !== null && outcomes.get(line.chargeId) instanceof Problem;
  await insertLines(
    tx,
    drafts.filter((draft) => !isRefused(draft)).map(({ line }) => line),
  );
  return new Set(drafts.filter(isRefused).map(({ row }) => row.id));
}

function settle(row: SubscriptionRow, step: Step, drafts: Draft[]): SubscriptionRow {
  switch (step.kind) {
    case 'charge': {
      const line = drafts.find(({ line }) => line.kind === 'period')?.line;
      const covering = line ? { ...line, leftMinor: line.amountMinor } : null;
      return { ...row, status: 'active', chargedTo: step.days.to, covering };
    }
    case 'switch':
      return withTerms(row, step, row.chargedTo);
    case 'suspend':
      return { ...row, status: 'suspended', suspendedOn: step.on };
    case 'end':
      return { ...row, status: 'ended', endedOn: step.on, pending: null };
    case 'warn':
      return { ...row, warnedFor: step.chargeOn };
    case 'wait':
      return row;
  }
}

/** Of the tariffs that were switched to: their customers were not notified of prices that others know by now. */
async function announceNewer(tx: Transaction, moved: Moved[]): Promise<void> {
  const versions = moved.flatMap(({ row, step }) =>
    step.kind === 'switch' && step.version.tariffId !== row.version.tariffId ? [step.version] : [],
  );
  const byId = new Map(versions.map((version) => [version.id, version]));
  for (const { id, tariffId } of byId.values()) await markToAnnounce(tx, tariffId, id);
}

/** Without grace the first day that is not paid for is the first without the service. */
function refuse(row: SubscriptionRow, today: Day): SubscriptionRow {
  const { graceDays } = row.version.terms;
  const suspendedOn = addDays(row.chargedTo, graceDays);
  if (today >= suspendedOn) return { ...row, status: 'suspended', suspendedOn };
  return { ...row, status: 'past_due' };
}

async function report(
  tx: Transaction,
  moved: Moved[],
  { after, refused, today, zone }: { after: SubscriptionRow[]; refused: Set<string>; today: Day; zone: string },
): Promise<void> {
  for (const [index, { row, step }] of moved.entries()) {
    const now = after[index] as SubscriptionRow;
    if (step.kind === 'charge' && !refused.has(row.id)) publish(tx, 'subscription.charged', now, today);
    if (step.kind === 'switch') publish(tx, 'subscription.changed', now, today);
    if (step.kind === 'end') publish(tx, 'subscription.stopped', now, today);
    if (now.status !== row.status && now.status === 'past_due') publish(tx, 'subscription.past_due', now, today);
    if (now.status !== row.status && now.status === 'suspended') publish(tx, 'subscription.suspended', now, today);
  }
  const became = (status: string) =>
    after.filter((row, index) => row.status === status && moved[index]?.row.status !== status);
  await notifyMembersIn(directory, tx, subscriptionPastDue, became('past_due').map(noticeOf));
  const suspended = became('suspended').map((row) => suspensionNotice(row, today));
  await notifyMembersIn(directory, tx, subscriptionSuspended, suspended);
  const warned = after.filter((_, index) => moved[index]?.step.kind === 'warn');
  if (warned.length > 0) await warnOfCharges(tx, zone, warned);
}

function noticeOf(row: SubscriptionRow) {
  const { organizationId, serviceName, tariffName, version, chargedTo } = row;
  const { currency, graceDays } = version.terms;
  const next = nextChargeOf({ ...row, status: 'active' });
  const details = {
    ...{ serviceName, tariffName, currency, amountMinor: next?.amountMinor ?? 0 },
    ...{ on: chargedTo, graceTo: addDays(chargedTo, graceDays - 1) },
  };
  return { organizationId, sourceId: uuidv7(), details };
}

/** With what the balance needs for it to go on today. */
function suspensionNotice(row: SubscriptionRow, today: Day) {
  const notice = noticeOf(row);
  return { ...notice, details: { ...notice.details, amountMinor: neededFor(row, today) } };
}
