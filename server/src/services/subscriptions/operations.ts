import type { ChangeForm } from '@kazna/contract/shared/tariffs';
import { readAvailable } from '../../money/ledger/resume-watch-store.ts';
import { lockOpenOrganizationShared } from '../../organizations/reads.ts';
import { businessNow } from '../../platform/db/business-now.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { claimKey } from '../../platform/idempotency/claim-key.ts';
import { cancelChange, changeSubscription, previewChange } from './change.ts';
import { connectOnce } from './connect.ts';
import { sumLines } from './lines-store.ts';
import { nextStep } from './next-step.ts';
import { type Day, dayIn } from './periods.ts';
import { pauseSubscription, resumeSubscription, stopSubscription } from './stop.ts';
import { findOrganizationOf, findSubscription, lockSubscription, type SubscriptionRow } from './subscriptions-store.ts';

export interface SubscriptionContext {
  db: Database;
  zone: string;
}

/** Who acts on a subscription: a member of its organization, or staff and programs, who see all of them. */
export interface Acting {
  /** Of the caller; null for staff and programs. */
  organizationId: string | null;
  /** Checks the permission again once the organization is locked. */
  authorize?: (tx: Transaction, organizationId: string) => Promise<void>;
  mayUseHidden: boolean;
  /** Of staff: the customer is told what was done, and what it charged. */
  tell?: (tx: Transaction, after: SubscriptionRow, chargedMinor: number) => Promise<void>;
  /** Of a program: a repeated call with the key changes nothing more. */
  call?: { actorId: string; key: string };
}

/** What happens with a subscription, once it and its organization are locked. */
type Work = (tx: Transaction, row: SubscriptionRow, today: Day) => Promise<SubscriptionRow>;

async function act(
  { db, zone }: SubscriptionContext,
  acting: Acting,
  { id, name, form = {} }: { id: string; name: string; form?: object },
  work: Work,
): Promise<SubscriptionRow> {
  const organizationId = await organizationOf(db, acting, id);
  return db.transaction(async (tx) => {
    if (acting.call) {
      const { actorId, key } = acting.call;
      const claim = {
        scope: `subscription-${name}:${actorId}`,
        key,
        body: { id, ...form },
        reference: id,
        keepDays: null,
      };
      const claimed = await claimKey(tx, claim);
      if (!claimed.isNew) return (await findSubscription(tx, id)) as SubscriptionRow;
    }
    if (acting.authorize) await acting.authorize(tx, organizationId);
    else if (!(await lockOpenOrganizationShared(tx, organizationId))) throw new Problem('not_found');
    if (!(await lockSubscription(tx, id))) throw new Problem('subscription_busy');
    const today = dayIn(zone, await businessNow(tx));
    const row = (await findSubscription(tx, id)) as SubscriptionRow;
    if (isBehind(row, today)) throw new Problem('subscription_busy');
    const beforeMinor = acting.tell ? await sumLines(tx, id) : 0;
    await work(tx, row, today);
    const after = (await findSubscription(tx, id)) as SubscriptionRow;
    if (acting.tell) await acting.tell(tx, after, (await sumLines(tx, id)) - beforeMinor);
    return after;
  });
}

/** The worker has not charged all used days yet: a stop or a pause now would give them for nothing. */
function isBehind(row: SubscriptionRow, today: Day): boolean {
  const { kind } = nextStep(row, today);
  return kind !== 'wait' && kind !== 'warn';
}

async function organizationOf(db: Database, { organizationId }: Acting, id: string): Promise<string> {
  const owner = await findOrganizationOf(db, id);
  if (!owner || (organizationId && owner !== organizationId)) throw new Problem('not_found');
  return owner;
}

export async function getSubscription(
  context: SubscriptionContext,
  acting: Acting,
  id: string,
): Promise<SubscriptionRow> {
  await organizationOf(context.db, acting, id);
  return (await findSubscription(context.db, id)) as SubscriptionRow;
}

export const today = async ({ db, zone }: SubscriptionContext): Promise<Day> => dayIn(zone, await businessNow(db));

export async function previewOf(context: SubscriptionContext, acting: Acting, id: string, form: ChangeForm) {
  const row = await getSubscription(context, acting, id);
  return previewChange(context.db, row, form, { today: await today(context), mayUseHidden: acting.mayUseHidden });
}

/** With what the balance lacks for it; a change at the period's end needs nothing now. */
export async function previewWithBalance(context: SubscriptionContext, acting: Acting, id: string, form: ChangeForm) {
  const bill = await previewOf(context, acting, id, form);
  const { organizationId } = await getSubscription(context, acting, id);
  const availableMinor = await readAvailable(context.db, organizationId, bill.currency);
  return { ...bill, missingMinor: bill.when === 'now' ? Math.max(0, bill.totalMinor - availableMinor) : 0 };
}

export function change(context: SubscriptionContext, acting: Acting, id: string, form: ChangeForm) {
  return act(context, acting, { id, name: 'change', form }, (tx, row, today) =>
    changeSubscription(tx, context.zone, row, form, { today, mayUseHidden: acting.mayUseHidden }),
  );
}

export function giveUpChange(context: SubscriptionContext, acting: Acting, id: string) {
  return act(context, acting, { id, name: 'cancel-change' }, (tx, row, today) =>
    cancelChange(tx, context.zone, row, today),
  );
}

export function pause(context: SubscriptionContext, acting: Acting, id: string) {
  return act(context, acting, { id, name: 'pause' }, (tx, row, today) =>
    pauseSubscription(tx, { zone: context.zone, today }, row),
  );
}

export function resume(context: SubscriptionContext, acting: Acting, id: string) {
  return act(context, acting, { id, name: 'resume' }, (tx, row, today) =>
    resumeSubscription(tx, { zone: context.zone, today }, row),
  );
}

export function stop(
  context: SubscriptionContext,
  acting: Acting,
  id: string,
  how: { when: 'now' | 'period_end'; isRefunded?: boolean },
) {
  return act(context, acting, { id, name: 'stop', form: how }, (tx, row, today) =>
    stopSubscription(tx, { zone: context.zone, today }, row, how),
  );
}

export function subscribe(
  { db, zone }: SubscriptionContext,
  request: Parameters<typeof connectOnce>[2],
  authorize: (tx: Transaction) => Promise<void>,
): Promise<SubscriptionRow> {
  return db.transaction(async (tx) => {
    await authorize(tx);
    return connectOnce(tx, zone, request);
  });
}
