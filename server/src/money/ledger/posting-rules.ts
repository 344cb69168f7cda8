import { accountKeyOf, accountName } from './accounts.ts';
import { ClosedOrganization, InsufficientFunds, NotRefundable, type Posting, type TransferKind } from './posting.ts';

/**
 * Kinds that bring money paid by card, or bring it back; any other credit is no cash. A charge takes cash first, below
 * zero where other money was spent too, so that its refund makes no cash of bonuses.
 */
export const cashInKinds: TransferKind[] = ['top_up', 'refund_reversal', 'hold_release', 'charge_refund'];
/** Takes back what was never cash; any other debit takes cash first. */
export const cashlessDebitKinds: TransferKind[] = ['bonus_reversal', 'bank_receipt_reversal', 'bank_return'];

export interface AccountState {
  kind: 'organization' | 'held';
  balanceMinor: number;
  /** What may go back to cards: paid, neither spent nor returned. Below zero where other money was spent too. */
  cashMinor: number;
  creditLimitMinor: number;
  /** Whether the organization is open, so that it may be credited. */
  isOpen: boolean;
}

/** Throws unless the postings may go through one after another: none may rely on money that only a later one brings. */
export function assertAllowed(accounts: ReadonlyMap<string, AccountState>, postings: Posting[]): void {
  const states = new Map([...accounts].map(([name, state]) => [name, { ...state }]));
  const stateOf = (account: Posting['from'], currency: Posting['currency']) => {
    const key = accountKeyOf(account, currency);
    return key && (states.get(accountName(key)) as AccountState);
  };
  for (const { kind, from, to, amountMinor, currency } of postings) {
    const [payer, payee] = [stateOf(from, currency), stateOf(to, currency)];
    if (payee && !payee.isOpen) throw new ClosedOrganization();
    if (payer) {
      if (kind === 'refund') assertRefundable(payer, amountMinor);
      const leftMinor = payer.balanceMinor + payer.creditLimitMinor - amountMinor;
      if (leftMinor < 0) throw new InsufficientFunds(-leftMinor);
      payer.balanceMinor -= amountMinor;
      if (payer.kind === 'organization' && !cashlessDebitKinds.includes(kind)) payer.cashMinor -= amountMinor;
    }
    if (payee) {
      payee.balanceMinor += amountMinor;
      if (payee.kind === 'organization' && cashInKinds.includes(kind)) payee.cashMinor += amountMinor;
    }
  }
}

function assertRefundable({ balanceMinor, cashMinor }: AccountState, amountMinor: number): void {
  const refundableMinor = Math.max(0, Math.min(balanceMinor, cashMinor));
  if (amountMinor > refundableMinor) throw new NotRefundable(refundableMinor);
}
