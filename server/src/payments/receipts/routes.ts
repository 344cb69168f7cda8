import * as contract from '@kazna/contract/cabinet/receipts';
import type { Database } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { findPayment } from '../store.ts';
import { type ReceiptRow, selectReceipts } from './receipts-store.ts';
import { sendAgain } from './send-again.ts';

export function receiptRoutes(api: Api, { db, queue }: { db: Database; queue: Queue }): void {
  api.on(contract.listReceipts, async ({ caller, params }) => {
    const payment = await findPayment(db, params.paymentId);
    if (!payment || payment.organizationId !== caller.organizationId) throw new Problem('not_found');
    const rows = await selectReceipts(db, params.paymentId);
    return { items: rows.map(presentReceipt), email: payment.payerEmail };
  });

  api.on(contract.sendReceipt, ({ caller, params }) =>
    db.transaction((tx) =>
      sendAgain(tx, queue, { ...params, organizationId: caller.organizationId as string, userId: caller.userId }),
    ),
  );
}

function presentReceipt(row: ReceiptRow): contract.Receipt {
  const { id, kind, month, amountMinor, status, url, createdAt, registeredAt } = row;
  const { fiscalDocument: document, fiscalStorage: storage, fiscalSign: sign } = row;
  return {
    ...{ id, kind, amountMinor, status, url, createdAt },
    month: month?.slice(0, 7) ?? null,
    fiscal: registeredAt === null ? null : { document, storage, sign, registeredAt },
  };
}
