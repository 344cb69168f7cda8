import { isByStaff, listAudit } from '@kazna/contract/cabinet/audit';
import type { Database } from '../platform/db/database.ts';
import { toPage } from '../platform/db/page.ts';
import type { Api } from '../platform/http/api.ts';
import { selectAudit } from './reads.ts';

export function auditRoutes(api: Api, db: Database): void {
  api.on(listAudit, async ({ params, query }) => {
    const rows = await selectAudit(db, params.organizationId, query);
    return toPage(
      rows,
      query.limit,
      (row) => row.id,
      ({ isByKey, ...row }) => ({ ...row, ...((isByKey || isByStaff(row)) && anonymousStaff) }),
    );
  });
}

/** Customers see neither which member of staff or program of the business acted nor from where. */
const anonymousStaff = { actorName: 'Поддержка', address: null };
