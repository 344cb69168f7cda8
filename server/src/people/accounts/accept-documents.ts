import type { ConsentDocument } from '@kazna/contract/cabinet/info';
import type { Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { saveConsent } from './store.ts';

export async function acceptDocuments(
  tx: Transaction,
  { documents, userId, address }: { documents: readonly ConsentDocument[]; userId: string; address: string },
  versions: Record<ConsentDocument, string>,
): Promise<void> {
  for (const document of documents) await saveConsent(tx, { userId, document, version: versions[document], address });
}

/** Throws when a version is not the one in force: nobody agrees to a text they have not seen. */
export function requireCurrentVersions(
  seen: readonly { document: ConsentDocument; version: string }[],
  versions: Record<ConsentDocument, string>,
): ConsentDocument[] {
  return seen.map(({ document, version }) => {
    if (version !== versions[document]) throw new Problem('document_changed');
    return document;
  });
}
