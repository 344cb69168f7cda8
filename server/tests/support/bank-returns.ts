import { randomUUID } from 'node:crypto';
import { insertBankReturn } from '../../src/documents/bank-returns/bank-returns-store.ts';
import { postTransfer } from '../../src/money/ledger/post-transfer.ts';
import { uuidv7 } from '../../src/platform/db/uuid.ts';
import type { TestApp } from './app.ts';

/** Money by bank without a statement, and room for one more request. */
export async function ensureReturnable({ db }: Pick<TestApp, 'db'>, organizationId: string): Promise<void> {
  const move = { kind: 'bank_receipt', from: 'bank', to: { organizationId }, currency: 'RUB' } as const;
  await db.transaction((tx) => postTransfer(tx, { ...move, key: `bank_receipt:${randomUUID()}`, amountMinor: 100 }));
  await db.queryText(
    `update bank_returns set status = 'returned', order_number = '1', decided_by = requested_by, decided_at = now()
     where organization_id = $1 and status = 'pending'`,
    [organizationId],
  );
}

/** A request that waits, without the ledger. */
export async function plantBankReturn(
  { db }: Pick<TestApp, 'db'>,
  organizationId: string,
  requestedBy: string,
): Promise<string> {
  const row = { id: uuidv7(), organizationId, amountMinor: 100, currency: 'RUB' as const, comment: null, requestedBy };
  await db.transaction((tx) => insertBankReturn(tx, row));
  return row.id;
}
