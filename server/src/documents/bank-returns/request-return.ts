import type { bankReturnForm } from '@kazna/contract/cabinet/bank-returns';
import { businessZone } from '@kazna/contract/shared/business-time';
import { type Currency, formatMoney } from '@kazna/contract/shared/money';
import type { z } from 'zod/mini';
import { type Actor, recordAction } from '../../audit/actions-store.ts';
import { postTransfer } from '../../money/ledger/post-transfer.ts';
import { readPots } from '../../money/ledger/reads.ts';
import { BankReturnNotCovered } from '../../money/ledger/rules.ts';
import { lockSharedWithPermission } from '../../organizations/locks.ts';
import { notifyMembers } from '../../organizations/notify-members.ts';
import { pauseRuleAfter } from '../../payments/auto-top-up/settle-attempt.ts';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { Problem } from '../../platform/http/problem.ts';
import { claimKey } from '../../platform/idempotency/claim-key.ts';
import { readUnbilled } from '../../services/usage/accrued.ts';
import { bankReturnRequested } from '../notifications.ts';
import { countPending, insertBankReturn, type Returnable } from './bank-returns-store.ts';

/** The text of the problem names the number. */
const maxPending = 5;

export interface ReturnRequest {
  organizationId: string;
  /** A request repeated under the same key is the same return. */
  key: string;
  form: z.output<typeof bankReturnForm>;
}

/** Takes the money off the balance at once, so that it cannot be spent while staff send it. Returns the id. */
export async function requestReturn(tx: Transaction, actor: Actor, request: ReturnRequest): Promise<string> {
  const { organizationId, key, form } = request;
  const { amountMinor, currency } = form;
  const comment = form.comment || null;
  const userId = actor.id;
  const id = uuidv7();
  const scope = `bank_returns:${organizationId}`;
  const claimed = await claimKey(tx, { scope, key, body: form, reference: id, keepDays: null });
  await lockSharedWithPermission(tx, organizationId, userId, 'payments.refund');
  if (!claimed.isNew) return claimed.reference;
  await pauseRuleAfter(tx, organizationId, () => postReturn(tx, { id, organizationId, amountMinor, currency }));
  await requireLeft(tx, { id, organizationId, amountMinor, currency });
  // Counted under the balance's lock, so that concurrent requests cannot pass the limit together.
  if ((await countPending(tx, organizationId, currency)) >= maxPending) throw new Problem('too_many_bank_returns');
  await insertBankReturn(tx, { id, organizationId, amountMinor, currency, comment, requestedBy: userId });
  await notifyMembers(tx, bankReturnRequested, {
    organizationId,
    sourceId: id,
    details: { amountMinor, currency, requestedById: userId },
  });
  const details = { amountMinor: String(amountMinor), currency };
  await recordAction(tx, actor, { organizationId, action: 'bank_return.requested', details });
  return id;
}

interface Amount {
  id: string;
  organizationId: string;
  amountMinor: number;
  currency: Currency;
}

async function postReturn(tx: Transaction, { id, organizationId, amountMinor, currency }: Amount): Promise<void> {
  try {
    await postTransfer(tx, {
      key: `bank_return:${id}`,
      kind: 'bank_return',
      from: { organizationId },
      to: 'bank',
      amountMinor,
      currency,
      sourceId: id,
    });
  } catch (error) {
    if (error instanceof BankReturnNotCovered) throw notCovered(error.returnableMinor, currency);
    throw error;
  }
}

/** What can be asked for; a currency without any is left out. */
export async function readReturnable(db: Queries, organizationId: string): Promise<Returnable[]> {
  const pots = (await readPots(db, organizationId)).filter(({ bankMinor }) => bankMinor > 0);
  const returnable = await Promise.all(
    pots.map(async ({ currency, cardMinor, bankMinor }) => {
      const unbilledMinor = await readUnbilled(db, businessZone, { organizationId, currency });
      return { currency, returnableMinor: Math.min(bankMinor, cardMinor + bankMinor - unbilledMinor) };
    }),
  );
  return returnable.filter(({ returnableMinor }) => returnableMinor > 0);
}

/** Usage that is not charged yet takes money of cards, then that of transfers. Under the balance's lock. */
async function requireLeft(tx: Transaction, { organizationId, amountMinor, currency }: Amount): Promise<void> {
  const unbilledMinor = await readUnbilled(tx, businessZone, { organizationId, currency });
  if (unbilledMinor === 0) return;
  const pots = (await readPots(tx, organizationId)).find((one) => one.currency === currency);
  const leftMinor = (pots?.cardMinor ?? 0) + (pots?.bankMinor ?? 0) - unbilledMinor;
  if (leftMinor >= 0) return;
  const money = (minor: number) => formatMoney({ amountMinor: minor, currency });
  const mostMinor = amountMinor + leftMinor;
  const detail =
    `Вернуть на счёт в банке ${mostMinor > 0 ? `не больше ${money(mostMinor)}` : 'пока нечего'}: услуги использованы ещё ` +
    `на ${money(unbilledMinor)}, которые мы спишем в конце периода. Баланс не изменился.`;
  throw new Problem('bank_return_not_covered', { detail });
}

function notCovered(returnableMinor: number, currency: Currency): Problem {
  const most = returnableMinor > 0 ? `не больше ${formatMoney({ amountMinor: returnableMinor, currency })}` : 'нечего';
  const detail =
    `Вернуть на счёт в банке ${most}: столько пришло банковскими переводами и не потрачено. Оплаченное картой верните ` +
    'на карту, а бонусы и начисления поддержки можно только потратить. Баланс не изменился.';
  return new Problem('bank_return_not_covered', { detail });
}
