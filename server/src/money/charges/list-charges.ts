import type { Charge } from '@kazna/contract/v1/charges';
import type { Hold } from '@kazna/contract/v1/holds';
import type { Queries } from '../../platform/db/database.ts';
import { type Page, type PageRequest, toPage } from '../../platform/db/page.ts';
import { selectHolds } from './holds/store.ts';
import { selectCharges } from './store.ts';

export async function listCharges(db: Queries, organizationId: string, query: PageRequest): Promise<Page<Charge>> {
  return toPage(await selectCharges(db, query, organizationId), query.limit, ({ id }) => id);
}

/** Newest first, closed ones too. */
export async function listHolds(db: Queries, organizationId: string, query: PageRequest): Promise<Page<Hold>> {
  return toPage(await selectHolds(db, organizationId, query), query.limit, ({ id }) => id);
}
