import type { PaymentStatus } from '@kazna/contract/payments';
import type { Queries } from '../../db/database.ts';
import type { PageRequest } from '../../db/page.ts';
import { sql } from '../../db/sql.ts';

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

/** Which payments stand on the page; what they are is the payments' own business. */
export function selectPaymentIds(
  db: Queries,
  { limit, cursor, status, organizationId, q }: AdminPaymentFilter,
): Promise<AdminPaymentId[]> {
  const parts = [
    cursor && sql`p.id < ${cursor}`,
    status && sql`p.status = ${status}`,
    organizationId && sql`p.organization_id = ${organizationId}`,
    q && sql`p.id = ${q}`,
  ].filter((part) => typeof part === 'object');
  const where = parts.reduce((all, part) => sql`${all} and ${part}`, sql`true`);
  return db.query<AdminPaymentId>(sql`
    select p.id, o.id as "organizationId", o.name as "organizationName"
    from payments p join organizations o on o.id = p.organization_id
    where ${where} order by p.id desc limit ${limit + 1}`);
}
