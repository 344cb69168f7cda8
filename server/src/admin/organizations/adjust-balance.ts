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
import { findAnyOrganization } from './store.ts';

/** Idempotent by key; a key reused for another sum, direction or currency is refused. */
export async function adjustBalance(
  tx: Transaction,
  actor: Actor,
  { organizationId, key }: { organizationId: string; key: string },
  { amountMinor, currency, reason }: z.output<typeof adjustmentForm>,
): Promise<void> {
  if (!(await findAnyOrganization(tx, organizationId))) throw new Problem('not_found');
  const theirs = { organizationId };
  const id = uuidv7();
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
    if (!posted.isSame) throw new Problem('idempotency_conflict');
    if (!posted.isNew) return;
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
