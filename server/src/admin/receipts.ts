import * as contract from '@kazna/contract/admin/receipts';
import type { Actor } from '../audit/actions-store.ts';
import { actorOf, recordAction } from '../audit/actions-store.ts';
import { selectFailedReceipts } from '../payments/receipts/failed-store.ts';
import { findReceipt, setRegistered, setRetried } from '../payments/receipts/receipts-store.ts';
import { announce } from '../platform/db/announce.ts';
import type { Database, Transaction } from '../platform/db/database.ts';
import { toPage } from '../platform/db/page.ts';
import type { Api } from '../platform/http/api.ts';
import { Problem } from '../platform/http/problem.ts';

export function adminReceiptRoutes(api: Api, db: Database): void {
  api.on(contract.listFailedReceipts, async ({ query }) =>
    toPage(await selectFailedReceipts(db, query), query.limit, (row) => row.id),
  );

  api.on(contract.decideReceipt, (call) =>
    db.transaction((tx) => decideReceipt(tx, actorOf(call), call.params.receiptId, call.body)),
  );
}

type Decision = { decision: 'retry'; reason: string } | { decision: 'registered'; document: string; reason: string };

async function decideReceipt(tx: Transaction, actor: Actor, id: string, decision: Decision): Promise<void> {
  const receipt = await findReceipt(tx, id);
  if (!receipt) throw new Problem('not_found');
  if (receipt.status !== 'failed') throw new Problem('receipt_already_decided');
  const fiscal = { storage: null, sign: null, url: null, registeredAt: null };
  const isDecided =
    decision.decision === 'retry'
      ? await setRetried(tx, id)
      : await setRegistered(tx, id, { ...fiscal, document: decision.document });
  if (!isDecided) throw new Problem('receipt_already_decided');
  const { organizationId, paymentId, amountMinor } = receipt;
  announce(tx, { organizationId }, 'payments');
  const details = { paymentId, amountMinor: String(amountMinor), currency: 'RUB', ...decision };
  await recordAction(tx, actor, { organizationId, action: 'receipt.decided', details });
}
