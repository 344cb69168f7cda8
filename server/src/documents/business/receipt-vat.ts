import type { ReadVatCode, ReceiptLine } from '../../payments/providers/provider.ts';
import { taxPeriodOn } from '../vat.ts';
import { findBusiness } from './business-store.ts';

/** Rates in percent, null for no payer of VAT: the code of services rendered, and of an advance with VAT inside. */
const codesOfRates: ReadonlyMap<number | null, Record<ReceiptLine['mode'], number>> = new Map([
  [null, { full_payment: 1, advance: 1 }],
  [0, { full_payment: 2, advance: 2 }],
  [10, { full_payment: 3, advance: 5 }],
  [20, { full_payment: 4, advance: 6 }],
  [5, { full_payment: 7, advance: 9 }],
  [7, { full_payment: 8, advance: 10 }],
  [22, { full_payment: 11, advance: 12 }],
]);

/** By the numbers of 54-ФЗ, as YooKassa has them. */
function vatCodeOfRate(rate: number | null, mode: ReceiptLine['mode']): number {
  return (codesOfRates.get(rate) ?? { full_payment: 1, advance: 1 })[mode];
}

/** A configured code goes along with advances as it is; services rendered have the plain rate of it. */
function vatCodeOfConfigured(code: number, mode: ReceiptLine['mode']): number {
  if (mode === 'advance') return code;
  return [...codesOfRates.values()].find(({ advance }) => advance === code)?.full_payment ?? code;
}

/** What receipts of a day say of VAT: the configured code, else the rate of the business's tax settings on that day. */
export function receiptVat(configured: number | undefined): ReadVatCode {
  return async (db, day, mode) => {
    if (configured) return vatCodeOfConfigured(configured, mode);
    const business = await findBusiness(db);
    return vatCodeOfRate(taxPeriodOn(business?.data.taxPeriods ?? [], day)?.vat ?? null, mode);
  };
}
