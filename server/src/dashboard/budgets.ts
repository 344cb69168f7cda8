import type { budgetForm } from '@kazna/contract/cabinet/spending';
import { toDecimal } from '@kazna/contract/shared/money';
import type { z } from 'zod/mini';
import { type Actor, recordAction } from '../audit/actions-store.ts';
import { notifyMembers } from '../organizations/notify-members.ts';
import type { Database, Transaction } from '../platform/db/database.ts';
import { nilUuid, uuidv7 } from '../platform/db/uuid.ts';
import { Problem } from '../platform/http/problem.ts';
import { everyMinute, type JobHandler, scheduledKind } from '../platform/jobs/queue.ts';
import { countBudgets, insertWarning, selectReachedBudgets, upsertBudget } from './budgets-store.ts';
import { budgetNear, budgetSpent } from './notifications.ts';

const maxBudgets = 50;

/** A limit that stays the same leaves no entry in the log. */
export async function changeBudget(
  tx: Transaction,
  actor: Actor,
  organizationId: string,
  form: z.output<typeof budgetForm>,
): Promise<void> {
  const { currency, service, limitMinor } = form;
  const before = await upsertBudget(tx, { organizationId, ...form });
  if ((await countBudgets(tx, organizationId)) > maxBudgets) throw new Problem('too_many_budgets');
  if (before === limitMinor) return;
  const amountOf = (amountMinor: number | null) => (amountMinor === null ? '' : toDecimal({ amountMinor, currency }));
  const details = { service: service ?? '', from: amountOf(before), to: amountOf(limitMinor), currency };
  await recordAction(tx, actor, { organizationId, action: 'budget.changed', details });
}

export const budgetWatching = scheduledKind('budget-watching');

export function budgetJobs(db: Database): JobHandler[] {
  return [everyMinute(budgetWatching, () => warnOfBudgets(db))];
}

const pageSize = 200;

/** Warns once a month of a budget that is spent to 80 %, and once of one that is spent. */
export async function warnOfBudgets(db: Database): Promise<void> {
  let after = nilUuid;
  for (;;) {
    const reached = await selectReachedBudgets(db, after, pageSize);
    for (const { id, organizationId, ...budget } of reached) {
      const isSpent = budget.spentMinor >= budget.limitMinor;
      await db.transaction(async (tx) => {
        if (!(await insertWarning(tx, id, isSpent ? 100 : 80))) return;
        const notice = { organizationId, sourceId: uuidv7(), details: budget };
        await notifyMembers(tx, isSpent ? budgetSpent : budgetNear, notice);
      });
    }
    const last = reached.at(-1);
    if (!last || reached.length < pageSize) return;
    after = last.id;
  }
}
