import type { Business } from '@kazna/contract/admin/business';
import { type Buyer, type Seller, sellerOf } from '../parties-store.ts';
import { taxPeriodOn } from '../tax/tax-period.ts';
import { type VatRate, vatIncluded } from '../tax/vat.ts';
import { type ClosingLine, monthLines, type ServiceSum } from './month/month-lines.ts';
import { lastDayOf } from './periods.ts';

export interface Reference {
  number: string;
  day: string;
}

interface Common {
  seller: Seller;
  buyer: Buyer;
  vat: VatRate;
}

/** What an act or УПД says, frozen when it is made. The date and the number stand beside it. */
export interface ClosingData extends Common {
  period: string;
  lines: ClosingLine[];
  /** Of УПД: 1 is an invoice as well, 2 is not. Null for an act. */
  status: 1 | 2 | null;
  /** Payments that the month was paid with, line 5 of УПД. */
  payments: Reference[];
  /** Advance invoices of those payments, line 5б. */
  advances: Reference[];
}

export interface AdvanceData extends Common {
  /** When the money came, and by what document. */
  receivedOn: string;
  payment: Reference | null;
}

export interface ReconciliationRow {
  day: string;
  text: string;
  /** What was sold, or paid back. */
  debitMinor: number;
  /** What was paid, or given back. */
  creditMinor: number;
}

export interface ReconciliationData extends Common {
  from: string;
  to: string;
  /** Above zero in favour of the customer. */
  openingMinor: number;
  closingMinor: number;
  rows: ReconciliationRow[];
}

/** A payer of VAT makes УПД, which is an invoice too; others an act, or УПД where their tax period says so. */
export function closingForm(business: Business, period: string): { kind: 'act' | 'upd'; vat: VatRate } | null {
  const tax = taxPeriodOn(business.taxPeriods, lastDayOf(period));
  if (!tax) return null;
  return { kind: tax.vat !== null || tax.closing === 'upd' ? 'upd' : 'act', vat: tax.vat };
}

export interface MonthFacts {
  period: string;
  sums: ServiceSum[];
  payments: Reference[];
  advances: Reference[];
}

export interface Drafted<Data> {
  data: Data;
  amountMinor: number;
  vatMinor: number;
}

export function makeClosingData(
  business: Business,
  buyer: Buyer,
  { kind, vat }: { kind: 'act' | 'upd'; vat: VatRate },
  { period, sums, payments, advances }: MonthFacts,
): Drafted<ClosingData> {
  const { lines, amountMinor, vatMinor } = monthLines(sums, vat);
  const status = kind === 'act' ? null : vat === null ? 2 : 1;
  const data = { period, lines, vat, status, payments, advances, seller: sellerOf(business), buyer } as const;
  return { data, amountMinor, vatMinor };
}

/** Null unless VAT is due on what is received that day. */
export function makeAdvanceData(
  business: Business,
  buyer: Buyer,
  { receivedOn, payment, amountMinor }: { receivedOn: string; payment: Reference | null; amountMinor: number },
): Drafted<AdvanceData> | null {
  const vat = taxPeriodOn(business.taxPeriods, receivedOn)?.vat;
  if (!vat) return null;
  const data = { receivedOn, payment, vat, seller: sellerOf(business), buyer };
  return { data, amountMinor, vatMinor: vatIncluded(amountMinor, vat) };
}
