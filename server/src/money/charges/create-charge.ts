import type { Charge, ChargeForm } from '@kazna/contract/v1/charges';
import { announce } from '../../platform/db/announce.ts';
import { businessNow } from '../../platform/db/business-now.ts';
import type { Database, Queries, Transaction } from '../../platform/db/database.ts';
import { OutcomeUnknown, repeatUnknown } from '../../platform/db/errors.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { fieldProblem, Problem } from '../../platform/http/problem.ts';
import { type Claim, claimWithin, findUsed } from '../../platform/idempotency/claim-key.ts';
import { chargeParts, lockPayer, type Payer } from '../ledger/charging-store.ts';
import { ClosedOrganization } from '../ledger/post-transfer.ts';
import type { Posting } from '../ledger/posting.ts';
import { InsufficientFunds } from '../ledger/rules.ts';
import { findCharge, insertPaidCharge, isPayable, type NewCharge, type OrganizationStatus } from './charges-store.ts';

/** By a person, a key of the operator API or a job of the product. */
export interface ActorCall {
  /** Of the row in `actors`. */
  actorId: string;
  /** The idempotency key, the actor's own: two actors may use the same one. */
  key: string;
}

/** A refusal leaves the idempotency key free: the call may be repeated after a top-up. */
export async function createCharge(db: Database, { actorId, key }: ActorCall, form: ChargeForm): Promise<Charge> {
  await requireOccurred(db, form);
  const charge = newChargeOf(form);
  const claim = chargeClaim(actorId, key, form, charge.id);
  return repeatUnknown(async () => {
    const { payer, charged } = await db.transaction((tx) => chargeInOnePacket(tx, actorId, charge, claim));
    if (charged) return charged;
    const earlier = await findUsed(db, claim);
    if (earlier) return asCreated((await findCharge(db, earlier.reference)) as Charge);
    throw refusal(payer, charge);
  });
}

/**
 * The whole charge is one packet: a statement locks the balance, another, which sees what the first one waited for, writes
 * the charge and all that follows if the balance suffices, and the commit.
 */
async function chargeInOnePacket(
  tx: Transaction,
  actorId: string,
  charge: NewCharge,
  claim: Claim,
): Promise<{ payer: Payer; charged: Charge | null }> {
  const debit = { ...charge, chargeId: charge.id };
  const parts = { ...chargeParts(debit), claim: claimWithin(claim, isPayable) };
  const hint = () => announce(tx, { organizationId: charge.organizationId }, 'balance');
  try {
    const [payer, charged] = await tx.commitTogether(() =>
      Promise.all([lockPayer(tx, debit), insertPaidCharge(tx, actorId, charge, parts)]),
    );
    if (charged) hint();
    return { payer, charged };
  } catch (error) {
    if (error instanceof OutcomeUnknown) hint();
    throw error;
  }
}

function refusal({ status, availableMinor }: Payer, { amountMinor }: NewCharge): Problem {
  const closed = closedProblem(status);
  if (closed) return closed;
  // The key was used by a call that was undone meanwhile: the next one finds it free.
  if (availableMinor >= amountMinor) return new Problem('unavailable', { retryAfterSeconds: 1 });
  return insufficientFunds(amountMinor - availableMinor);
}

/** A repeated call gets the first answer, whatever was refunded since. */
export function asCreated(charge: Charge): Charge {
  return { ...charge, refundedMinor: 0 };
}

export async function asProblem<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof InsufficientFunds) throw insufficientFunds(error.missingMinor);
    if (error instanceof ClosedOrganization) throw new Problem('organization_closed');
    throw error;
  }
}

export function insufficientFunds(missingMinor: number): Problem {
  return new Problem('insufficient_funds', { members: { missingMinor } });
}

/** A suspended organization still owes what it used: charges and captures go on, nothing new is set aside. */
export function closedProblem(status: OrganizationStatus | null): Problem | null {
  if (status === null) return new Problem('not_found');
  return status === 'closed' ? new Problem('organization_closed') : null;
}

export function requireOpen(status: OrganizationStatus | null): void {
  const problem = closedProblem(status);
  if (problem) throw problem;
}

/** For clocks that disagree. */
const maxAheadMs = 24 * 60 * 60 * 1000;

/** The business's clock is never behind ours, so that only a time that is ahead of ours costs a question. */
export async function requireOccurred(db: Queries, { occurredAt }: ChargeForm): Promise<void> {
  if (!occurredAt || Date.parse(occurredAt) <= Date.now() + maxAheadMs) return;
  if (Date.parse(occurredAt) > Date.parse(await businessNow(db)) + maxAheadMs)
    throw fieldProblem('occurredAt', 'Must not be in the future');
}

export function newChargeOf(form: ChargeForm, id = uuidv7()): NewCharge {
  const { organizationId, amountMinor, currency, description } = form;
  const { service = null, metadata = {}, occurredAt = null } = form;
  // As it is read back, to the millisecond.
  const occurred = occurredAt && new Date(occurredAt).toISOString();
  const what = { amountMinor, currency, description, service, metadata };
  return { id, organizationId, ...what, holdId: null, occurredAt: occurred };
}

export function chargePosting({ id, organizationId, amountMinor, currency }: NewCharge): Posting {
  return {
    key: `charge:${id}`,
    kind: 'charge',
    from: { organizationId },
    to: 'revenue',
    amountMinor,
    currency,
    sourceId: id,
  };
}

/** Kept for good: a retry must not charge twice, however late. Batches share it, so a charge can move between the two. */
export function chargeClaim(actorId: string, key: string, form: ChargeForm, reference: string) {
  return { scope: `charges:${actorId}`, key, body: form, reference, keepDays: null };
}
