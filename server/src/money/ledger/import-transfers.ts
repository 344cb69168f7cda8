import type { Currency } from '@kazna/contract/shared/money';
import type { Transaction } from '../../platform/db/database.ts';
import { resetCheckpoint } from './checking-store.ts';
import { postPast } from './post-transfer.ts';
import type { PastPosting, TransferKind } from './posting.ts';

export interface PastTransfer {
  id: string;
  key: string;
  organizationId: string;
  currency: Currency;
  kind: TransferKind;
  /** Below zero where money left the organization. */
  amountMinor: number;
  sourceId: string | null;
  createdAt: Date;
}

const batchSize = 5000;

/**
 * Writes the past of organizations, such as the demo's, and drops the checkpoint, which it may come before. All that an
 * organization is to have of the past comes at once: an entry is never older than the one before it.
 */
export async function importTransfers(tx: Transaction, transfers: PastTransfer[]): Promise<void> {
  await resetCheckpoint(tx);
  const postings = transfers
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1))
    .map(postingOf);
  for (let start = 0; start < postings.length; start += batchSize)
    await postPast(tx, postings.slice(start, start + batchSize));
}

function postingOf({ organizationId, amountMinor, ...transfer }: PastTransfer): PastPosting {
  const { kind } = transfer;
  const other = kind === 'charge' ? 'revenue' : kind === 'adjustment' ? 'corrections' : 'clearing';
  const own = { organizationId };
  const sides = amountMinor > 0 ? ({ from: other, to: own } as const) : ({ from: own, to: other } as const);
  return { ...transfer, ...sides, amountMinor: Math.abs(amountMinor) };
}
