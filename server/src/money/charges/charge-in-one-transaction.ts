import type { Currency } from '@kazna/contract/shared/money';
import type { Charge, ChargeForm } from '@kazna/contract/v1/charges';
import type { Transaction } from '../../platform/db/database.ts';
import { shortenLockTimeout } from '../../platform/db/timeouts.ts';
import { Problem } from '../../platform/http/problem.ts';
import { claimKeys, releaseKeys } from '../../platform/idempotency/claim-key.ts';
import { recordEvent } from '../../platform/outbox/record-event.ts';
import { type LockedBalances, lockBalances, postAtCommit, writeDeferred } from '../ledger/post-transfer.ts';
import { availableOf, numbers } from '../ledger/rules.ts';
import {
  asInserted,
  chargeInsert,
  lockOrganizationStatuses,
  type NewCharge,
  type StatusesNow,
  selectChargesByIds,
} from './charges-store.ts';
import { asCreated, chargeClaim, chargePosting, closedProblem, insufficientFunds } from './create-charge.ts';

export interface Entry {
  place: number;
  key: string;
  form: ChargeForm;
  charge: NewCharge;
}

/** By the ids that the charges have, or would have had. */
export type Outcomes = Map<string, { charge: Charge } | Problem>;

/** Of an organization that may be charged, or of another one beside it: to open one after locking others could deadlock. */
export class AccountMissing extends Error {}

/** One organization that is busy must not keep the others of the transaction locked for long. */
const sharedLockTimeoutMs = 1000;

export async function chargeInOneTransaction(tx: Transaction, actorId: string, entries: Entry[]): Promise<Outcomes> {
  await writeDeferred(tx);
  const organizationIds = [...new Set(entries.map(({ charge }) => charge.organizationId))];
  const areSeveral = organizationIds.length > 1;
  const claims = entries.map(({ key, form, charge }) => chargeClaim(actorId, key, form, charge.id));
  const postings = entries.map(({ charge }) => chargePosting(charge));
  const [, { statuses, now }, locked, claimed] = await tx.pipeline(() =>
    Promise.all([
      areSeveral && shortenLockTimeout(tx, sharedLockTimeoutMs),
      lockOrganizationStatuses(tx, organizationIds),
      lockBalances(tx, postings, []),
      claimKeys(tx, claims),
    ]),
  );
  const areAllClosed = organizationIds.every((id) => closedProblem(statuses.get(id) ?? null));
  if (locked.accounts.length === 0 && !areAllClosed) throw new AccountMissing('an account is not open yet');
  const outcomes: Outcomes = new Map();
  const repeated = new Map<string, string>();
  const fresh = entries.filter(({ charge }, index) => {
    const claim = claimed[index];
    if (!claim || claim === 'conflict') outcomes.set(charge.id, new Problem('idempotency_conflict'));
    else if (!claim.isNew) repeated.set(charge.id, claim.reference);
    return claim !== 'conflict' && claim?.isNew;
  });
  await insertAccepted(tx, actorId, { statuses, now, locked }, fresh, outcomes);
  // A refused item leaves its key free: it may be repeated after a top-up.
  const refused = fresh.filter(({ charge }) => outcomes.get(charge.id) instanceof Problem);
  if (refused.length > 0)
    await releaseKeys(
      tx,
      refused.map(({ key }) => ({ scope: `charges:${actorId}`, key })),
    );
  const earlier = await findEarlier(tx, [...repeated.values()]);
  for (const [id, reference] of repeated)
    outcomes.set(id, outcomes.get(reference) ?? { charge: earlier.get(reference) as Charge });
  return outcomes;
}

interface Locked extends StatusesNow {
  /** Without accounts where all organizations are closed or unknown. */
  locked: LockedBalances;
}

/** Charges in the order of the batch as far as the money of each organization goes. */
async function insertAccepted(
  tx: Transaction,
  actorId: string,
  { statuses, now, locked }: Locked,
  fresh: Entry[],
  outcomes: Outcomes,
): Promise<void> {
  const availableIn = availableByOrganization(locked);
  const accepted: NewCharge[] = [];
  const created: Charge[] = [];
  const byOrganization = Map.groupBy(fresh, ({ charge }) => charge.organizationId);
  for (const [organizationId, entries] of byOrganization) {
    const charges = entries.map(({ charge }) => charge);
    const problem = closedProblem(statuses.get(organizationId) ?? null);
    if (problem) {
      for (const { id } of charges) outcomes.set(id, problem);
      continue;
    }
    const available = availableIn.get(organizationId) ?? new Map();
    for (const charge of charges) {
      const left = (available.get(charge.currency) ?? 0) - charge.amountMinor;
      if (left < 0) {
        outcomes.set(charge.id, insufficientFunds(-left));
        continue;
      }
      available.set(charge.currency, left);
      accepted.push(charge);
      created.push(asInserted(charge, now));
    }
  }
  if (accepted.length === 0) return;
  tx.queryAtCommit(chargeInsert(actorId, accepted));
  await postAtCommit(tx, accepted.map(chargePosting), locked);
  for (const charge of created) {
    outcomes.set(charge.id, { charge });
    recordEvent(tx, { type: 'charge.created', organizationId: charge.organizationId, data: charge });
  }
}

/** What may be spent of each locked balance, by organization and currency. */
function availableByOrganization({ accounts }: LockedBalances): Map<string, Map<Currency, number>> {
  const available = new Map<string, Map<Currency, number>>();
  for (const { kind, organizationId, currency, balanceMinor, creditLimitMinor } of accounts) {
    if (kind !== 'organization') continue;
    const amounts = available.get(organizationId) ?? new Map();
    available.set(organizationId, amounts.set(currency, availableOf(numbers, balanceMinor, creditLimitMinor)));
  }
  return available;
}

async function findEarlier(tx: Transaction, ids: string[]): Promise<Map<string, Charge>> {
  const charges = ids.length > 0 ? await selectChargesByIds(tx, ids) : [];
  return new Map(charges.map((charge) => [charge.id, asCreated(charge)]));
}
