import type { adjustmentForm, creditLimitForm } from '@kazna/contract/admin/balance';
import type { chargeRefundForm } from '@kazna/contract/admin/operations';
import { type Money, toDecimal } from '@kazna/contract/shared/money';
import type { z } from 'zod/mini';
import { type Actor, recordAction } from '../../audit/actions-store.ts';
import { findCharge, lockCharge } from '../../money/charges/charges-store.ts';
import { refundCharge } from '../../money/charges/refund-charge.ts';
import { CreditLimitUsed, setCreditLimit } from '../../money/ledger/balance-settings-store.ts';
import { ClosedOrganization, postTransfer } from '../../money/ledger/post-transfer.ts';
import { InsufficientFunds } from '../../money/ledger/rules.ts';
import { balanceAdjusted, chargeRefunded } from '../../money/notifications.ts';
import { notifyMembers } from '../../organizations/notify-members.ts';
import { lockOpenOrganizationShared } from '../../organizations/reads.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { Problem } from '../../platform/http/problem.ts';
import { claimKey } from '../../platform/idempotency/claim-key.ts';
import { findOrganizationDetails, selectUndoable, type UndoableRow } from './store.ts';

/** Idempotent by key; a key reused for another body is refused. */
export async function adjustBalance(
  tx: Transaction,
  actor: Actor,
  { organizationId, key }: { organizationId: string; key: string },
  form: z.output<typeof adjustmentForm>,
): Promise<void> {
  if (!(await findOrganizationDetails(tx, organizationId))) throw new Problem('not_found');
  const id = uuidv7();
  const claim = { scope: `adjustments:${organizationId}`, key, body: form, reference: id, keepDays: null };
  if (!(await claimKey(tx, claim)).isNew) return;
  const { undoes, ...correction } = form;
  const undone = undoes ? await requireUndoable(tx, organizationId, undoes, correction) : undefined;
  const transferKey = undoes ? `adjustment_undo:${undoes}` : `adjustment:${organizationId}:${key}`;
  const isNew = await postCorrection(tx, actor, { id, organizationId, key: transferKey, undone }, correction);
  // The ledger's unique key is the last guard.
  if (!isNew) throw new Problem(undoes ? 'adjustment_not_undoable' : 'idempotency_conflict');
}

interface CorrectionPosting {
  id?: string;
  organizationId: string;
  /** Of the transfer. */
  key: string;
  undone?: UndoableRow | undefined;
}

/** Moves money given or taken by staff, with its entry in the log. Returns false where the key was posted before. */
export async function postCorrection(
  tx: Transaction,
  actor: Actor,
  { id = uuidv7(), organizationId, key, undone }: CorrectionPosting,
  { amountMinor, currency, reason }: Money & { reason: string },
): Promise<boolean> {
  const theirs = { organizationId };
  const [from, to] = amountMinor > 0 ? (['corrections', theirs] as const) : ([theirs, 'corrections'] as const);
  try {
    const posted = await postTransfer(tx, {
      key,
      kind: 'adjustment',
      from,
      to,
      amountMinor: Math.abs(amountMinor),
      currency,
      sourceId: id,
      ...(undone && { undoes: undone.key }),
    });
    if (!posted.isNew) return false;
  } catch (error) {
    if (error instanceof ClosedOrganization) throw new Problem('organization_closed');
    if (error instanceof InsufficientFunds) throw new Problem('insufficient_balance');
    throw error;
  }
  const undoes = undone && { undoes: undone.id };
  const details = { amount: toDecimal({ amountMinor, currency }), currency, reason, ...undoes };
  await recordAction(tx, actor, { id, organizationId, action: 'balance.adjusted', details });
  const correction = { amountMinor, currency, reason };
  await notifyMembers(tx, balanceAdjusted, { organizationId, sourceId: id, details: correction });
  return true;
}

/** Refuses to undo twice, to undo what undoes another, and to undo a part. */
async function requireUndoable(tx: Transaction, organizationId: string, id: string, by: Money): Promise<UndoableRow> {
  const [correction] = await selectUndoable(tx, organizationId, [id]);
  if (!correction) throw new Problem('not_found');
  const isOpposite = correction.amountMinor === -by.amountMinor && correction.currency === by.currency;
  if (!correction.isUndoable) throw new Problem('adjustment_not_undoable');
  if (!isOpposite) throw new Problem('adjustment_not_undoable', { detail: notOpposite });
  return correction;
}

const notOpposite =
  'Отменить корректировку можно только целиком: на ту же сумму в обратную сторону и в той же валюте. Баланс не изменился.';

/** A limit that stays the same leaves no entry in the log. */
export async function changeCreditLimit(
  tx: Transaction,
  actor: Actor,
  organizationId: string,
  { currency, limitMinor, reason }: z.output<typeof creditLimitForm>,
): Promise<void> {
  if (!(await findOrganizationDetails(tx, organizationId))) throw new Problem('not_found');
  if (!(await lockOpenOrganizationShared(tx, organizationId))) throw new Problem('organization_closed');
  try {
    const before = await setCreditLimit(tx, { organizationId, currency }, limitMinor);
    if (before === limitMinor) return;
    const [from, to] = [before, limitMinor].map((amountMinor) => toDecimal({ amountMinor, currency }));
    const details = { from: from as string, to: to as string, currency, reason };
    await recordAction(tx, actor, { organizationId, action: 'credit_limit.changed', details });
  } catch (error) {
    if (error instanceof CreditLimitUsed) throw new Problem('credit_limit_used');
    throw error;
  }
}

const leftOfCharge =
  'Сумма возврата больше того, что осталось от списания. Ничего не изменилось. Введите сумму меньше.';

/** Idempotent by key, also in the log and the notification. Returns what has been given back of the charge by now. */
export async function refundChargeAsStaff(
  tx: Transaction,
  actor: Actor,
  { chargeId, key }: { chargeId: string; key: string },
  form: z.output<typeof chargeRefundForm>,
): Promise<{ refundedMinor: number }> {
  const before = await lockCharge(tx, chargeId);
  if (!before) throw new Problem('not_found');
  const refund = await refundCharge(tx, { actorId: actor.id, key }, chargeId, form).catch((error) => {
    if (!(error instanceof Problem) || error.code !== 'refund_exceeds_charge') throw error;
    throw new Problem('refund_too_large', { detail: leftOfCharge });
  });
  const { organizationId, currency, service, description } = before;
  const { id: sourceId, amountMinor, reason } = refund;
  const after = (await findCharge(tx, chargeId)) as typeof before;
  if (after.refundedMinor === before.refundedMinor) return { refundedMinor: after.refundedMinor };
  const details = { chargeId, amount: toDecimal({ amountMinor, currency }), currency, reason };
  await recordAction(tx, actor, { organizationId, action: 'charge.refunded', details });
  const about = { amountMinor, currency, reason, service: service ?? description };
  await notifyMembers(tx, chargeRefunded, { organizationId, sourceId, details: about });
  return { refundedMinor: after.refundedMinor };
}
