import { insertReceipts } from '../../src/payments/receipts/receipts-store.ts';
import type { TestApp } from './app.ts';

/** A receipt of a payment's advance, without a provider. */
export async function plantReceipt(
  { db }: Pick<TestApp, 'db'>,
  receipt: { organizationId: string; paymentId: string; status: 'registered' | 'failed' },
): Promise<string> {
  const lines = [{ name: 'Пополнение баланса', amountMinor: 100, mode: 'advance' as const }];
  const terms = { kind: 'advance', amountMinor: 100, lines, isSeparate: false } as const;
  await db.transaction((tx) => insertReceipts(tx, [{ ...receipt, ...terms }]));
  const { rows } = await db.queryText(
    `update receipts set status = $2, registered_at = now() where payment_id = $1 and kind = 'advance' returning id`,
    [receipt.paymentId, receipt.status],
  );
  return rows[0]?.id as string;
}
