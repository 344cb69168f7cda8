import type { Currency } from '@kazna/contract/shared/money';
import { announce } from '../../platform/db/announce.ts';
import type { Transaction } from '../../platform/db/database.ts';
import {
  addDailyTotals,
  getTransferByKey,
  insertTransfer,
  type LedgerAccount,
  lockAccount,
  moveBalances,
  selectRefundable,
  shareOpenOrganization,
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

/** Money never reaches a closed organization: nobody could see, spend or return it. */
export class ClosedOrganization extends Error {}

/** More than was paid by card and is not spent: bonuses and money given by staff never go to cards. */
export class NotRefundable extends Error {
  readonly refundableMinor: number;
  constructor(refundableMinor: number) {
    super(`only ${refundableMinor} may be refunded`);
    this.refundableMinor = refundableMinor;
  }
}

export interface Posted extends Transfer {
  /** False when the key was posted before. */
  isNew: boolean;
}

/** Moves money, once: a key that was posted before changes nothing and answers the first transfer. */
export async function postTransfer(tx: Transaction, posting: Posting): Promise<Posted> {
  const { key, kind, from, to, amountMinor, currency, sourceId = null } = posting;
  if (typeof to === 'object' && !(await shareOpenOrganization(tx, to.organizationId))) throw new ClosedOrganization();
  const [debitAccountId, creditAccountId] = await lockBoth(tx, from, to, currency);
  const transfer = { key, kind, debitAccountId, creditAccountId, amountMinor, sourceId };
  const posted = await insertTransfer(tx, transfer);
  if (!posted) return { ...(await getTransferByKey(tx, key)), isNew: false };
  if (kind === 'refund' && typeof from === 'object') await assertRefundable(tx, from.organizationId, posting);
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

async function assertRefundable(tx: Transaction, organizationId: string, posting: Posting): Promise<void> {
  const refundableMinor = await selectRefundable(tx, organizationId, posting.currency);
  if (posting.amountMinor > refundableMinor) throw new NotRefundable(refundableMinor);
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
