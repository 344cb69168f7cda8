import type { BankStatement, IncomingDocument, Match } from '@kazna/contract/admin/bank-statements';
import type { Queries } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Matched } from './matching/match-document.ts';
import { matchDocuments } from './matching/match-documents.ts';
import { findStatement, type StoredDocument, selectDocuments } from './store.ts';

export function presentMatch({ kind, why, invoice, organization, isSimilar }: Matched): Match {
  return {
    kind,
    why,
    invoiceId: invoice?.id ?? null,
    invoiceNumber: invoice?.number ?? null,
    organizationId: organization?.id ?? null,
    organizationName: organization?.name ?? null,
    ...(isSimilar && { isSimilar }),
  };
}

/** Until a statement is posted its matches are found anew: other statements and invoices go on changing. */
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
