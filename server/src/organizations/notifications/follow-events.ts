import type { EventData } from '@kazna/contract/v1/events';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { type EventRow, readEvents } from '../../platform/outbox/reads.ts';
import { sequenceEvents } from '../../platform/outbox/jobs.ts';
import { notifyMembers } from '../letters/notify-members.ts';
import { lockCursor, updateCursor } from './store.ts';

const eventsAtOnce = 100;

/**
 * Notifies of what the ledger records in the outbox: it knows no organizations and cannot notify by itself. The cursor
 * moves in the transaction that notifies, so that nothing is told twice or lost.
 */
export async function followEvents(db: Database): Promise<void> {
  await sequenceEvents(db);
  while (await db.transaction(followPage));
}

async function followPage(tx: Transaction): Promise<boolean> {
  const after = await lockCursor(tx);
  const { rows, position, hasMore } = await readEvents(tx, { after, types: ['balance.low'], limit: eventsAtOnce });
  for (const event of rows) await notifyOfLowBalance(tx, event);
  await updateCursor(tx, position);
  return hasMore;
}

async function notifyOfLowBalance(tx: Transaction, { id, organizationId, data }: EventRow): Promise<void> {
  const low = (data as EventData['balance.low']).balances;
  const balances = low.map(({ currency, balanceMinor }) => ({ currency, amountMinor: balanceMinor }));
  await notifyMembers(tx, { kind: 'balance_low', organizationId, sourceId: id, details: { balances } });
}
