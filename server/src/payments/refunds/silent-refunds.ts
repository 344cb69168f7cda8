import type { SilentRefund } from '@kazna/contract/admin/refunds';
import type { Queries } from '../../platform/db/database.ts';
import { type Page, type PageRequest, toPage } from '../../platform/db/page.ts';
import { countSilent, selectSilentRefunds } from './store.ts';

/** Those that nobody but a person can tell the outcome of, in whatever organization. */
export async function listSilentRefunds(db: Queries, page: PageRequest): Promise<Page<SilentRefund>> {
  return toPage(await selectSilentRefunds(db, page), page.limit, (row) => row.id);
}

export function countSilentRefunds(db: Queries): Promise<number> {
  return countSilent(db);
}
