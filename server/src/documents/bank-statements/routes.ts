import * as contract from '@kazna/contract/admin/bank-statements';
import { actorOf } from '../../audit/record-action.ts';
import type { Database } from '../../platform/db/database.ts';
import { toPage } from '../../platform/db/page.ts';
import type { Api } from '../../platform/http/api.ts';
import { Problem } from '../../platform/http/problem.ts';
import { readOwnAccounts } from '../business/reads.ts';
import { discardStatement } from './discard-statement.ts';
import { readStatement } from './format/read-in-worker.ts';
import { postStatement } from './post-statement.ts';
import { presentStatement } from './present-statement.ts';
import { previewStatement } from './preview-statement.ts';
import { assignReceipt, returnReceipt } from './receipts/assign-receipt.ts';
import { selectReceipts } from './receipts/store.ts';
import { selectStatements } from './store.ts';
import { undoStatement } from './undo-statement.ts';

export function bankStatementRoutes(api: Api, db: Database): void {
  api.on(contract.uploadBankStatement, async ({ caller, body }) => {
    const { accounts } = await readOwnAccounts(db);
    const file = await readStatement(body, [...accounts]);
    if (!file) throw new Problem('statement_too_long');
    return presentStatement(db, await db.transaction((tx) => previewStatement(tx, caller.userId, file)));
  });

  api.on(contract.listBankStatements, async ({ query }) =>
    toPage(await selectStatements(db, query), query.limit, (row) => row.id),
  );

  api.on(contract.getBankStatement, ({ params }) => presentStatement(db, params.statementId));

  api.on(contract.postBankStatement, async (call) => {
    const { statementId } = call.params;
    await db.transaction((tx) => postStatement(tx, actorOf(call), statementId, call.body.decisions));
    return presentStatement(db, statementId);
  });

  api.on(contract.discardBankStatement, (call) =>
    db.transaction((tx) => discardStatement(tx, actorOf(call), call.params.statementId)),
  );

  api.on(contract.undoBankStatement, async (call) => {
    const { statementId } = call.params;
    await db.transaction((tx) => undoStatement(tx, actorOf(call), statementId, call.body.reason));
    return presentStatement(db, statementId);
  });

  api.on(contract.listUnidentifiedReceipts, async ({ query }) =>
    toPage(await selectReceipts(db, query), query.limit, (row) => row.id),
  );

  api.on(contract.assignReceipt, (call) =>
    db.transaction((tx) => assignReceipt(tx, actorOf(call), call.params.receiptId, call.body)),
  );

  api.on(contract.returnReceipt, (call) =>
    db.transaction((tx) => returnReceipt(tx, actorOf(call), call.params.receiptId, call.body)),
  );
}
