import * as staff from '@kazna/contract/admin/bank-returns';
import * as contract from '@kazna/contract/cabinet/bank-returns';
import { actorOf } from '../../audit/actions-store.ts';
import type { Database } from '../../platform/db/database.ts';
import { toPage } from '../../platform/db/page.ts';
import type { Api } from '../../platform/http/api.ts';
import { type Limit, throttle } from '../../platform/throttling/throttle.ts';
import { selectAllBankReturns, selectBankReturns } from './bank-returns-store.ts';
import { declineReturn, markReturned } from './decide-return.ts';
import { readReturnable, requestReturn } from './request-return.ts';

/** Each request notifies members and waits for a person: a declined one may be asked for again, but not endlessly. */
const requestsOfOrganization: Limit = { name: 'bank-returns', hits: 30, windowSeconds: 60 * 60 };

export function bankReturnRoutes(api: Api, db: Database): void {
  api.on(contract.requestBankReturn, async (call) => {
    const { organizationId } = call.params;
    await throttle(db, requestsOfOrganization, organizationId);
    const request = { organizationId, key: call.headers['idempotency-key'], form: call.body };
    return { id: await db.transaction((tx) => requestReturn(tx, actorOf(call), request)) };
  });

  api.on(contract.listBankReturns, async ({ params: { organizationId }, query }) => {
    const [rows, returnable] = await Promise.all([
      selectBankReturns(db, organizationId, query),
      readReturnable(db, organizationId),
    ]);
    return { ...toPage(rows, query.limit, (row) => row.id), returnable };
  });

  api.on(staff.listAllBankReturns, async ({ query }) =>
    toPage(await selectAllBankReturns(db, query), query.limit, (row) => row.id),
  );

  api.on(staff.markBankReturned, (call) =>
    db.transaction((tx) => markReturned(tx, actorOf(call), call.params.bankReturnId, call.body)),
  );

  api.on(staff.declineBankReturn, (call) =>
    db.transaction((tx) => declineReturn(tx, actorOf(call), call.params.bankReturnId, call.body)),
  );
}
