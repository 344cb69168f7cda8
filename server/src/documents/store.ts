import type { Document, DocumentKind } from '@kazna/contract/cabinet/documents';
import { organizationRoleCan, organizationRoles } from '@kazna/contract/shared/permissions';
import type { Queries } from '../platform/db/database.ts';
import { escapeLike } from '../platform/db/matching-ids.ts';
import type { PageRequest } from '../platform/db/page.ts';
import { allOf, sql } from '../platform/db/sql.ts';
import { invoiceRowsOf } from './invoices/invoices-store.ts';
import { monthlyRowsOf } from './monthly/store.ts';

export interface DocumentFilter {
  kind?: DocumentKind | undefined;
  except?: DocumentKind | undefined;
  period?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  amountMinor?: number | undefined;
  q?: string | undefined;
}

/** The latest by their own date first. A cursor that is no document of the organization selects nothing. */
export function selectDocuments(
  db: Queries,
  organizationId: string,
  { kind, except, period, from, to, amountMinor, q, limit, cursor }: DocumentFilter & PageRequest,
): Promise<Document[]> {
  const where = allOf(
    kind && sql`d.kind = ${kind}`,
    except && sql`d.kind <> ${except}`,
    period && sql`d.month = ${period}`,
    from && sql`d.day >= ${from}`,
    to && sql`d.day <= ${to}`,
    amountMinor !== undefined && sql`d."amountMinor" = ${amountMinor}`,
    q && sql`d.number ilike ${`%${escapeLike(q)}%`}`,
    cursor && sql`(d.day, d.id) < (select c.day, c.id from document c where c.id = ${cursor})`,
  );
  return db.query<Document>(sql`
    with document as (${invoiceRowsOf(organizationId)} union all ${monthlyRowsOf(organizationId)})
    select d.id, d.kind, d.number, d.day, d.period, d."from", d."to", d."amountMinor", d.currency, d.revision,
      d."isSuperseded", d."createdAt", d.status, d."paidMinor", d."dueAt"
    from document d where ${where} order by d.day desc, d.id desc limit ${limit + 1}`);
}

const sendingRoles = organizationRoles.filter((role) => organizationRoleCan(role, 'payments.create'));

/** The organization's name; null once the person may not send its documents. */
export async function findSendingOrganization(
  db: Queries,
  organizationId: string,
  userId: string,
): Promise<string | null> {
  const [row] = await db.query<{ name: string }>(sql`
    select o.name from organizations o
    join memberships m on m.organization_id = o.id and m.user_id = ${userId}
    join users u on u.id = m.user_id and u.status = 'active'
    where o.id = ${organizationId} and o.status = 'active' and m.role = any(${sendingRoles}::text[])`);
  return row?.name ?? null;
}
