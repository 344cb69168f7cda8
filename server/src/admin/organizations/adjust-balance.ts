import type { adjustmentForm } from '@kazna/contract/admin/balance';
import { toDecimal } from '@kazna/contract/shared/money';
import type { z } from 'zod/mini';
import { type Actor, recordAction } from '../../audit/record-action.ts';
import { postTransfer } from '../../money/ledger/post-transfer.ts';
import { ClosedOrganization, InsufficientFunds } from '../../money/ledger/posting.ts';
import { notifyMembers } from '../../organizations/letters/notify-members.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { Problem } from '../../platform/http/problem.ts';
import { claimKey } from '../../platform/idempotency/claim-key.ts';
import { findAnyOrganization } from './store.ts';

/** Idempotent by key; a key reused for another body is refused. */
export async function adjustBalance(
  tx: Transaction,
  actor: Actor,
  { organizationId, key }: { organizationId: string; key: string },
  form: z.output<typeof adjustmentForm>,
): Promise<void> {
  if (!(await findAnyOrganization(tx, organizationId))) throw new Problem('not_found');
  const id = uuidv7();
  const claim = { scope: `adjustments:${organizationId}`, key, body: form, reference: id, keepDays: null };
  if (!(await claimKey(tx, claim)).isNew) return;
  const { amountMinor, currency, reason } = form;
  const theirs = { organizationId };
  const [from, to] = amountMinor > 0 ? (['corrections', theirs] as const) : ([theirs, 'corrections'] as const);
  try {
    const posted = await postTransfer(tx, {
      key: `adjustment:${organizationId}:${key}`,
      kind: 'adjustment',
      from,
      to,
      amountMinor: Math.abs(amountMinor),
      currency,
      sourceId: id,
    });
    // The ledger's unique key is the last guard.
    if (!posted.isNew) throw new Problem('idempotency_conflict');
  } catch (error) {
    if (error instanceof ClosedOrganization) throw new Problem('organization_closed');
    if (error instanceof InsufficientFunds) throw new Problem('insufficient_balance');
    throw error;
  }
  const details = { amount: toDecimal({ amountMinor, currency }), currency, reason };
  await recordAction(tx, actor, { id, organizationId, action: 'balance.adjusted', details });
  const event = { amountMinor, currency, reason };
  await notifyMembers(tx, { kind: 'balance_adjusted', organizationId, sourceId: id, details: event });
}
