import type { AdminEntry } from '@kazna/contract/admin/balance';
import { listEntries, presentEntry } from '../../money/ledger/list-entries.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Page, PageRequest } from '../../platform/db/page.ts';
import { Problem } from '../../platform/http/problem.ts';
import { findAnyOrganization, selectCorrections, selectUndoable } from './store.ts';

/** The entries that members see, corrections with their author and reason. */
export async function listAnyEntries(
  db: Database,
  organizationId: string,
  query: PageRequest,
): Promise<Page<AdminEntry>> {
  if (!(await findAnyOrganization(db, organizationId))) throw new Problem('not_found');
  const { items, nextCursor } = await listEntries(db, organizationId, query);
  const corrected = items.filter(({ kind, sourceId }) => kind === 'adjustment' && sourceId !== null);
  const explained = corrected.map(({ sourceId }) => sourceId as string);
  const corrections = new Map((await selectCorrections(db, explained)).map(({ id, ...said }) => [id, said]));
  const ids = corrected.map(({ id }) => id);
  const undoable = new Map((await selectUndoable(db, organizationId, ids)).map((row) => [row.id, row.isUndoable]));
  const correctionOf = ({ id, sourceId }: (typeof items)[number]) => {
    const correction = corrections.get(sourceId ?? '');
    return correction ? { ...correction, isUndoable: undoable.get(id) ?? false } : null;
  };
  return { items: items.map((entry) => ({ ...presentEntry(entry), correction: correctionOf(entry) })), nextCursor };
}
