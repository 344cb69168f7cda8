import { createHash } from 'node:crypto';
import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { Problem } from '../../platform/http/problem.ts';
import { type OwnAccounts, readOwnAccounts } from '../business/reads.ts';
import { checkBalances } from './format/check-balances.ts';
import { parseStatement } from './format/parse-statement.ts';
import { directionOf, ownAccountOf } from './format/sort-documents.ts';
import type { Statement, StatementDocument, StatementFault } from './format/statement.ts';
import { fingerprintsOf } from './matching/fingerprints.ts';
import { type DocumentRow, insertDocuments, insertStatement } from './store.ts';

/** The text of the problem names the number. */
const maxDocuments = 5000;
const maxFaults = 200;

export interface StatementFile {
  statement: Statement;
  sha256: Buffer;
}

/** Takes a tenth of a second a megabyte, so it comes before the transaction. */
export function readStatementFile(bytes: Uint8Array): StatementFile {
  const statement = parseStatement(bytes);
  if (statement.documents.length > maxDocuments) throw new Problem('statement_too_long');
  return { statement, sha256: createHash('sha256').update(bytes).digest() };
}

/** Stores the documents of the file; nothing is credited. Returns the id of the statement. */
export async function previewStatement(
  tx: Transaction,
  createdBy: string,
  { statement, sha256 }: StatementFile,
): Promise<string> {
  const own = ownOnDays(await readOwnAccounts(tx));
  const ours = statement.documents.filter((document) => directionOf(document, own(document.day)) !== 'foreign');
  const balances = statement.balances.filter(({ account, from }) => own(from).has(account));
  const mismatches = checkBalances({ ...statement, balances });
  const faults = [...statement.faults, ...mismatches, ...foreignFaults(statement.documents, own)].slice(0, maxFaults);
  const mismatched = new Set(mismatches.map(({ line }) => line)).size;
  const id = uuidv7();
  await insertStatement(tx, { id, sha256, faults, createdBy, balances: { count: balances.length, mismatched } });
  await insertDocuments(tx, id, rowsOf(ours, own));
  return id;
}

type OwnOn = (day: string) => ReadonlySet<string>;

/** A file has thousands of documents and few days. */
function ownOnDays({ accountsOn }: OwnAccounts): OwnOn {
  const days = new Map<string, ReadonlySet<string>>();
  return (day) => {
    const own = days.get(day) ?? accountsOn(day);
    days.set(day, own);
    return own;
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
