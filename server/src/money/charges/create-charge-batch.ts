import type { OperatorProblemBody } from '@kazna/contract/shared/operator-problems';
import type { BatchResult, Charge, ChargeForm, chargeBatchItem } from '@kazna/contract/v1/charges';
import type { z } from 'zod/mini';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { databaseProblem } from '../../platform/http/database-problem.ts';
import { Problem } from '../../platform/http/problem.ts';
import { claimKeys, releaseKeys } from '../../platform/idempotency/claim-key.ts';
import { recordEvent } from '../../platform/outbox/record-event.ts';
import { runInParallel } from '../../platform/run-in-parallel.ts';
import { availableOf, lockAvailable } from '../ledger/balances.ts';
import { type LockedBalances, lockBalances, postAtCommit } from '../ledger/post-at-commit.ts';
import { chargeClaim, chargePosting, newChargeOf } from './charge-form.ts';
import { asCreated } from './create-charge.ts';
import { closedProblem, insufficientFunds } from './problems.ts';
import {
  chargeInsert,
  lockOrganizationStatus,
  type NewCharge,
  type OrganizationStatus,
  selectChargesByIds,
} from './store.ts';

type Item = z.output<typeof chargeBatchItem>;

interface Entry {
  /** Its place in the batch. */
  place: number;
  key: string;
  form: ChargeForm;
  charge: NewCharge;
}

/** Fewer than the pool has connections: other calls go on meanwhile. */
const organizationsAtOnce = 4;

/** One transaction an organization. What fails for one organization fails for its items alone. */
export async function createChargeBatch(db: Database, keyId: string, items: Item[]): Promise<BatchResult[]> {
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
  // Of equal keys for two organizations the first in the batch wins, so they have to take turns.
  const hasRepeatedKeys = new Set(items.map(({ idempotencyKey }) => idempotencyKey)).size < items.length;
  await runInParallel(byOrganization, hasRepeatedKeys ? 1 : organizationsAtOnce, async ([organizationId, entries]) => {
    const outcome = await db
      .transaction((tx) => chargeOrganization(tx, keyId, organizationId, entries))
      .catch((error) => new Map(entries.map((entry) => [entry.charge.id, refusal(error)])));
    for (const { place, charge } of entries) results[place] = outcome.get(charge.id) as BatchResult;
  });
  return results;
}

function refusal(error: unknown): { problem: OperatorProblemBody } {
  const problem = error instanceof Problem ? error : databaseProblem(error);
  if (!problem?.isFor('program')) throw error;
  return { problem: problem.body('program') as OperatorProblemBody };
}

type Outcomes = Map<string, BatchResult>;

/** Results by the ids that the charges have, or would have had. */
async function chargeOrganization(
  tx: Transaction,
  keyId: string,
  organizationId: string,
  entries: Entry[],
): Promise<Outcomes> {
  const claims = entries.map(({ key, form, charge }) => chargeClaim(keyId, key, form, charge.id));
  const postings = entries.map(({ charge }) => chargePosting(organizationId, charge));
  const [claimed, { status, now }, locked] = await tx.together(() =>
    Promise.all([claimKeys(tx, claims), lockOrganizationStatus(tx, organizationId), lockBalances(tx, postings)]),
  );
  const outcomes: Outcomes = new Map();
  const repeated = new Map<string, string>();
  const fresh = entries.filter(({ charge }, index) => {
    const claim = claimed[index];
    if (!claim || claim === 'conflict') outcomes.set(charge.id, refusal(new Problem('idempotency_conflict')));
    else if (!claim.isNew) repeated.set(charge.id, claim.reference);
    return claim !== 'conflict' && claim?.isNew;
  });
  const organization = { id: organizationId, status, now, locked };
  const refused = await chargeFresh(tx, keyId, organization, fresh, outcomes);
  // A refused item leaves its key free: it may be repeated after a top-up.
  if (refused.length > 0)
    await releaseKeys(
      tx,
      refused.map(({ key }) => ({ scope: `charges:${keyId}`, key })),
    );
  const earlier = await findEarlier(tx, [...repeated.values()]);
  for (const [id, reference] of repeated)
    outcomes.set(id, outcomes.get(reference) ?? { charge: earlier.get(reference) as Charge });
  return outcomes;
}

interface LockedOrganization {
  id: string;
  status: OrganizationStatus | null;
  /** When the transaction began. */
  now: string;
  /** Without accounts while one is not open yet. */
  locked: LockedBalances;
}

/** Charges in the order of the batch as far as the money goes; returns what it does not suffice for. */
async function chargeFresh(
  tx: Transaction,
  keyId: string,
  { id: organizationId, status, now: createdAt, locked }: LockedOrganization,
  fresh: Entry[],
  outcomes: Outcomes,
): Promise<Entry[]> {
  if (fresh.length === 0) return [];
  const problem = closedProblem(status);
  if (problem) {
    for (const { charge } of fresh) outcomes.set(charge.id, refusal(problem));
    return fresh;
  }
  const available =
    locked.accounts.length > 0
      ? availableOf(locked.accounts)
      : await lockAvailable(tx, organizationId, [...new Set(fresh.map(({ charge }) => charge.currency))]);
  const refused: Entry[] = [];
  const accepted: NewCharge[] = [];
  for (const entry of fresh) {
    const { id, currency, amountMinor } = entry.charge;
    const left = (available.get(currency) ?? 0) - amountMinor;
    if (left < 0) {
      refused.push(entry);
      outcomes.set(id, refusal(insufficientFunds(-left)));
    } else {
      available.set(currency, left);
      accepted.push(entry.charge);
    }
  }
  if (accepted.length === 0) return refused;
  const postings = accepted.map((charge) => chargePosting(organizationId, charge));
  tx.queryAtCommit(chargeInsert(organizationId, keyId, accepted));
  await postAtCommit(tx, postings, locked);
  for (const { id, ...rest } of accepted) {
    const occurredAt = rest.occurredAt ?? createdAt;
    const charge = { id, organizationId, ...rest, refundedMinor: 0, occurredAt, createdAt };
    outcomes.set(charge.id, { charge });
    recordEvent(tx, { type: 'charge.created', organizationId, data: charge });
  }
  return refused;
}

async function findEarlier(tx: Transaction, ids: string[]): Promise<Map<string, Charge>> {
  const charges = ids.length > 0 ? await selectChargesByIds(tx, ids) : [];
  return new Map(charges.map((charge) => [charge.id, asCreated(charge)]));
}
