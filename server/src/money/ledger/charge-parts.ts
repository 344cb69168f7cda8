import type { Statement, Transaction } from '../../platform/db/database.ts';
import { balanceEvents, type Debit, lockBalance, type Payer, payableBalance, transferParts } from './charging/store.ts';

export type { Payer } from './charging/store.ts';

/** What a charge does to the ledger, as parts of the statement that inserts it. */
export interface ChargeParts {
  /** A row of the balance, which `lockPayer` has locked, if it suffices. */
  payable: Statement;
  /** These read that row as `payer`, which is there once the charge is inserted. */
  transfer: Statement;
  events: Statement;
}

/** Comes before the statement with the parts, which sees what this one waited for. */
export function lockPayer(tx: Transaction, debit: Debit): Promise<Payer> {
  return lockBalance(tx, debit);
}

export function chargeParts(debit: Debit): ChargeParts {
  return { payable: payableBalance(debit), transfer: transferParts(debit), events: balanceEvents(debit) };
}
