import type { Invoice } from '@kazna/contract/cabinet/documents';
import { pickRequisites } from '@kazna/contract/shared/requisites';
import { qrModules } from '../qr/draw-qr.ts';
import { paymentQr, type QrPayload } from '../qr/payment-qr.ts';
import type { InvoiceRow } from './store.ts';

/** For the whole amount, whatever was paid already: a document does not change. */
export function qrOf({ amountMinor, data }: Pick<InvoiceRow, 'amountMinor' | 'data'>): QrPayload {
  const { seller, bank, purpose } = data;
  const { inn, kpp } = seller;
  return paymentQr({ payee: seller.name, ...bank, inn, kpp, purpose, amountMinor });
}

export function presentInvoice(row: InvoiceRow): Invoice {
  const { organizationId: _, data, ...invoice } = row;
  const { day, description, vat, vatMinor, purpose, bank } = data;
  return {
    ...invoice,
    ...{ day, description, vat, vatMinor, purpose, bank },
    buyer: pickRequisites(data.buyer),
    seller: pickRequisites(data.seller),
    qr: qrModules(qrOf(row).bytes).map((modules) => modules.map(Number).join('')),
  };
}
