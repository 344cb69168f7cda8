import { isDeepStrictEqual } from 'node:util';
import { isAnnulled } from '@kazna/contract/cabinet/documents';
import { type Actor, recordAction } from '../../audit/actions-store.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { findParties } from '../parties-store.ts';
import { lockReceiptUndone, selectInvoicesOfReceipts } from './advances/store.ts';
import { type AdvanceData, type DocumentRow, type Drafted, type MonthData, makeAdvanceData } from './document-data.ts';
import { issueDocument } from './issue-document.ts';
import { draftMonth } from './month-document.ts';
import { findDocument, lockDocumentsOf, selectLastRevision } from './store.ts';

/**
 * Makes the next revision of a document: the same number and date with the requisites and the tax of now, and of a month
 * what is left of its charges; an advance invoice of a transfer that was undone is annulled. Refuses where it would say
 * the same, and where the tax asks for another kind.
 */
export async function correctDocument(
  tx: Transaction,
  actor: Actor,
  documentId: string,
  reason: string,
): Promise<string> {
  const document = await findDocument(tx, documentId);
  if (!document) throw new Problem('not_found');
  const { organizationId, kind } = document;
  if (kind === 'reconciliation') throw new Problem('document_not_correctable');
  await lockDocumentsOf(tx, organizationId);
  const isUndone = document.sourceId !== null && (await lockReceiptUndone(tx, document.sourceId));
  if ((await selectLastRevision(tx, document)) > document.revision) throw new Problem('document_superseded');
  const draft = isUndone ? annulled(document) : await redraft(tx, document);
  if (draft?.kind !== kind) throw new Problem('document_not_correctable');
  const { data, amountMinor } = draft;
  // Requisites of an annulled document no longer matter.
  if (isAnnulled({ kind, amountMinor }) && isAnnulled(document)) throw new Problem('document_unchanged');
  // A new picture, colour or short name is no correction. The database gives back what JSON can hold.
  const { pictures, color, shortName } = document.data.seller;
  const drafted = { ...data, seller: { ...data.seller, pictures, color, shortName } };
  const isSame = isDeepStrictEqual(document.data, JSON.parse(JSON.stringify(drafted)));
  if (isSame && document.amountMinor === amountMinor) throw new Problem('document_unchanged');
  return issueRevision(tx, actor, document, draft, reason);
}

/** Annuls the advance invoices of bank receipts that are undone. The receipts are locked. */
export async function annulAdvances(
  tx: Transaction,
  actor: Actor,
  receiptIds: string[],
  reason: string,
): Promise<void> {
  for (const id of await selectInvoicesOfReceipts(tx, receiptIds)) {
    const document = (await findDocument(tx, id)) as CorrectableRow;
    await issueRevision(tx, actor, document, annulled(document), reason);
  }
}

type CorrectableRow = Exclude<DocumentRow, { kind: 'reconciliation' }>;
type Draft = Drafted<MonthData | AdvanceData>;

/** Requisites and tax stay: of an annulled document they no longer matter. */
const annulled = ({ kind, data }: CorrectableRow) => ({ kind, data, amountMinor: 0, vatMinor: 0 });

async function issueRevision(
  tx: Transaction,
  actor: Actor,
  document: CorrectableRow,
  { data, amountMinor, vatMinor }: Draft,
  reason: string,
): Promise<string> {
  const { organizationId, kind, number, day, sourceId } = document;
  const revision = document.revision + 1;
  const period = 'period' in document.data ? document.data.period : day.slice(0, 7);
  const same = { organizationId, kind, number, day, period, sourceId };
  const id = await issueDocument(tx, { ...same, revision, data, amountMinor, vatMinor, createdBy: actor.id });
  await recordAction(tx, actor, {
    action: 'document.corrected',
    details: { number, revision: String(revision), reason },
  });
  return id;
}

async function redraft(tx: Transaction, document: CorrectableRow) {
  const { organizationId, kind, data, amountMinor } = document;
  if (kind !== 'advance_invoice') return 'period' in data ? draftMonth(tx, organizationId, data.period) : null;
  const { business, buyer } = await findParties(tx, organizationId);
  const { receivedOn, payment } = data;
  const drafted = makeAdvanceData(business, buyer, { receivedOn, payment, amountMinor });
  return drafted && { kind, ...drafted };
}
