import { isDeepStrictEqual } from 'node:util';
import { lockSharedWithPermission } from '../../../organizations/lock-shared-with-permission.ts';
import { announce } from '../../../platform/db/announce.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { uuidv7 } from '../../../platform/db/uuid.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { takeDatedNumber } from '../../numbering/take-number.ts';
import { findParties, sellerOf } from '../../parties-store.ts';
import type { ReconciliationData } from '../closing-data.ts';
import { seriesOf } from '../document-row.ts';
import { moscowDayOf } from '../periods.ts';
import { insertDocument, lockDocumentsOf } from '../store.ts';
import { reconciliationRows } from './reconciliation-rows.ts';
import { countRecent, findLast, selectBalanceBefore, selectDaySums, selectMonthDocuments } from './store.ts';

/** The text of the problem names the number. */
const maxADay = 50;

export interface ReconciliationRequest {
  organizationId: string;
  userId: string;
  from: string;
  to: string;
}

/** Returns the id; one that would say what the last one for the same days says is not made again. */
export async function createReconciliation(
  tx: Transaction,
  { organizationId, userId, from, to }: ReconciliationRequest,
  now: Date,
): Promise<string> {
  const today = moscowDayOf(now);
  if (to > today) throw new Problem('period_not_over');
  await lockSharedWithPermission(tx, organizationId, userId, 'payments.export');
  await lockDocumentsOf(tx, organizationId);
  const { business, buyer } = await findParties(tx, organizationId);
  const openingMinor = await selectBalanceBefore(tx, organizationId, from);
  const sums = await selectDaySums(tx, organizationId, from, to);
  const rows = reconciliationRows(sums, await selectMonthDocuments(tx, organizationId), { from, to });
  const closingMinor = rows.reduce((sum, row) => sum + row.creditMinor - row.debitMinor, openingMinor);
  const parties = { seller: sellerOf(business), buyer, vat: null };
  const data: ReconciliationData = { ...parties, from, to, openingMinor, closingMinor, rows };
  const last = await findLast(tx, organizationId, from, to);
  if (last && isDeepStrictEqual(last.data, JSON.parse(JSON.stringify(data)))) return last.id;
  if ((await countRecent(tx, organizationId)) >= maxADay) throw new Problem('too_many_documents');
  const id = uuidv7();
  const kind = 'reconciliation';
  const dated = await takeDatedNumber(tx, seriesOf[kind], { wanted: today, today });
  const sumsOf = { amountMinor: closingMinor, vatMinor: 0, currency: 'RUB' as const };
  const rest = { revision: 0, sourceId: null, period: null, from, to, createdBy: userId };
  await insertDocument(tx, { id, organizationId, kind, data, ...dated, ...sumsOf, ...rest });
  announce(tx, { organizationId }, 'payments');
  return id;
}
