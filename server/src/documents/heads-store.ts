import type { DocumentKind } from '@kazna/contract/cabinet/documents';
import type { Money } from '@kazna/contract/shared/money';
import type { Queries } from '../platform/db/database.ts';
import { sql } from '../platform/db/sql.ts';

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
