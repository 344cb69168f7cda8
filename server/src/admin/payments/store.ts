import type { PaymentStatus } from '@kazna/contract/cabinet/payments';
import type { Queries } from '../../platform/db/database.ts';
import type { PageRequest } from '../../platform/db/page.ts';
import { allOf, sql } from '../../platform/db/sql.ts';

export interface AdminPaymentId {
  id: string;
  organizationId: string;
  organizationName: string;
}

export interface AdminPaymentFilter extends PageRequest {
  status?: PaymentStatus | undefined;
  organizationId?: string | undefined;
  q?: string | undefined;
}

export function selectPaymentIds(
  db: Queries,
  { limit, cursor, status, organizationId, q }: AdminPaymentFilter,
): Promise<AdminPaymentId[]> {
  // For one organization the order by time uses its index; the order by id would scan newer payments of all.
  const order = organizationId ? sql`p.created_at desc, p.id desc` : sql`p.id desc`;
  const isAfterCursor = organizationId
    ? sql`(p.created_at, p.id) < (select c.created_at, c.id from payments c where c.id = ${cursor})`
    : sql`p.id < ${cursor}`;
  const where = allOf(
    cursor && isAfterCursor,
    status && sql`p.status = ${status}`,
    organizationId && sql`p.organization_id = ${organizationId}`,
    q && sql`p.id = ${q}`,
  );
  return db.query<AdminPaymentId>(sql`
    select p.id, o.id as "organizationId", o.name as "organizationName"
    from payments p join organizations o on o.id = p.organization_id
    where ${where} order by ${order} limit ${limit + 1}`);
}
