import type { AdminCharge, AdminHold } from '@kazna/contract/admin/balance';
import { listCharges, listHolds } from '../../money/charges/list-charges.ts';
import type { Queries } from '../../platform/db/database.ts';
import type { Page, PageRequest } from '../../platform/db/page.ts';
import { Problem } from '../../platform/http/problem.ts';
import { findAnyOrganization } from './store.ts';

export async function listAnyCharges(
  db: Queries,
  organizationId: string,
  query: PageRequest,
): Promise<Page<AdminCharge>> {
  await requireOrganization(db, organizationId);
  const { items, nextCursor } = await listCharges(db, organizationId, query);
  return {
    items: items.map(({ id, amountMinor, refundedMinor, currency, description, service, createdAt }) => ({
      ...{ id, amountMinor, refundedMinor, currency, description, service, createdAt },
    })),
    nextCursor,
  };
}

export async function listAnyHolds(db: Queries, organizationId: string, query: PageRequest): Promise<Page<AdminHold>> {
  await requireOrganization(db, organizationId);
  const { items, nextCursor } = await listHolds(db, organizationId, query);
  return {
    items: items.map(({ id, amountMinor, capturedMinor, currency, description, status, expiresAt, createdAt }) => ({
      ...{ id, amountMinor, capturedMinor, currency, description, status, expiresAt, createdAt },
    })),
    nextCursor,
  };
}

async function requireOrganization(db: Queries, id: string): Promise<void> {
  if (!(await findAnyOrganization(db, id))) throw new Problem('not_found');
}
