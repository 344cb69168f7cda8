import type { Currency } from '@kazna/contract/money';
import { announce } from '../db/announce.ts';
import type { Transaction } from '../db/database.ts';
import {
  addDailyTotals,
  getTransferByKey,
  insertTransfer,
  type LedgerAccount,
  lockAccount,
  moveBalances,
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

export interface Posted extends Transfer {
  /** False when the key was posted before. */
  isNew: boolean;
}

/** Moves money, once: a key that was posted before changes nothing and answers the first transfer. */
export async function postTransfer(tx: Transaction, posting: Posting): Promise<Posted> {
  const { key, kind, from, to, amountMinor, currency, sourceId = null } = posting;
  const [debitAccountId, creditAccountId] = await lockBoth(tx, from, to, currency);
  const transfer = { key, kind, debitAccountId, creditAccountId, amountMinor, sourceId };
  const posted = await insertTransfer(tx, transfer);
  if (!posted) return { ...(await getTransferByKey(tx, key)), isNew: false };
  try {
    await moveBalances(tx, posted.id, transfer);
    await addDailyTotals(tx, transfer);
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'ledger_accounts_no_overdraft') throw new InsufficientFunds();
    throw error;
  }
  for (const account of [from, to]) if (typeof account === 'object') await announce(tx, account, 'balance');
  return { ...posted, isNew: true };
}

type Pair = [debitAccountId: string, creditAccountId: string];

/**
 * In one order, whichever way the money goes, so that two transfers never wait for each other: the system's own accounts
 * first, since a transaction of several transfers begins with one of them.
 */
async function lockBoth(tx: Transaction, from: LedgerAccount, to: LedgerAccount, currency: Currency): Promise<Pair> {
  if (placeOf(from) > placeOf(to)) return (await lockBoth(tx, to, from, currency)).reverse() as Pair;
  return [await lockAccount(tx, from, currency), await lockAccount(tx, to, currency)];
}

function placeOf(account: LedgerAccount): string {
  return typeof account === 'string' ? `1 ${account}` : `2 ${account.organizationId}`;
}
