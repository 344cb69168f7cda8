import type { ReceiptLine } from '../../payments/providers/provider.ts';
import { vatCodeOfConfigured, vatCodeOfRate } from '../../payments/receipts/vat-codes.ts';
import type { Queries } from '../../platform/db/database.ts';
import { taxPeriodOn } from '../vat.ts';
import { findBusiness } from './business-store.ts';

/** What receipts of a day say of VAT: the configured code, else the rate of the business's tax settings on that day. */
export function receiptVat(db: Queries, configured: number | undefined) {
  return async (day: string, mode: ReceiptLine['mode']): Promise<number> => {
    if (configured) return vatCodeOfConfigured(configured, mode);
    const business = await findBusiness(db);
    return vatCodeOfRate(taxPeriodOn(business?.data.taxPeriods ?? [], day)?.vat ?? null, mode);
  };
}
