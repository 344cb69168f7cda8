import { receiptMonth } from '@kazna/contract/cabinet/receipt-labels';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { nilUuid } from '../../platform/db/uuid.ts';
import type { ReadVatCode } from '../providers/provider.ts';
import { allocate, type Share } from './allocate.ts';
import {
  addSettled,
  findClosedMonth,
  insertMissingPayments,
  lockBookBefore,
  readUnsettled,
  selectBooksBefore,
  selectOpenPayments,
  setBookMonth,
} from './books-store.ts';
import { insertReceipts, type NewReceipt, selectSettledVat } from './receipts-store.ts';

export interface SettlingContext {
  db: Database;
  readVatCode: ReadVatCode;
  onError: (error: unknown) => void;
}

const batchSize = 200;

/**
 * Settles what organizations spent up to the end of the last month. Each has a transaction of its own that moves its book
 * on, so a run that is killed, repeated or beside another makes each receipt once.
 */
export async function settleMonth({ db, readVatCode, onError }: SettlingContext): Promise<void> {
  const month = await findClosedMonth(db);
  let after = nilUuid;
  for (;;) {
    const due = await selectBooksBefore(db, month, { after, limit: batchSize });
    const vatCode = due.length > 0 ? await readVatCode(db, lastDayOf(month), 'full_payment') : 1;
    for (const organizationId of due) {
      try {
        await db.transaction((tx) => settleBook(tx, organizationId, month, vatCode));
      } catch (error) {
        onError(error);
      }
    }
    if (due.length < batchSize) return;
    after = due.at(-1) as string;
  }
}

async function settleBook(tx: Transaction, organizationId: string, month: string, vatCode: number): Promise<void> {
  if (!(await lockBookBefore(tx, organizationId, month))) return;
  await insertMissingPayments(tx, organizationId);
  const unsettledMinor = await readUnsettled(tx, organizationId, month);
  if (unsettledMinor !== 0) {
    const payments = await selectOpenPayments(tx, organizationId, { isReturn: unsettledMinor < 0 });
    const shares = allocate(payments, unsettledMinor);
    await addSettled(tx, shares);
    const withReceipts = shares.filter(({ hasReceipts }) => hasReceipts);
    const settled = await selectSettledVat(
      tx,
      withReceipts.filter(({ amountMinor }) => amountMinor < 0).map(({ paymentId }) => paymentId),
    );
    const codeOf = ({ paymentId }: Share) => settled.get(paymentId) ?? vatCode;
    await insertReceipts(
      tx,
      withReceipts.map((share) => receiptOf(share, organizationId, month, codeOf(share))),
    );
  }
  await setBookMonth(tx, organizationId, month);
}

function receiptOf(share: Share, organizationId: string, month: string, vatCode: number): NewReceipt {
  const { paymentId } = share;
  const amountMinor = Math.abs(share.amountMinor);
  const isReturn = share.amountMinor < 0;
  const name = isReturn ? 'Возврат оплаты услуг' : `Услуги за ${receiptMonth(month.slice(0, 7))}`;
  return {
    ...{ organizationId, paymentId, amountMinor, month, vatCode, isSeparate: true },
    kind: isReturn ? 'settlement_return' : 'settlement',
    lines: [{ name, amountMinor, mode: 'full_payment' }],
  };
}

function lastDayOf(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}
