import type { Currency } from '@kazna/contract/shared/money';
import type { BalanceChange } from '@kazna/contract/v1/events';
import type { Transaction } from '../../platform/db/database.ts';
import { recordMergedEvent } from '../../platform/outbox/record-event.ts';

export interface BalanceAfter {
  organizationId: string;
  currency: Currency;
  balanceMinor: number;
  heldMinor: number;
  creditLimitMinor: number;
  isNewlyLow: boolean;
}

type Balance = BalanceChange['balances'][number];

function presentBalance({ currency, balanceMinor, heldMinor, creditLimitMinor }: BalanceAfter): Balance {
  const availableMinor = balanceMinor + creditLimitMinor;
  return { currency, balanceMinor, heldMinor, availableMinor, creditLimitMinor };
}

/**
 * One event per organization and type, however many transfers the transaction posts; the last state of a currency
 * counts. A low balance is an event once, until a transfer has raised it above the threshold.
 */
export function recordBalanceChanges(tx: Transaction, changed: BalanceAfter[]): void {
  for (const balance of changed) {
    recordBalance(tx, 'balance.changed', balance);
    if (balance.isNewlyLow) recordBalance(tx, 'balance.low', balance);
  }
}

function recordBalance(tx: Transaction, type: 'balance.changed' | 'balance.low', balance: BalanceAfter): void {
  const { organizationId, currency } = balance;
  recordMergedEvent(tx, { type, organizationId }, (earlier) => {
    const others = earlier?.balances.filter((other) => other.currency !== currency) ?? [];
    return { organizationId, balances: [...others, presentBalance(balance)] };
  });
}
