import type { Charge, ChargeForm } from '@kazna/contract/v1/charges';
import { announce } from '../../platform/db/announce.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { OutcomeUnknown, repeatUnknown } from '../../platform/db/errors.ts';
import { Problem } from '../../platform/http/problem.ts';
import { type Claim, claimWithin, findUsed } from '../../platform/idempotency/claim-key.ts';
import { chargeParts, lockPayer, type Payer } from '../ledger/charging-store.ts';
import { chargeClaim, newChargeOf } from './charge-form.ts';
import { findCharge, insertPaidCharge, isPayable, type NewCharge } from './charges-store.ts';
import { closedProblem, insufficientFunds } from './problems.ts';

/** By a person, a key of the operator API or a job of the product. */
export interface ActorCall {
  /** Of the row in `actors`. */
  actorId: string;
  /** The idempotency key, the actor's own: two actors may use the same one. */
  key: string;
}

/** A refusal leaves the idempotency key free: the call may be repeated after a top-up. */
export function createCharge(db: Database, { actorId, key }: ActorCall, form: ChargeForm): Promise<Charge> {
  const charge = newChargeOf(form);
  const claim = chargeClaim(actorId, key, form, charge.id);
  return repeatUnknown(async () => {
    const { payer, charged } = await db.transaction((tx) => chargeAtOnce(tx, actorId, charge, claim));
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
async function chargeAtOnce(
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
