import type { Dashboard } from '@kazna/contract/cabinet/dashboard';
import { selectReceiptPayers, sumReceipts } from '../documents/bank-statements/receipts-store.ts';
import type { Queries } from '../platform/db/database.ts';
import { type DayRange, type Share, selectByMethod, selectByStatus, selectTopPayers } from './store.ts';

const shownPayers = 5;

/** Who paid how: payments by card and СБП, and bank transfers beside them. */
export async function readIncoming(
  db: Queries,
  range: DayRange,
): Promise<Pick<Dashboard, 'byStatus' | 'byMethod' | 'topPayers'>> {
  const [byStatus, byMethod, topPayers, received, senders] = await Promise.all([
    selectByStatus(db, range),
    selectByMethod(db, range),
    selectTopPayers(db, range, shownPayers),
    readReceived(db, range),
    readSenders(db, range),
  ]);
  return {
    byStatus: largestFirst(withReceived(byStatus, received)),
    byMethod: largestFirst(received.count > 0 ? [...byMethod, { method: 'bank_transfer', ...received }] : byMethod),
    topPayers: largestFirst([...topPayers, ...senders]).slice(0, shownPayers),
  };
}

async function readReceived(db: Queries, { organizationId, currency, days }: DayRange): Promise<Share> {
  return currency === 'RUB' ? sumReceipts(db, organizationId, days) : { count: 0, amountMinor: 0 };
}

async function readSenders(db: Queries, { organizationId, currency, days }: DayRange): Promise<Dashboard['topPayers']> {
  if (currency !== 'RUB') return [];
  const senders = await selectReceiptPayers(db, organizationId, { days, limit: shownPayers });
  return senders.map((sender) => ({ userId: null, ...sender }));
}

/** A transfer that was credited is as good as a payment that succeeded. */
function withReceived(byStatus: Dashboard['byStatus'], received: Share): Dashboard['byStatus'] {
  if (received.count === 0) return byStatus;
  const paid = byStatus.find(({ status }) => status === 'succeeded');
  const count = (paid?.count ?? 0) + received.count;
  const amountMinor = (paid?.amountMinor ?? 0) + received.amountMinor;
  return [...byStatus.filter((one) => one !== paid), { status: 'succeeded', count, amountMinor }];
}

function largestFirst<T extends Share>(shares: T[]): T[] {
  return shares.toSorted((one, other) => other.amountMinor - one.amountMinor);
}
