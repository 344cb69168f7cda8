import type { Queries } from '../../platform/db/database.ts';
import { sql } from '../../platform/db/sql.ts';
import type { FiscalData } from '../providers/provider.ts';
import type { ReceiptRow } from './receipts-store.ts';

export async function findPaymentOfReceipt(
  db: Queries,
  provider: string,
  providerPaymentId: string,
): Promise<{ id: string; status: string } | null> {
  const [row] = await db.query<{ id: string; status: string }>(sql`
    select id, status from payments where provider = ${provider} and provider_payment_id = ${providerPaymentId}`);
  return row ?? null;
}

type Unregistered = Pick<ReceiptRow, 'id' | 'organizationId' | 'kind' | 'amountMinor' | 'lines'>;

/** Oldest first. None where one has these fiscal data already: notifications are repeated. */
export function selectUnregistered(
  db: Queries,
  paymentId: string,
  { document, storage }: FiscalData,
): Promise<Unregistered[]> {
  return db.query<Unregistered>(sql`
    select id, organization_id as "organizationId", kind, amount_minor::float8 as "amountMinor", lines from receipts
    where payment_id = ${paymentId} and status in ('pending', 'failed') and not exists (
      select from receipts k where k.payment_id = ${paymentId} and k.fiscal_document = ${document}
        and k.fiscal_storage is not distinct from ${storage})
    order by id`);
}
