import { postTransfer } from '../../money/ledger/post-transfer.ts';
import { lockOpenOrganizationShared } from '../../organizations/reads.ts';
import { announce } from '../../platform/db/announce.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { everyHour, type JobHandler, scheduledKind } from '../../platform/jobs/queue.ts';
import { type DueBonus, lockDueBonus, markCredited, selectDueBonuses, settleDebts } from './store.ts';

export const bonusCrediting = scheduledKind('bonus-crediting');

export function referralJobs(db: Database): JobHandler[] {
  return [everyHour(bonusCrediting, ({ signal }) => creditBonuses(db, { signal }))];
}

const defaultPageSize = 500;

/**
 * Credits every bonus whose delay is over, each in a transaction of its own: one that fails delays no other, and the
 * job is then retried.
 */
export async function creditBonuses(
  db: Database,
  { signal, pageSize = defaultPageSize }: { signal?: AbortSignal; pageSize?: number } = {},
): Promise<void> {
  const failures: unknown[] = [];
  let page: DueBonus[] = [];
  do {
    page = await selectDueBonuses(db, page.at(-1), pageSize);
    for (const bonus of page) {
      signal?.throwIfAborted();
      await db.transaction((tx) => creditBonus(tx, bonus)).catch((error) => failures.push(error));
    }
  } while (page.length === pageSize);
  if (failures.length > 0) throw failures[0];
}

/** Debts of earlier bonuses are settled first. */
async function creditBonus(tx: Transaction, { paymentId, referrerId, organizationId }: DueBonus): Promise<void> {
  if (!(await lockOpenOrganizationShared(tx, organizationId))) return;
  const bonus = await lockDueBonus(tx, paymentId);
  if (!bonus) return;
  const { currency, leftMinor } = bonus;
  const settledMinor = await settleDebts(tx, referrerId, currency, leftMinor);
  await markCredited(tx, paymentId, organizationId);
  announce(tx, { userId: referrerId }, 'referrals');
  const amountMinor = leftMinor - settledMinor;
  if (amountMinor === 0) return;
  await postTransfer(tx, {
    key: `bonus:${paymentId}`,
    kind: 'bonus',
    from: 'bonuses',
    to: { organizationId },
    amountMinor,
    currency,
    sourceId: paymentId,
  });
}
