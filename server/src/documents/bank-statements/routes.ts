import type { BankStatement, IncomingDocument, Match } from '@kazna/contract/admin/bank-statements';
import * as contract from '@kazna/contract/admin/bank-statements';
import { actorOf } from '../../audit/actions-store.ts';
import type { Database, Queries } from '../../platform/db/database.ts';
import { toPage } from '../../platform/db/page.ts';
import type { Api } from '../../platform/http/api.ts';
import { Problem } from '../../platform/http/problem.ts';
import { assignReceipt, returnReceipt } from './assign-receipt.ts';
import { readStatement } from './format/read-in-worker.ts';
import { type Matched, matchDocuments, presentMatch } from './match-documents.ts';
import { postStatement, undoStatement } from './post-statement.ts';
import { discardStatement, previewStatement } from './preview-statement.ts';
import { selectReceipts } from './receipts-store.ts';
import { findStatement, readOwnAccounts, type StoredDocument, selectDocuments, selectStatements } from './store.ts';

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

/** Until a statement is posted its matches are computed at each read: other statements and invoices change. */
export async function presentStatement(db: Queries, statementId: string): Promise<BankStatement> {
  const statement = await findStatement(db, statementId);
  if (!statement) throw new Problem('not_found');
  const documents = await selectDocuments(db, statementId);
  const ofDirection = (direction: StoredDocument['direction']) =>
    documents.filter((one) => one.direction === direction);
  const incoming = ofDirection('incoming');
  const found = statement.status === 'preview' ? await matchDocuments(db, incoming) : [];
  return {
    ...statement,
    incoming: incoming.map((document, index) =>
      presentIncoming(document, document.match ?? presentMatch(found[index] as Matched)),
    ),
    outgoing: ofDirection('outgoing').map(presentOther),
    internal: ofDirection('internal').map(presentOther),
  };
}

const presentDocument = ({ id, line, kind, number, day, amountMinor, purpose }: StoredDocument) => ({
  ...{ id, line, kind, number, date: day, amountMinor, purpose },
});

function presentIncoming(document: StoredDocument, match: Match): IncomingDocument {
  const { receiptId, receiptStatus, payerName, payerInn, organizationId, organizationName, invoiceNumber } = document;
  const owner = { organizationId, organizationName, invoiceNumber };
  const receipt = receiptId && receiptStatus ? { id: receiptId, status: receiptStatus, ...owner } : null;
  return { ...presentDocument(document), payer: payerName, inn: payerInn, match, receipt };
}

function presentOther(document: StoredDocument): BankStatement['outgoing'][number] {
  return { ...presentDocument(document), payee: document.payeeName, inn: document.payeeInn };
}
