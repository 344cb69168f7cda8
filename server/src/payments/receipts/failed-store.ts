import type { FailedReceipt } from '@kazna/contract/admin/receipts';
import { nameForStaff } from '../../organizations/reads.ts';
import type { Queries } from '../../platform/db/database.ts';
import type { PageRequest } from '../../platform/db/page.ts';
import { sql } from '../../platform/db/sql.ts';

/** The oldest first. */
export function selectFailedReceipts(db: Queries, { limit, cursor }: PageRequest): Promise<FailedReceipt[]> {
  return db.query<FailedReceipt>(sql`
    select r.id, r.kind, to_char(r.month, 'YYYY-MM') as month, r.provider, r.payment_id as "paymentId",
      o.id as "organizationId", ${nameForStaff} as "organizationName", r.amount_minor::float8 as "amountMinor", r.reason,
      r.attempts, r.created_at as "createdAt"
    from receipts r join organizations o on o.id = r.organization_id
    where r.status = 'failed' and (${cursor ?? null}::uuid is null or r.id > ${cursor ?? null})
    order by r.id limit ${limit + 1}`);
}
