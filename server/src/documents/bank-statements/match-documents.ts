import type { Match, MatchKind } from '@kazna/contract/admin/bank-statements';
import { businessDay } from '@kazna/contract/shared/business-time';
import { payoutInns } from '../../payments/providers/open-provider.ts';
import { businessNow } from '../../platform/db/business-now.ts';
import type { Queries } from '../../platform/db/database.ts';
import {
  type InvoiceFacts,
  matchKeysIn,
  readInvoicesByKeys,
  readUnpaidInvoicesOf,
} from '../invoices/invoices-store.ts';
import {
  type KnownReceipt,
  readOwnAccounts,
  type StoredDocument,
  selectKnownReceipts,
  selectOrganizationsByInn,
} from './store.ts';

interface MatchedDocument {
  day: string;
  amountMinor: number;
  payerInn: string | null;
  payerAccount: string;
  /** Numbers of invoices that its purpose may name. */
  matchKeys: string[];
}

interface OrganizationFacts {
  id: string;
  name: string;
}

interface MatchFacts {
  invoices: ReadonlyMap<string, InvoiceFacts>;
  /** Open organizations by the ИНН that they entered, which is not verified. */
  organizations: ReadonlyMap<string, OrganizationFacts[]>;
  unpaid: ReadonlyMap<string, InvoiceFacts[]>;
  ownInns: ReadonlySet<string>;
  /** A document dated later is in the future, whatever the time zone of its bank. */
  lastDay: string;
  /** The rest to pay, by invoice, after the documents before this one. */
  remaining: Map<string, number>;
}

export interface Matched {
  kind: MatchKind;
  why: string;
  invoice?: InvoiceFacts;
  organization?: OrganizationFacts;
  /** Organizations with the payer's ИНН, where there are several. */
  candidates?: OrganizationFacts[];
  /** A duplicate in all but its wording. */
  isSimilar?: true;
}

/** Accounts of banks themselves: behind them is a person's transfer, and the ИНН is the bank's. */
const bankAccounts = /^(?:301|302|303|474|40911)/;

const dayMs = 24 * 60 * 60 * 1000;
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
export async function matchDocuments(db: Queries, documents: StoredDocument[]): Promise<DocumentMatch[]> {
  const now = Date.parse(await businessNow(db));
  const facts = { ...(await readFacts(db, documents)), lastDay: businessDay(new Date(now + dayMs)) };
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

/**
 * Only a payer who pays an invoice made out to the same ИНН is credited without a question: the money goes where its
 * owner meant it to. Everything weaker is for staff to confirm, since a number can be mistyped, an invoice
 * paid by another company, and an organization registered with a foreign ИНН.
 */
function matchDocument(document: MatchedDocument, facts: MatchFacts): Matched {
  const { payerInn } = document;
  if (payerInn && facts.ownInns.has(payerInn)) return { kind: 'ignored', why: 'Перевод от самой компании' };
  const named = document.matchKeys.flatMap((key) => facts.invoices.get(key) ?? []);
  // A provider that is a bank also stands behind transfers of persons, with its own ИНН.
  if (payerInn && payoutInns.has(payerInn) && named.length === 0)
    return { kind: 'ignored', why: 'Выплата платёжной системы' };
  const matched = named.length > 0 ? byNumber(document, named, facts) : byInn(document, facts);
  if (document.day > facts.lastDay) return ofFuture(document.day, matched);
  if (matched.kind === 'invoice' && matched.invoice) {
    const { id } = matched.invoice;
    facts.remaining.set(id, remainingOf(matched.invoice, facts) - document.amountMinor);
  }
  return matched;
}

/** A bank has no documents of the future: the file is faulty, or not the bank's. */
function ofFuture(day: string, matched: Matched): Matched {
  const why = `Дата в будущем: ${day.split('-').toReversed().join('.')}. Проверьте документ в банке`;
  return { ...matched, kind: matched.kind === 'none' ? 'none' : 'suggestion', why };
}

const remainingOf = (invoice: InvoiceFacts, { remaining }: MatchFacts) =>
  remaining.get(invoice.id) ?? invoice.remainingMinor;

function byNumber(document: MatchedDocument, named: InvoiceFacts[], facts: MatchFacts): Matched {
  const invoice = named[0] as InvoiceFacts;
  const { organizationId: id, organizationName: name } = invoice;
  if (!invoice.isOrganizationOpen) return { kind: 'none', why: `Счёт № ${invoice.number} закрытой организации` };
  const found = { invoice, organization: { id, name } };
  const suggest = (why: string): Matched => ({ kind: 'suggestion', why, ...found });
  if (invoice.isCanceled)
    return { kind: 'suggestion', why: `Счёт № ${invoice.number} отменён`, organization: found.organization };
  if (named.length > 1) return suggest('В назначении несколько счетов');
  if (!document.payerInn || bankAccounts.test(document.payerAccount))
    return suggest('Номер счёта найден, но ИНН плательщика неизвестен');
  if (document.payerInn !== invoice.buyerInn) return suggest('Номер счёта найден, но ИНН плательщика другой');
  const remaining = remainingOf(invoice, facts);
  if (remaining <= 0) return suggest('Счёт уже оплачен');
  return { kind: 'invoice', why: describeAmount(document.amountMinor - remaining), ...found };
}

function describeAmount(difference: number): string {
  if (difference === 0) return 'Совпали номер счёта, ИНН и сумма';
  return difference < 0
    ? 'Совпали номер счёта и ИНН, сумма меньше: счёт оплачен частично'
    : 'Совпали номер счёта и ИНН, сумма больше: остаток тоже зачислится';
}

function byInn({ payerInn, payerAccount, amountMinor }: MatchedDocument, facts: MatchFacts): Matched {
  if (!payerInn || bankAccounts.test(payerAccount))
    return { kind: 'none', why: 'Нет номера счёта, ИНН плательщика неизвестен' };
  const [organization, ...others] = facts.organizations.get(payerInn) ?? [];
  if (!organization) return { kind: 'none', why: 'Нет номера счёта и организации с таким ИНН' };
  if (others.length > 0) {
    const candidates = [organization, ...others].map(({ id, name }) => ({ id, name }));
    return { kind: 'suggestion', why: 'Нет номера счёта, а организаций с таким ИНН несколько', candidates };
  }
  const equal = (facts.unpaid.get(organization.id) ?? []).filter(
    (invoice) => remainingOf(invoice, facts) === amountMinor && invoice.buyerInn === payerInn,
  );
  const [invoice] = equal;
  if (!invoice || equal.length > 1) return { kind: 'suggestion', why: 'Совпал только ИНН', organization };
  return { kind: 'suggestion', why: 'Нет номера счёта, но совпали ИНН и сумма', organization, invoice };
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

export function presentMatch({ kind, why, invoice, organization, candidates, isSimilar }: Matched): Match {
  return {
    kind,
    why,
    invoiceId: invoice?.id ?? null,
    invoiceNumber: invoice?.number ?? null,
    organizationId: organization?.id ?? null,
    organizationName: organization?.name ?? null,
    ...(isSimilar && { isSimilar }),
    ...(candidates && { candidates }),
  };
}
