import { type Actor, recordAction } from '../../audit/record-action.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { daysOf, sumText } from './audit-details.ts';
import { deletePreview, findStatement, lockPosting, selectDocuments } from './store.ts';

/** A posted or undone one stays: the ledger points to it. Of a preview only the log's entry tells, by the file's hash. */
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
