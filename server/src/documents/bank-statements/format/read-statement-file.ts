import { createHash } from 'node:crypto';
import { uuidv7 } from '../../../platform/db/uuid.ts';
import { type OwnOn, type OwnValue, ownOnDays } from '../../business/own-on-days.ts';
import { fingerprintsOf } from '../matching/fingerprints.ts';
import type { DocumentRow } from '../store.ts';
import { checkBalances } from './check-balances.ts';
import { parseStatement } from './parse-statement.ts';
import { directionOf, ownAccountOf } from './sort-documents.ts';
import type { StatementDocument, StatementFault } from './statement.ts';

/** The text of the problem names the number. */
const maxDocuments = 5000;
const maxFaults = 200;

/** What a file says of the business's accounts. */
export interface StatementFile {
  sha256: Uint8Array;
  faults: StatementFault[];
  balances: { count: number; mismatched: number };
  documents: DocumentRow[];
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
