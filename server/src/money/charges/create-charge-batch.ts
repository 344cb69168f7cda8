import type { OperatorProblemBody } from '@kazna/contract/shared/operator-problems';
import type { BatchResult, chargeBatchItem } from '@kazna/contract/v1/charges';
import type { z } from 'zod/mini';
import type { Database } from '../../platform/db/database.ts';
import { isRetryable } from '../../platform/db/errors.ts';
import { databaseProblem, Problem } from '../../platform/http/problem.ts';
import { runInParallel } from '../../platform/run-in-parallel.ts';
import { openAndLock } from '../ledger/post-transfer.ts';
import { chargePosting, newChargeOf } from './charge-form.ts';
import { AccountMissing, chargeTogether, type Entry } from './charge-together.ts';

type Item = z.output<typeof chargeBatchItem>;

/** Fewer than the pool has connections: other calls go on meanwhile. */
const transactionsAtOnce = 4;
/** Whoever charges one of them alone waits for all of them. */
const maxOrganizationsTogether = 16;

/**
 * Charges several organizations in one transaction, since a commit costs more than a charge. What fails for one
 * organization fails for its items alone: the others of its transaction are then charged each in its own.
 */
export async function createChargeBatch(db: Database, actorId: string, items: Item[]): Promise<BatchResult[]> {
  const results: BatchResult[] = [];
  const byOrganization = new Map<string, Entry[]>();
  for (const [place, { idempotencyKey: key, ...form }] of items.entries()) {
    try {
      const entries = byOrganization.get(form.organizationId) ?? [];
      entries.push({ place, key, form, charge: newChargeOf(form) });
      byOrganization.set(form.organizationId, entries);
    } catch (error) {
      results[place] = refusal(error);
    }
  }
  const charge = async (entries: Entry[]) => {
    const outcomes = await db.transaction((tx) => chargeTogether(tx, actorId, entries));
    for (const { place, charge } of entries) results[place] = toResult(outcomes.get(charge.id));
  };
  const chargeAlone = async (entries: Entry[]) => {
    try {
      await charge(entries).catch(async (error) => {
        if (!(error instanceof AccountMissing)) throw error;
        await db.transaction((tx) =>
          openAndLock(
            tx,
            entries.map(({ charge }) => chargePosting(charge)),
          ),
        );
        await charge(entries);
      });
    } catch (error) {
      for (const { place } of entries) results[place] = refusal(error);
    }
  };
  // Of equal keys for two organizations the first in the batch wins, so they have to take turns.
  const hasRepeatedKeys = new Set(items.map(({ idempotencyKey }) => idempotencyKey)).size < items.length;
  const groups = hasRepeatedKeys ? [...byOrganization.values()].map((entries) => [entries]) : groupsOf(byOrganization);
  await runInParallel(groups, hasRepeatedKeys ? 1 : transactionsAtOnce, async (group) => {
    const [first = []] = group;
    if (group.length === 1) return chargeAlone(first);
    try {
      await charge(group.flat());
    } catch (error) {
      const isUndone = error instanceof AccountMissing || error instanceof Problem || isRetryable(error);
      if (isUndone) for (const entries of group) await chargeAlone(entries);
      else for (const { place } of group.flat()) results[place] = refusal(error);
    }
  });
  return results;
}

/** In the order of the locks, so that two batches of the same organizations have the same groups and take turns. */
function groupsOf(byOrganization: Map<string, Entry[]>): Entry[][][] {
  const sorted = [...byOrganization.keys()].sort();
  const size = Math.min(maxOrganizationsTogether, Math.ceil(sorted.length / transactionsAtOnce));
  const groups: Entry[][][] = [];
  for (let start = 0; start < sorted.length; start += size)
    groups.push(sorted.slice(start, start + size).map((id) => byOrganization.get(id) as Entry[]));
  return groups;
}

function toResult(outcome: BatchResult | Problem | undefined): BatchResult {
  if (outcome === undefined) throw new Error('an item of the batch has no outcome');
  return outcome instanceof Problem ? refusal(outcome) : outcome;
}

function refusal(error: unknown): { problem: OperatorProblemBody } {
  const problem = error instanceof Problem ? error : databaseProblem(error);
  if (!problem?.isFor('program')) throw error;
  return { problem: problem.body('program') as OperatorProblemBody };
}
