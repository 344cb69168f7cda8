import type { AdminCharge, AdminEntry, AdminHold } from '@kazna/contract/admin/balance';
import { selectCharges } from '../../money/charges/charges-store.ts';
import { selectHolds } from '../../money/charges/holds/holds-store.ts';
import { listEntries, presentEntry } from '../../money/ledger/reads.ts';
import type { Database, Queries } from '../../platform/db/database.ts';
import { type Page, type PageRequest, toPage } from '../../platform/db/page.ts';
import { Problem } from '../../platform/http/problem.ts';
import { findOrganizationDetails, selectCorrections, selectUndoable } from './store.ts';

/** The entries that members see, corrections with their author and reason. */
export async function listEntriesForStaff(
  db: Database,
  organizationId: string,
  query: PageRequest,
): Promise<Page<AdminEntry>> {
  await requireOrganization(db, organizationId);
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

export async function listChargesForStaff(
  db: Queries,
  organizationId: string,
  query: PageRequest,
): Promise<Page<AdminCharge>> {
  await requireOrganization(db, organizationId);
  return toPage(
    await selectCharges(db, query, organizationId),
    query.limit,
    ({ id }) => id,
    ({ id, amountMinor, refundedMinor, currency, description, service, createdAt }) => ({
      ...{ id, amountMinor, refundedMinor, currency, description, service, createdAt },
    }),
  );
}

/** Newest first, closed ones too. */
export async function listHoldsForStaff(
  db: Queries,
  organizationId: string,
  query: PageRequest,
): Promise<Page<AdminHold>> {
  await requireOrganization(db, organizationId);
  return toPage(
    await selectHolds(db, organizationId, query),
    query.limit,
    ({ id }) => id,
    ({ id, amountMinor, capturedMinor, currency, description, status, expiresAt, createdAt }) => ({
      ...{ id, amountMinor, capturedMinor, currency, description, status, expiresAt, createdAt },
    }),
  );
}

async function requireOrganization(db: Queries, id: string): Promise<void> {
  if (!(await findOrganizationDetails(db, id))) throw new Problem('not_found');
}
