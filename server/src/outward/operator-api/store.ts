import type { Organization } from '@kazna/contract/v1/organizations';
import type { Payment } from '@kazna/contract/v1/payments';
import type { Queries } from '../../platform/db/database.ts';
import type { PageRequest } from '../../platform/db/page.ts';
import { allOf, sql } from '../../platform/db/sql.ts';

const organizationColumns = sql`
  o.id, o.external_id as "externalId", o.kind, o.name, o.status, o.inn, o.metadata, o.created_at as "createdAt",
  coalesce((
    select json_agg(json_build_object('currency', a.currency, 'balanceMinor', a.balance_minor,
      'heldMinor', coalesce(h.balance_minor, 0), 'availableMinor', a.balance_minor + a.credit_limit_minor,
      'creditLimitMinor', a.credit_limit_minor) order by a.currency)
    from ledger_accounts a left join ledger_accounts h
      on h.organization_id = a.organization_id and h.kind = 'held' and h.currency = a.currency
    where a.kind = 'organization' and a.organization_id = o.id
  ), '[]') as balances`;

export function selectOrganizations(
  db: Queries,
  { limit, cursor }: PageRequest,
  externalId?: string,
): Promise<Organization[]> {
  const where = allOf(cursor && sql`o.id < ${cursor}`, externalId && sql`o.external_id = ${externalId}`);
  return db.query<Organization>(sql`
    select ${organizationColumns} from organizations o where ${where} order by o.id desc limit ${limit + 1}`);
}

export async function findOrganization(db: Queries, id: string): Promise<Organization | null> {
  const [row] = await db.query<Organization>(sql`
    select ${organizationColumns} from organizations o where o.id = ${id}`);
  return row ?? null;
}

export interface PaymentFilter extends PageRequest {
  organizationId?: string | undefined;
  status?: Payment['status'] | undefined;
}

export function selectPayments(db: Queries, filter: PaymentFilter): Promise<Payment[]> {
  const { limit, cursor, organizationId, status } = filter;
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
    select p.id, p.organization_id as "organizationId", p.amount_minor::float8 as "amountMinor",
      p.refunded_minor::float8 as "refundedMinor", p.currency, p.method, p.description, p.status,
      p.created_at as "createdAt", p.paid_at as "paidAt"
    from payments p where ${where} order by ${order} limit ${limit + 1}`);
}
