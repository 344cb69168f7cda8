import type { AdminEntry } from '@kazna/contract/admin/balance';
import { listEntries, presentEntry } from '../../money/ledger/list-entries.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Page, PageRequest } from '../../platform/db/page.ts';
import { Problem } from '../../platform/http/problem.ts';
import { findAnyOrganization, selectCorrections } from './store.ts';

/** The entries that members see, corrections with their author and reason. */
export async function listAnyEntries(
  db: Database,
  organizationId: string,
  query: PageRequest,
): Promise<Page<AdminEntry>> {
  if (!(await findAnyOrganization(db, organizationId))) throw new Problem('not_found');
  const { items, nextCursor } = await listEntries(db, organizationId, query);
  const explained = items.flatMap(({ kind, sourceId }) => (kind === 'adjustment' && sourceId ? [sourceId] : []));
  const corrections = new Map((await selectCorrections(db, explained)).map(({ id, ...said }) => [id, said]));
  return {
    items: items.map((entry) => ({
      ...presentEntry(entry),
      correction: corrections.get(entry.sourceId ?? '') ?? null,
    })),
    nextCursor,
  };
}
