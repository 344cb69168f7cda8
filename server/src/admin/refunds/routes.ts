import * as contract from '@kazna/contract/admin-work';
import { actorOf, recordAction } from '../../audit/record-action.ts';
import type { Database } from '../../db/database.ts';
import type { Api } from '../../http/api.ts';
import { resolveRefund } from '../../payments/refunds/resolve-refund.ts';
import { listSilentRefunds } from '../../payments/refunds/silent-refunds.ts';

export function adminRefundRoutes(api: Api, db: Database): void {
  api.on(contract.listSilentRefunds, ({ query }) => listSilentRefunds(db, query));

  api.on(contract.resolveRefund, async (call) => {
    const { status, reason } = call.body;
    await db.transaction(async (tx) => {
      const { refund, payment } = await resolveRefund(tx, call.params.refundId, status, reason);
      const { id: paymentId, organizationId, currency } = payment;
      const details = { paymentId, status, amountMinor: String(refund.amountMinor), currency, reason };
      await recordAction(tx, actorOf(call), { organizationId, action: 'refund.resolved', details });
    });
  });
}
