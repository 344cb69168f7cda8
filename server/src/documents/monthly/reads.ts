import type { Currency } from '@kazna/contract/shared/money';
import type { Queries } from '../../platform/db/database.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { ClosingKind } from './document-row.ts';

export const listedColumns = sql`d.id, d.kind, d.number, d.day::text, d.period, d.from_day::text as "from", d.to_day::text as "to",
  d.amount_minor::float8 as "amountMinor", d.currency, d.revision, exists (
    select from closing_documents l where l.series = d.series and l.number = d.number and l.revision > d.revision
  ) as "isSuperseded", d.created_at as "createdAt", null as status, null::float8 as "paidMinor",
  null::timestamptz as "dueAt"`;

/** A select of the organization's closing documents as rows of the list, and the month of each. */
export function closingRowsOf(organizationId: string): Sql {
  return sql`select ${listedColumns}, coalesce(d.period, to_char(d.day, 'YYYY-MM')) as month
    from closing_documents d where d.organization_id = ${organizationId}`;
}

export interface ClosingHead {
  kind: ClosingKind;
  number: string;
  amountMinor: number;
  currency: Currency;
}

/** Null unless it is that organization's. */
export async function readDocumentHead(db: Queries, organizationId: string, id: string): Promise<ClosingHead | null> {
  const [row] = await db.query<ClosingHead>(sql`
    select kind, number, amount_minor::float8 as "amountMinor", currency from closing_documents
    where id = ${id} and organization_id = ${organizationId}`);
  return row ?? null;
}
