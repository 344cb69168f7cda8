import type { ChargeForm } from '@kazna/contract/v1/charges';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { fieldProblem } from '../../platform/http/problem.ts';
import type { Posting } from '../ledger/posting.ts';
import type { NewCharge } from './charges-store.ts';

/** For clocks that disagree. */
const maxAheadMs = 24 * 60 * 60 * 1000;

export function newChargeOf(form: ChargeForm, id = uuidv7()): NewCharge {
  const { organizationId, amountMinor, currency, description } = form;
  const { service = null, metadata = {}, occurredAt = null } = form;
  if (occurredAt && Date.parse(occurredAt) > Date.now() + maxAheadMs)
    throw fieldProblem('occurredAt', 'Must not be in the future');
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
