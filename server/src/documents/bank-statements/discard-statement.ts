import type { Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { deletePreview, findStatement, lockPosting } from './store.ts';

/** A posted or undone one stays: the ledger points to it. */
export async function discardStatement(tx: Transaction, statementId: string): Promise<void> {
  await lockPosting(tx);
  if (!(await findStatement(tx, statementId))) throw new Problem('not_found');
  if (!(await deletePreview(tx, statementId))) throw new Problem('statement_not_open');
}
