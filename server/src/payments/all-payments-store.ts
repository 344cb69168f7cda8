import type { PaymentStatus } from '@kazna/contract/cabinet/payments';
import type { Payment } from '@kazna/contract/v1/payments';
import type { Queries } from '../platform/db/database.ts';
import type { PageRequest } from '../platform/db/page.ts';
import { allOf, sql } from '../platform/db/sql.ts';

export interface AllPaymentsFilter extends PageRequest {
  organizationId?: string | undefined;
  status?: PaymentStatus | undefined;
}

/** Payments of all organizations, newest first, as the operator API lists them. */
export function selectAllPayments(
  db: Queries,
  { limit, cursor, organizationId, status }: AllPaymentsFilter,
): Promise<Payment[]> {
  // For one organization the order by time uses its index; the order by id would scan newer payments of all.
  const order = organizationId ? sql`p.created_at desc, p.id desc` : sql`p.id desc`;
  const isAfterCursor = organizationId
    ? sql`(p.created_at, p.id) < (select c.created_at, c.id from payments c where c.id = ${cursor})`
    : sql`p.id < ${cursor}`;
  const where = allOf(
    cursor && isAfterCursor,
    organizationId && sql`p.organization_id = ${organizationId}`,
    status && sql`p.status = ${status}`,
  );
  return db.query<Payment>(sql`
    select p.id, p.organization_id as "organizationId", p.amount_minor::float8 as "amountMinor", p.refunded_minor::float8 as "refundedMinor", p.currency, p.method,
      p.description, p.status, p.created_at as "createdAt", p.paid_at as "paidAt"
    from payments p where ${where} order by ${order} limit ${limit + 1}`);
}
