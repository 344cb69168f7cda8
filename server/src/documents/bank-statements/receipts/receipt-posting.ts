import type { LedgerAccount } from '../../../money/ledger/accounts.ts';
import type { Posting } from '../../../money/ledger/posting.ts';
import type { ReceiptRow } from '../store.ts';

type Received = Pick<ReceiptRow, 'id' | 'amountMinor' | 'organizationId'>;

const accountOf = ({ organizationId }: Received): LedgerAccount =>
  organizationId ? { organizationId } : 'unidentified';

/** From the bank when a statement is posted, from unidentified money when its owner is found. */
export function receiptPosting(receipt: Received, from: 'bank' | 'unidentified'): Posting {
  const { id, amountMinor } = receipt;
  const key = from === 'bank' ? `bank_receipt:${id}` : `bank_receipt_assigned:${id}`;
  return { key, kind: 'bank_receipt', from, to: accountOf(receipt), amountMinor, currency: 'RUB', sourceId: id };
}

/** Back to the bank, from whoever has the money now. */
export function receiptReversal(receipt: Received): Posting {
  const { id, amountMinor } = receipt;
  const move = { from: accountOf(receipt), to: 'bank' as const, amountMinor, currency: 'RUB' as const };
  return { key: `bank_receipt_reversal:${id}`, kind: 'bank_receipt_reversal', ...move, sourceId: id };
}
