import type { OperatorProblemBody } from '@kazna/contract/shared/operator-problems';
import type { BatchResult, chargeBatchItem } from '@kazna/contract/v1/charges';
import type { z } from 'zod/mini';
import type { Database } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { keepAnswer } from '../../platform/idempotency/answers.ts';
import { claimWithin, findRepeated, findUsedKeys } from '../../platform/idempotency/claim-key.ts';
import type { ActorCall } from './create-charge.ts';
import { createChargeBatch } from './create-charge-batch.ts';

type Item = z.output<typeof chargeBatchItem>;

/** By the item's place. A refusal by an outage is none: a repeated call tries such an item again. */
interface StoredRefusals {
  refusals: [place: number, problem: OperatorProblemBody][];
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

/** What was refused stays so, unless a call at the same time charged it. Without an answer the first call was cut off. */
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
    isRefused(place) ? { problem: refusals.get(place) as OperatorProblemBody } : (charged.shift() as BatchResult),
  );
}
