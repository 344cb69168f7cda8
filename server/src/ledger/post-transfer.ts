import type { Currency } from '@kazna/contract/money';
import type { Transaction } from '../db/database.ts';
import {
  getTransferByKey,
  insertTransfer,
  type LedgerAccount,
  lockAccounts,
  moveBalances,
  openAccount,
  type Transfer,
  type TransferKind,
} from './store.ts';

export interface Posting {
  /** Names the reason once and for ever, such as `top_up:<payment id>`. */
  key: string;
  kind: TransferKind;
  from: LedgerAccount;
  to: LedgerAccount;
  amountMinor: number;
  currency: Currency;
  sourceId?: string;
}

/** The paying account does not hold that much. */
export class InsufficientFunds extends Error {}

/** Moves money, once: a key that was posted before changes nothing and answers the first transfer. */
export async function postTransfer(tx: Transaction, posting: Posting): Promise<Transfer> {
  const { key, kind, from, to, amountMinor, currency, sourceId = null } = posting;
  const debitAccountId = await openAccount(tx, from, currency);
  const creditAccountId = await openAccount(tx, to, currency);
  await lockAccounts(tx, [debitAccountId, creditAccountId]);
  const transfer = { key, kind, debitAccountId, creditAccountId, amountMinor, sourceId };
  const posted = await insertTransfer(tx, transfer);
  if (!posted) return getTransferByKey(tx, key);
  try {
    await moveBalances(tx, transfer);
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'ledger_accounts_no_overdraft') throw new InsufficientFunds();
    throw error;
  }
  return posted;
}
