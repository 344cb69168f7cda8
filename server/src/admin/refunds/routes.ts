import * as contract from '@kazna/contract/admin/refunds';
import { actorOf } from '../../audit/record-action.ts';
import { listUndecidedRefunds } from '../../payments/refunds/undecided-refunds.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import { resolveAnyRefund } from './resolve-any-refund.ts';

export function adminRefundRoutes(api: Api, db: Database): void {
  api.on(contract.listSilentRefunds, ({ query }) => listUndecidedRefunds(db, query));

  api.on(contract.resolveRefund, (call) =>
    db.transaction((tx) => resolveAnyRefund(tx, actorOf(call), call.params.refundId, call.body)),
  );
}
