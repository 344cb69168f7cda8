import type { Currency } from '@kazna/contract/shared/money';
import type { Transaction } from '../../platform/db/database.ts';
import { recordMergedEvent } from '../../platform/outbox/record-event.ts';
import { availableOf, numbers } from './rules.ts';

export interface BalanceAfter {
  organizationId: string;
  currency: Currency;
  balanceMinor: number;
  heldMinor: number;
  creditLimitMinor: number;
}

/**
 * One event per organization and type, however many transfers the transaction posts; the last state of a currency
 * counts.
 */
export function recordBalanceChange(tx: Transaction, after: BalanceAfter, isNewlyLow = false): void {
  recordState(tx, 'balance.changed', after);
  if (isNewlyLow) recordLow(tx, after);
}

/** Apart from a change where usage that is not charged yet makes a balance low. */
export function recordLow(tx: Transaction, after: BalanceAfter & { usedMinor?: number }): void {
  recordState(tx, 'balance.low', after);
}

function recordState(
  tx: Transaction,
  type: 'balance.changed' | 'balance.low',
  after: BalanceAfter & { usedMinor?: number },
): void {
  const { organizationId, currency, balanceMinor, heldMinor, creditLimitMinor, usedMinor } = after;
  const availableMinor = availableOf(numbers, balanceMinor, creditLimitMinor);
  const amounts = { currency, balanceMinor, heldMinor, availableMinor, creditLimitMinor };
  const balance = usedMinor === undefined ? amounts : { ...amounts, usedMinor };
  recordMergedEvent(tx, { type, organizationId }, (earlier) => {
    const others = earlier?.balances.filter((other) => other.currency !== currency) ?? [];
    return { organizationId, balances: [...others, balance] };
  });
}
