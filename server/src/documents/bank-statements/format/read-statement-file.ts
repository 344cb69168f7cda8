import { createHash } from 'node:crypto';
import { formatMoney } from '@kazna/contract/shared/money';
import { uuidv7 } from '../../../platform/db/uuid.ts';
import type { DocumentRow } from '../store.ts';
import { type OwnOn, type OwnValue, ownOnDays } from '../store.ts';
import { parseStatement } from './parse-statement.ts';
import type { Statement, StatementBalance, StatementDocument, StatementFault } from './statement.ts';

/** The text of the problem names the number. */
const maxDocuments = 5000;
const maxFaults = 200;

export interface StatementFile {
  sha256: Uint8Array;
  faults: StatementFault[];
  balances: { count: number; mismatched: number };
  documents: DocumentRow[];
  /** Those of the business that it speaks of. */
  accounts: string[];
}

/** Null for a file with too many documents. Takes a tenth of a second a megabyte: servers read in another thread. */
export function readStatementFile(bytes: Uint8Array, ownAccounts: readonly OwnValue[]): StatementFile | null {
  const statement = parseStatement(bytes);
  if (statement.documents.length > maxDocuments) return null;
  const own = ownOnDays(ownAccounts);
  const ours = statement.documents.filter((document) => directionOf(document, own(document.day)) !== 'foreign');
  const balances = statement.balances.filter(({ account, from }) => own(from).has(account));
  const mismatches = checkBalances({ ...statement, balances });
  const faults = [...statement.faults, ...mismatches, ...foreignFaults(statement.documents, own)].slice(0, maxFaults);
  const mismatched = new Set(mismatches.map(({ line }) => line)).size;
  return {
    sha256: createHash('sha256').update(bytes).digest(),
    faults,
    balances: { count: balances.length, mismatched },
    documents: rowsOf(ours, own),
    accounts: accountsOf(ours, balances, own),
  };
}

function foreignFaults(documents: StatementDocument[], own: OwnOn): StatementFault[] {
  return documents
    .filter((document) => directionOf(document, own(document.day)) === 'foreign')
    .map(({ line }) => ({
      line,
      message: 'Ни одного из счетов документа на его дату не было в реквизитах компании. Пропущен',
    }));
}

function accountsOf(documents: StatementDocument[], balances: StatementBalance[], own: OwnOn): string[] {
  const ofDocuments = documents.map((document) => ownAccountOf(document, own(document.day)) as string);
  return [...new Set([...balances.map(({ account }) => account), ...ofDocuments])];
}

function rowsOf(documents: StatementDocument[], own: OwnOn): DocumentRow[] {
  const withAccounts = documents.map((document) => ({
    document,
    account: ownAccountOf(document, own(document.day)) as string,
  }));
  const fingerprints = fingerprintsOf(withAccounts);
  return documents.map((document, index) => {
    const { line, kind, number, day, amountMinor, payer, payee, purpose } = document;
    const { fingerprint, nearKey, occurrence } = fingerprints[index] as (typeof fingerprints)[number];
    return {
      ...{ id: uuidv7(), line, kind, number, day, amountMinor, purpose, occurrence },
      direction: directionOf(document, own(day)) as DocumentRow['direction'],
      payerName: payer.name,
      payerInn: payer.inn,
      payerAccount: payer.accounts[0] ?? '',
      payerBik: payer.bik || null,
      payeeName: payee.name,
      payeeInn: payee.inn,
      fingerprint: fingerprint.toString('hex'),
      nearKey: nearKey.toString('hex'),
    };
  });
}

const roubles = (amountMinor: number) => formatMoney({ amountMinor, currency: 'RUB' });

/**
 * Holds the bank's own sums against its documents. A difference means a lost document, or one that the bank never had:
 * a purpose with a line break may look like a section of the file.
 */
export function checkBalances({ documents, balances }: Statement): StatementFault[] {
  const [received, spent] = [new Turnover(), new Turnover()];
  for (const { payer, payee, amountMinor, receivedDay, spentDay } of documents) {
    for (const account of payee.accounts) received.add(account, receivedDay, amountMinor);
    for (const account of payer.accounts) spent.add(account, spentDay, amountMinor);
  }
  return balances.flatMap((balance) => [
    ...checkSums(balance, { received: received.sum(balance), spent: spent.sum(balance) }),
    ...checkEquation(balance),
  ]);
}

/** Sums by account and day, which are few however many documents and sections there are. */
class Turnover {
  readonly #days = new Map<string, Map<string, number>>();

  add(account: string, day: string, amountMinor: number): void {
    const days = this.#days.get(account) ?? new Map<string, number>();
    this.#days.set(account, days.set(day, (days.get(day) ?? 0) + amountMinor));
  }

  sum({ account, from, to }: StatementBalance): number {
    const days = this.#days.get(account);
    if (!days) return 0;
    if (from === to) return days.get(from) ?? 0;
    let sum = 0;
    for (const [day, amount] of days) if (day >= from && day <= to) sum += amount;
    return sum;
  }
}

function checkSums(balance: StatementBalance, sums: { received: number; spent: number }): StatementFault[] {
  const { line, receivedMinor, spentMinor } = balance;
  const differing = (what: string, said: number | null, found: number) =>
    said === null || said === found
      ? []
      : [{ line, message: `${what} по остаткам ${roubles(said)}, а по документам ${roubles(found)}` }];
  return [...differing('Поступило', receivedMinor, sums.received), ...differing('Списано', spentMinor, sums.spent)];
}

function checkEquation({ line, openingMinor, receivedMinor, spentMinor, closingMinor }: StatementBalance) {
  if (openingMinor === null || receivedMinor === null || spentMinor === null || closingMinor === null) return [];
  const due = openingMinor + receivedMinor - spentMinor;
  if (due === closingMinor) return [];
  return [{ line, message: `Остаток на конец ${roubles(closingMinor)}, а должен быть ${roubles(due)}` }];
}

export type Direction = 'incoming' | 'outgoing' | 'internal' | 'foreign';

/** Which side is ours decides, and not the dates: some banks fill `ДатаСписано` of incoming documents. */
export function directionOf({ payer, payee }: StatementDocument, ownAccounts: ReadonlySet<string>): Direction {
  const [pays, gets] = [payer, payee].map(({ accounts }) => accounts.some((account) => ownAccounts.has(account)));
  if (pays) return gets ? 'internal' : 'outgoing';
  return gets ? 'incoming' : 'foreign';
}

/** The business's account that the money came to or left. */
function ownAccountOf(document: StatementDocument, ownAccounts: ReadonlySet<string>): string | null {
  const accounts = [...document.payee.accounts, ...document.payer.accounts];
  return accounts.find((account) => ownAccounts.has(account)) ?? null;
}

const hash = (parts: unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest();
/** Exports differ in how they wrap and punctuate a purpose. */
const normalize = (purpose: string) => purpose.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
const withoutZeros = (number: string) => number.replace(/^0+(?=.)/, '').toUpperCase();

interface Fingerprint {
  fingerprint: Buffer;
  /** The same without what a bank may write otherwise the next time. */
  nearKey: Buffer;
  /** Counts equal fingerprints of one file: two equal payments on one day are possible. */
  occurrence: number;
}

/** In the order of the documents, each with the business's account that it came to. */
function fingerprintsOf(documents: { document: StatementDocument; account: string }[]): Fingerprint[] {
  const seen = new Map<string, number>();
  return documents.map(({ document, account }) => {
    const { number, day, amountMinor, payer, purpose } = document;
    const core = [account, withoutZeros(number), day, amountMinor];
    const accounts = payer.accounts.toSorted();
    const fingerprint = hash([...core, accounts, payer.bik, payer.inn, normalize(purpose)]);
    const name = fingerprint.toString('hex');
    const occurrence = (seen.get(name) ?? 0) + 1;
    seen.set(name, occurrence);
    return { fingerprint, nearKey: hash([...core, payer.inn ?? accounts]), occurrence };
  });
}
