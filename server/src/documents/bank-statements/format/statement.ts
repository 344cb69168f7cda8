export interface Party {
  /** The account of the bank's own books and that of the client behind it; often one and the same. */
  accounts: string[];
  name: string;
  inn: string | null;
  bik: string;
}

export interface StatementDocument {
  /** Of the first line of its section. */
  line: number;
  /** «Платежное поручение», «Банковский ордер». */
  kind: string;
  /** Letters and leading zeros happen; empty where the bank gives none. */
  number: string;
  day: string;
  /** As far as the bank says; it may fill the other side's day, or none. */
  receivedDay: string;
  spentDay: string;
  amountMinor: number;
  payer: Party;
  payee: Party;
  purpose: string;
}

/** Of one account and one or more days. A bank may leave out any amount. */
export interface StatementBalance {
  line: number;
  account: string;
  from: string;
  to: string;
  openingMinor: number | null;
  receivedMinor: number | null;
  spentMinor: number | null;
  closingMinor: number | null;
}

export interface StatementFault {
  line: number;
  message: string;
}

export interface Statement {
  documents: StatementDocument[];
  balances: StatementBalance[];
  /** The first 200 of them. */
  faults: StatementFault[];
}
