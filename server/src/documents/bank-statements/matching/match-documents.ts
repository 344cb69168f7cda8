import type { Queries } from '../../../platform/db/database.ts';
import { readOwnAccounts } from '../../business/reads.ts';
import { matchKeysIn } from '../../invoices/invoice-number.ts';
import { type InvoiceFacts, readInvoicesByKeys, readUnpaidInvoicesOf } from '../../invoices/reads.ts';
import { addDays, moscowDayOf } from '../../monthly/periods.ts';
import { type KnownReceipt, type StoredDocument, selectKnownReceipts, selectOrganizationsByInn } from '../store.ts';
import { type Matched, type MatchFacts, matchDocument, type OrganizationFacts } from './match-document.ts';

const duplicate: Matched = { kind: 'duplicate', why: 'Уже учтён по другой выписке' };
const nearDuplicate: Matched = {
  kind: 'duplicate',
  isSimilar: true,
  why: 'Похож на учтённый: совпали номер, дата, сумма и плательщик, но назначение записано иначе',
};

export interface DocumentMatch extends Matched {
  /** Exactly what is stored already: no decision of staff can credit it again. */
  isStored: boolean;
}

/** What would become of each incoming document, in their order: an invoice that one pays is paid for the next. */
export async function matchDocuments(
  db: Queries,
  documents: StoredDocument[],
  now = new Date(),
): Promise<DocumentMatch[]> {
  const facts = { ...(await readFacts(db, documents)), lastDay: addDays(moscowDayOf(now), 1) };
  const { innsOn } = await readOwnAccounts(db);
  const known = await selectKnownReceipts(db, [...new Set(documents.map(({ nearKey }) => nearKey))]);
  const { isStored, isNear } = findDuplicates(documents, known);
  return documents.map((document) => {
    if (isStored(document)) return { ...duplicate, isStored: true };
    if (isNear(document)) return { ...nearDuplicate, isStored: false };
    const { day, amountMinor, payerInn, payerAccount, purpose } = document;
    const matchKeys = matchKeysIn(purpose);
    const found = { day, amountMinor, payerInn, payerAccount, matchKeys };
    const matched = matchDocument(found, { ...facts, ownInns: innsOn(day) });
    return { ...matched, isStored: false };
  });
}

/** A stored receipt is one document of the file at most: first the equal one, else one that differs in its wording. */
function findDuplicates(documents: StoredDocument[], known: KnownReceipt[]) {
  const name = ({ fingerprint, occurrence }: KnownReceipt) => `${fingerprint} ${occurrence}`;
  const inFile = new Set(documents.map(name));
  const stored = new Set(known.map(name));
  const near = new Map<string, number>();
  for (const receipt of known)
    if (!inFile.has(name(receipt))) near.set(receipt.nearKey, (near.get(receipt.nearKey) ?? 0) + 1);
  return {
    isStored: (document: StoredDocument) => stored.has(name(document)),
    isNear: ({ nearKey }: StoredDocument) => {
      const left = near.get(nearKey) ?? 0;
      near.set(nearKey, left - 1);
      return left > 0;
    },
  };
}

type StatementFacts = Omit<MatchFacts, 'lastDay' | 'ownInns'>;

async function readFacts(db: Queries, documents: StoredDocument[]): Promise<StatementFacts> {
  const keys = new Set(documents.flatMap(({ purpose }) => matchKeysIn(purpose)));
  const inns = new Set(documents.flatMap(({ payerInn }) => payerInn ?? []));
  const found = await selectOrganizationsByInn(db, [...inns]);
  const organizations = groupBy(found, ({ inn }) => inn) as Map<string, OrganizationFacts[]>;
  const ids = found.map(({ id }) => id);
  const [named, unpaid] = [await readInvoicesByKeys(db, [...keys]), await readUnpaidInvoicesOf(db, ids)];
  return {
    invoices: new Map(named.map((invoice) => [invoice.matchKey, invoice])),
    organizations,
    unpaid: groupBy(unpaid, ({ organizationId }: InvoiceFacts) => organizationId),
    remaining: new Map(),
  };
}

function groupBy<Item>(items: Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  return Map.groupBy(items, keyOf);
}
