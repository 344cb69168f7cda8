import { type Actor, recordAction } from '../../audit/actions-store.ts';
import { postTransfer } from '../../money/ledger/post-transfer.ts';
import { notifyMembers } from '../../organizations/notify-members.ts';
import { lockOpenOrganizationShared } from '../../organizations/reads.ts';
import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { bankReturnDeclined, bankReturnSent } from '../notifications.ts';
import { type BankReturnRow, decide, findBankReturn } from './bank-returns-store.ts';

/** The bank has sent the money, which left the balance with the request. */
export async function markReturned(
  tx: Transaction,
  actor: Actor,
  bankReturnId: string,
  { orderNumber }: { orderNumber: string },
): Promise<void> {
  const row = await requireBankReturn(tx, bankReturnId);
  const isDecided = await decide(tx, row.id, { status: 'returned', orderNumber, decidedBy: actor.id });
  if (!isDecided) throw new Problem('bank_return_already_decided');
  const { id: sourceId, organizationId, amountMinor, currency } = row;
  const details = { amountMinor, currency, orderNumber };
  await notifyMembers(tx, bankReturnSent, { organizationId, sourceId, details });
  await recordDecision(tx, actor, row, 'bank_return.returned', { order: orderNumber });
}

/** Gives the money back to the balance. */
export async function declineReturn(
  tx: Transaction,
  actor: Actor,
  bankReturnId: string,
  { reason }: { reason: string },
): Promise<void> {
  const row = await requireBankReturn(tx, bankReturnId);
  const { id, organizationId, amountMinor, currency } = row;
  const isOpen = await lockOpenOrganizationShared(tx, organizationId);
  const isDecided = await decide(tx, id, { status: 'declined', reason, decidedBy: actor.id });
  if (!isDecided) throw new Problem('bank_return_already_decided');
  if (!isOpen) throw new Problem('organization_closed');
  await postTransfer(tx, {
    key: `bank_return_reversal:${id}`,
    kind: 'bank_return_reversal',
    from: 'bank',
    to: { organizationId },
    amountMinor,
    currency,
    sourceId: id,
  });
  const details = { amountMinor, currency, reason };
  await notifyMembers(tx, bankReturnDeclined, { organizationId, sourceId: id, details });
  await recordDecision(tx, actor, row, 'bank_return.declined', { reason });
}

async function requireBankReturn(tx: Transaction, id: string): Promise<BankReturnRow> {
  const row = await findBankReturn(tx, id);
  if (!row) throw new Problem('not_found');
  return row;
}

async function recordDecision(
  tx: Transaction,
  actor: Actor,
  { organizationId, amountMinor, currency }: BankReturnRow,
  action: 'bank_return.returned' | 'bank_return.declined',
  said: Record<string, string>,
): Promise<void> {
  // Pages show returns beside the balance.
  announce(tx, { organizationId }, 'balance');
  const details = { amountMinor: String(amountMinor), currency, ...said };
  await recordAction(tx, actor, { organizationId, action, details });
}
