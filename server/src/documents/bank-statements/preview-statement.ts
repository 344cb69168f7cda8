import type { Transaction } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import type { StatementFile } from './format/read-statement-file.ts';
import { insertDocuments, insertStatement } from './store.ts';

/** Stores the documents of the file; nothing is credited. Returns the id of the statement. */
export async function previewStatement(
  tx: Transaction,
  createdBy: string,
  { sha256, faults, balances, documents }: StatementFile,
): Promise<string> {
  const id = uuidv7();
  await insertStatement(tx, { id, sha256: Buffer.from(sha256), faults, createdBy, balances });
  await insertDocuments(tx, id, documents);
  return id;
}
