import type { Document, DocumentKind } from '@kazna/contract/cabinet/documents';
import type { Money } from '@kazna/contract/shared/money';
import { organizationRoleCan, organizationRoles } from '@kazna/contract/shared/permissions';
import type { Queries } from '../platform/db/database.ts';
import type { PageRequest } from '../platform/db/page.ts';
import { allOf, sql } from '../platform/db/sql.ts';
import { invoiceRowsOf } from './invoices/invoices-store.ts';
import { monthlyRowsOf } from './monthly/store.ts';

interface Filter extends PageRequest {
  kind?: DocumentKind | undefined;
  period?: string | undefined;
}

/** Newest first. A cursor that is no document of the organization selects nothing. */
export function selectDocuments(
  db: Queries,
  organizationId: string,
  { kind, period, limit, cursor }: Filter,
): Promise<Document[]> {
  const where = allOf(
    kind && sql`d.kind = ${kind}`,
    period && sql`d.month = ${period}`,
    cursor && sql`d.id < (select c.id from document c where c.id = ${cursor})`,
  );
  return db.query<Document>(sql`
    with document as (${invoiceRowsOf(organizationId)} union all ${monthlyRowsOf(organizationId)})
    select d.id, d.kind, d.number, d.day, d.period, d."from", d."to", d."amountMinor", d.currency, d.revision,
      d."isSuperseded", d."createdAt", d.status, d."paidMinor", d."dueAt"
    from document d where ${where} order by d.id desc limit ${limit + 1}`);
}

export interface DocumentHead extends Money {
  kind: DocumentKind;
  number: string;
}

/** Null unless the document is that organization's. */
export async function findDocumentHead(db: Queries, organizationId: string, id: string): Promise<DocumentHead | null> {
  const [row] = await db.query<DocumentHead>(sql`
    select 'invoice' as kind, number, amount_minor::float8 as "amountMinor", currency from invoices
    where id = ${id} and organization_id = ${organizationId}
    union all
    select kind, number, amount_minor::float8, currency from closing_documents
    where id = ${id} and organization_id = ${organizationId}`);
  return row ?? null;
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
