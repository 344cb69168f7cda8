import { type Currency, toDecimal } from '@kazna/contract/shared/money';
import type { DocumentedBusiness } from '../business/business-store.ts';
import { dayInDigits } from '../calendar.ts';
import { type Buyer, type Seller, sellerOf } from '../parties-store.ts';
import { groundOfVat, taxPeriodOn, type VatRate, vatIncluded } from '../vat.ts';

/** What an invoice says, frozen when it is made: later changes of requisites or tax do not reach it. */
export interface InvoiceData {
  day: string;
  dueDay: string;
  description: string | null;
  vat: VatRate;
  /** Why there is no VAT, where the tax period says it. */
  vatGround?: string;
  vatMinor: number;
  purpose: string;
  seller: Seller;
  bank: { bankName: string; bik: string; account: string; correspondentAccount: string | null };
  buyer: Buyer;
}

export interface InvoiceTerms {
  number: string;
  day: string;
  dueDay: string;
  amountMinor: number;
  currency: Currency;
  description: string | null;
}

/** Null without a bank account, or without a tax period in force on that day. */
export function makeInvoiceData(business: DocumentedBusiness, buyer: Buyer, terms: InvoiceTerms): InvoiceData | null {
  const { bankAccounts, taxPeriods } = business;
  const period = taxPeriodOn(taxPeriods, terms.day);
  const account = bankAccounts.at(0);
  if (!period || !account) return null;
  const vatMinor = vatIncluded(terms.amountMinor, period.vat);
  return {
    day: terms.day,
    dueDay: terms.dueDay,
    description: terms.description,
    vat: period.vat,
    ...groundOfVat(period),
    vatMinor,
    purpose: purposeOf(terms, period.vat, vatMinor),
    seller: sellerOf(business),
    bank: { bankName: account.bankName, ...account.bank },
    buyer,
  };
}

/** Nothing of what the customer typed: the text ends up in a payment order and in the code to scan. */
function purposeOf({ number, day, currency }: InvoiceTerms, vat: VatRate, vatMinor: number): string {
  const tax = vat
    ? `В т.ч. НДС ${vat}% ${toDecimal({ amountMinor: vatMinor, currency }).replace('.', '-')}`
    : 'Без НДС';
  return `Оплата по счёту № ${number} от ${dayInDigits(day)}. Пополнение баланса. ${vat === 0 ? 'НДС 0%' : tax}`;
}
