import type { MatchKind } from '@kazna/contract/admin/bank-statements';
import { payoutInns } from '../../../payments/providers/open-provider.ts';
import type { InvoiceFacts } from '../../invoices/reads.ts';

export interface MatchedDocument {
  day: string;
  amountMinor: number;
  payerInn: string | null;
  payerAccount: string;
  /** Numbers of invoices that its purpose may name. */
  matchKeys: string[];
}

export interface OrganizationFacts {
  id: string;
  name: string;
}

export interface MatchFacts {
  invoices: ReadonlyMap<string, InvoiceFacts>;
  /** Open organizations by the ИНН that they say they have: nobody has checked it. */
  organizations: ReadonlyMap<string, OrganizationFacts[]>;
  unpaid: ReadonlyMap<string, InvoiceFacts[]>;
  ownInns: ReadonlySet<string>;
  /** A document dated later is in the future, whatever the time zone of its bank. */
  lastDay: string;
  /** What is left to pay, by invoice, after the documents before this one. */
  remaining: Map<string, number>;
}

export interface Matched {
  kind: MatchKind;
  why: string;
  invoice?: InvoiceFacts;
  organization?: OrganizationFacts;
  /** A duplicate in all but its wording. */
  isSimilar?: true;
}

/** Accounts of banks themselves: behind them is a person's transfer, and the ИНН is the bank's. */
const bankAccounts = /^(?:301|302|303|474|40911)/;

/**
 * Only a payer who pays an invoice made out to the same ИНН is credited without a question: whoever pays, the money goes
 * where its owner meant it to. Everything weaker is for staff to confirm, since a number can be mistyped, an invoice
 * paid by another company, and an organization registered with a foreign ИНН.
 */
export function matchDocument(document: MatchedDocument, facts: MatchFacts): Matched {
  const { payerInn } = document;
  if (payerInn && facts.ownInns.has(payerInn)) return { kind: 'ignored', why: 'Перевод от самой компании' };
  if (payerInn && payoutInns.has(payerInn)) return { kind: 'ignored', why: 'Выплата платёжной системы' };
  const named = document.matchKeys.flatMap((key) => facts.invoices.get(key) ?? []);
  const matched = named.length > 0 ? byNumber(document, named, facts) : byInn(document, facts);
  if (document.day > facts.lastDay) return ofFuture(document.day, matched);
  if (matched.kind === 'invoice' && matched.invoice) {
    const { id } = matched.invoice;
    facts.remaining.set(id, remainingOf(matched.invoice, facts) - document.amountMinor);
  }
  return matched;
}

/** A bank has no documents of the future: whoever made the file erred, or is not the bank. */
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
  if (others.length > 0) return { kind: 'none', why: 'Нет номера счёта, а организаций с таким ИНН несколько' };
  const equal = (facts.unpaid.get(organization.id) ?? []).filter(
    (invoice) => remainingOf(invoice, facts) === amountMinor && invoice.buyerInn === payerInn,
  );
  const [invoice] = equal;
  if (!invoice || equal.length > 1) return { kind: 'suggestion', why: 'Совпал только ИНН', organization };
  return { kind: 'suggestion', why: 'Нет номера счёта, но совпали ИНН и сумма', organization, invoice };
}
