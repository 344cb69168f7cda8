import { type Actor, recordAction } from '../../audit/actions-store.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { withSignal } from '../../platform/db/timeouts.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { Problem } from '../../platform/http/problem.ts';
import { everyNight, type JobHandler, longKind } from '../../platform/jobs/queue.ts';
import type { StatementFile } from './format/read-statement-file.ts';
import { daysOf, sumText } from './post-statement.ts';
import {
  deletePreview,
  findStatement,
  insertDocuments,
  insertStatement,
  lockPosting,
  selectDocuments,
  selectOldPreviews,
} from './store.ts';
/** Stores the documents of the file; nothing is credited. Returns the id of the statement. */
export async function previewStatement(
  tx: Transaction,
  createdBy: string,
  { sha256, faults, balances, documents, accounts }: StatementFile,
): Promise<string> {
  const id = uuidv7();
  await insertStatement(tx, { id, sha256: Buffer.from(sha256), faults, createdBy, balances, accounts });
  await insertDocuments(tx, id, documents);
  return id;
}

/** A posted or undone one stays: the ledger points to it. Of a preview only the log's entry stays, with the file's hash. */
export async function discardStatement(tx: Transaction, actor: Actor, statementId: string): Promise<void> {
  await lockPosting(tx);
  const statement = await findStatement(tx, statementId);
  if (!statement) throw new Problem('not_found');
  const documents = await selectDocuments(tx, statementId);
  const sha256 = await deletePreview(tx, statementId);
  if (!sha256) throw new Problem('statement_not_open');
  const incoming = sumText(documents.filter(({ direction }) => direction === 'incoming'));
  const details = { ...daysOf(statement), incoming, sha256 };
  await recordAction(tx, actor, { action: 'statement.discarded', details });
}

export const statementCleanup = longKind('statement-cleanup');

/** A preview that was not posted for so long is out of date: its file is at hand, and later ones overlap it. */
const keepDays = 30;

export function statementJobs(db: Database): JobHandler[] {
  return [everyNight(statementCleanup, '01:57', ({ signal }) => deleteOldPreviews(withSignal(db, signal)))];
}

/** One transaction a statement, so that posting does not wait for all of them. */
export async function deleteOldPreviews(db: Database): Promise<void> {
  for (const id of await selectOldPreviews(db, keepDays)) {
    await db.transaction(async (tx) => {
      await lockPosting(tx);
      await deletePreview(tx, id);
    });
  }
}
