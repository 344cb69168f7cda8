import type { Document, DocumentKind } from '@kazna/contract/cabinet/documents';
import type { Queries } from '../../platform/db/database.ts';
import type { PageRequest } from '../../platform/db/page.ts';
import { allOf, sql } from '../../platform/db/sql.ts';
import { invoiceRowsOf } from '../invoices/reads.ts';
import { closingRowsOf } from '../monthly/reads.ts';

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
    with document as (${invoiceRowsOf(organizationId)} union all ${closingRowsOf(organizationId)})
    select d.id, d.kind, d.number, d.day, d.period, d."from", d."to", d."amountMinor", d.currency, d.revision,
      d."isSuperseded", d."createdAt", d.status, d."paidMinor", d."dueAt"
    from document d where ${where} order by d.id desc limit ${limit + 1}`);
}
