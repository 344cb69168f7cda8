import type { Charge, ChargeForm } from '@kazna/contract/v1/charges';
import type { Transaction } from '../../platform/db/database.ts';
import { claimWithin, findRepeated } from '../../platform/idempotency/claim-key.ts';
import { recordEvent } from '../../platform/outbox/record-event.ts';
import { lockBalances, postAtCommit } from '../ledger/post-at-commit.ts';
import { chargeClaim, chargePosting, newChargeOf } from './charge-form.ts';
import { asProblem, requireOpen } from './problems.ts';
import { findCharge, insertCharge } from './store.ts';

export interface KeyedCall {
  keyId: string;
  /** The idempotency key. */
  key: string;
}

/** A refusal rolls the idempotency key back as well: the call may be repeated after a top-up. */
export async function createCharge(tx: Transaction, { keyId, key }: KeyedCall, form: ChargeForm): Promise<Charge> {
  const charge = newChargeOf(form);
  const claim = chargeClaim(keyId, key, form, charge.id);
  const postings = [chargePosting(charge)];
  const [{ isNew, status, inserted }, locked] = await tx.together(() =>
    Promise.all([insertCharge(tx, keyId, charge, claimWithin(claim)), lockBalances(tx, postings)]),
  );
  if (!isNew) return asCreated((await findCharge(tx, (await findRepeated(tx, claim)).reference)) as Charge);
  requireOpen(status);
  await asProblem(postAtCommit(tx, postings, locked));
  const created = inserted as Charge;
  recordEvent(tx, { type: 'charge.created', organizationId: form.organizationId, data: created });
  return created;
}

/** A repeated call gets the first answer, whatever was refunded since. */
export function asCreated(charge: Charge): Charge {
  return { ...charge, refundedMinor: 0 };
}
