import type { EntryKind } from '@kazna/contract/cabinet/balance';
import type { Queries } from '../../platform/db/database.ts';
import { type Page, type PageRequest, toPage } from '../../platform/db/page.ts';
import { type LedgerEntry, selectEntries } from './store.ts';

export async function listEntries(db: Queries, organizationId: string, query: PageRequest): Promise<Page<LedgerEntry>> {
  return toPage(await selectEntries(db, organizationId, query), query.limit, (row) => row.id);
}

const kindsOfPayments: EntryKind[] = ['top_up', 'refund', 'refund_reversal', 'bonus', 'bonus_reversal'];

export function presentEntry({ sourceId, ...entry }: LedgerEntry) {
  const paymentId = kindsOfPayments.includes(entry.kind) ? sourceId : null;
  return { ...entry, paymentId };
}
