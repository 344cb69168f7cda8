import type { ReadVatCode } from '../../payments/providers/provider.ts';
import { vatCodeOfConfigured, vatCodeOfRate } from '../../payments/receipts/vat-codes.ts';
import { taxPeriodOn } from '../vat.ts';
import { findBusiness } from './business-store.ts';

/** What receipts of a day say of VAT: the configured code, else the rate of the business's tax settings on that day. */
export function receiptVat(configured: number | undefined): ReadVatCode {
  return async (db, day, mode) => {
    if (configured) return vatCodeOfConfigured(configured, mode);
    const business = await findBusiness(db);
    return vatCodeOfRate(taxPeriodOn(business?.data.taxPeriods ?? [], day)?.vat ?? null, mode);
  };
}
