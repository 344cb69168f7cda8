import type { Business } from '@kazna/contract/admin/business';
import type { Currency } from '@kazna/contract/shared/money';
import { lastDayOf } from '../calendar.ts';
import { type Buyer, type Seller, sellerOf } from '../parties-store.ts';
import { groundOfVat, taxPeriodOn, type VatRate, vatIncluded } from '../vat.ts';
import { type MonthLine, monthLines, type ServiceSum } from './month-lines.ts';

export interface Reference {
  number: string;
  day: string;
}

/** Some banks leave the number of a payment order out; a document has to say one. */
export const saidNumber = ({ number }: Reference): string => number || 'б/н';

interface Common {
  seller: Seller;
  buyer: Buyer;
  vat: VatRate;
  /** Why there is no VAT, where the tax period says it. */
  vatGround?: string;
}

/** What an act or УПД says, frozen when it is made. The date and the number stand beside it. */
export interface MonthData extends Common {
  period: string;
  lines: MonthLine[];
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
  /** Services sold, or paid back. */
  debitMinor: number;
  /** Money paid, or given back. */
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

export interface MonthForm {
  kind: 'act' | 'upd';
  vat: VatRate;
  vatGround?: string;
}

/** A payer of VAT makes УПД, which is an invoice too; others an act, or УПД where their tax period says so. */
export function monthForm(business: Business, period: string): MonthForm | null {
  const tax = taxPeriodOn(business.taxPeriods, lastDayOf(period));
  if (!tax) return null;
  return { kind: tax.vat !== null || tax.closing === 'upd' ? 'upd' : 'act', vat: tax.vat, ...groundOfVat(tax) };
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

export function makeMonthData(
  business: Business,
  buyer: Buyer,
  { kind, ...tax }: MonthForm,
  { period, sums, payments, advances }: MonthFacts,
): Drafted<MonthData> {
  const { lines, amountMinor, vatMinor } = monthLines(sums, tax.vat);
  const status = kind === 'act' ? null : tax.vat === null ? 2 : 1;
  const data = { period, lines, ...tax, status, payments, advances, seller: sellerOf(business), buyer } as const;
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

interface Fields {
  id: string;
  organizationId: string;
  number: string;
  revision: number;
  day: string;
  createdAt: string;
  /** When a revision was made; null for the first one. */
  revisedOn: string | null;
  sourceId: string | null;
  amountMinor: number;
  vatMinor: number;
  currency: Currency;
}

export type DocumentRow = Fields &
  (
    | { kind: 'act' | 'upd'; data: MonthData }
    | { kind: 'advance_invoice'; data: AdvanceData }
    | { kind: 'reconciliation'; data: ReconciliationData }
  );

export type MonthlyKind = DocumentRow['kind'];

/** What marks a document that is annulled, and stands in place of its lines. */
export const annulledMark = 'Аннулирован';
export const transferUndone = 'Зачисление перевода, на который составлен счёт-фактура, отменено';
export const allGivenBack = 'Всё, что списали за услуги этого месяца, вернули на баланс заказчика';

/** The one line of an advance invoice. */
export const advanceName = 'Предварительная оплата за услуги личного кабинета';

/** УПД and advance invoices are invoices by law and share their numbers. */
export const seriesOf: Record<MonthlyKind, string> = {
  act: 'act',
  upd: 'sf',
  advance_invoice: 'sf',
  reconciliation: 'reconciliation',
};
