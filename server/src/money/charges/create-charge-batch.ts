import type { BatchResult, chargeBatchItem, ItemProblem } from '@kazna/contract/v1/charges';
import type { z } from 'zod/mini';
import type { Database } from '../../platform/db/database.ts';
import { isRetryable } from '../../platform/db/errors.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { databaseProblem, Problem } from '../../platform/http/problem.ts';
import { keepAnswer } from '../../platform/idempotency/answers.ts';
import { claimWithin, findRepeated, findUsedKeys } from '../../platform/idempotency/claim-key.ts';
import { runInParallel } from '../../platform/run-in-parallel.ts';
import { openAndLock } from '../ledger/post-transfer.ts';
import { AccountMissing, chargeInOneTransaction, type Entry } from './charge-in-one-transaction.ts';
import { type ActorCall, chargePosting, newChargeOf, requireOccurred } from './create-charge.ts';

type Item = z.output<typeof chargeBatchItem>;

/** Fewer than the pool has connections: other calls go on meanwhile. */
const transactionsAtOnce = 4;
/** A charge of one of them alone waits for all of them. */
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
      await requireOccurred(db, form);
      const entries = byOrganization.get(form.organizationId) ?? [];
      entries.push({ place, key, form, charge: newChargeOf(form) });
      byOrganization.set(form.organizationId, entries);
    } catch (error) {
      results[place] = refusal(error);
    }
  }
  const charge = async (entries: Entry[]) => {
    const outcomes = await db.transaction((tx) => chargeInOneTransaction(tx, actorId, entries));
    for (const { place, charge } of entries) results[place] = toResult(outcomes.get(charge.id));
  };
  const chargeOneOrganization = async (entries: Entry[]) => {
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
    if (group.length === 1) return chargeOneOrganization(first);
    try {
      await charge(group.flat());
    } catch (error) {
      const isUndone = error instanceof AccountMissing || error instanceof Problem || isRetryable(error);
      if (isUndone) for (const entries of group) await chargeOneOrganization(entries);
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

function refusal(error: unknown): { problem: ItemProblem } {
  const problem = error instanceof Problem ? error : databaseProblem(error);
  if (!problem?.isFor('program')) throw error;
  return { problem: problem.body('program') as ItemProblem };
}

/** By the item's place. A refusal by an outage is none: a repeated call tries such an item again. */
interface StoredRefusals {
  refusals: [place: number, problem: ItemProblem][];
}

const keepDays = 3;

/**
 * Charges the items once per idempotency key of the batch. What was charged is known by the keys of the items, so only
 * refusals are stored: usually the claim is the only statement more.
 */
export async function chargeBatchOnce(
  db: Database,
  { actorId, key }: ActorCall,
  items: Item[],
): Promise<BatchResult[]> {
  const name = { scope: `charge-batches:${actorId}`, key };
  const claim = { ...name, body: { charges: items }, reference: uuidv7(), keepDays };
  const isNew = (await db.query(claimWithin(claim))).length > 0;
  if (!isNew) return repeatBatch(db, actorId, items, (await findRepeated(db, claim)).answer?.body as StoredRefusals);
  const results = await createChargeBatch(db, actorId, items);
  const refusals = results.flatMap((result, place): StoredRefusals['refusals'] =>
    'problem' in result && result.problem.status < 500 ? [[place, result.problem]] : [],
  );
  if (refusals.length > 0) await keepAnswer(db, name, { status: 200, body: { refusals } });
  return results;
}

/** A refused charge stays so, unless a call at the same time charged it. Without an answer the first call was cut off. */
async function repeatBatch(
  db: Database,
  actorId: string,
  items: Item[],
  stored: StoredRefusals | undefined,
): Promise<BatchResult[]> {
  const refusals = new Map(stored?.refusals);
  const names = [...refusals.keys()].map((place) => ({
    scope: `charges:${actorId}`,
    key: (items[place] as Item).idempotencyKey,
  }));
  const used = names.length > 0 ? await findUsedKeys(db, names) : new Set<string>();
  const isRefused = (place: number) => refusals.has(place) && !used.has((items[place] as Item).idempotencyKey);
  const charged = await createChargeBatch(
    db,
    actorId,
    items.filter((_, place) => !isRefused(place)),
  );
  return items.map((_, place) =>
    isRefused(place) ? { problem: refusals.get(place) as ItemProblem } : (charged.shift() as BatchResult),
  );
}
